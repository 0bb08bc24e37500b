"""`purge`: forget posts for good."""

import sqlite3
import sys
from collections.abc import Sized
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path

import click

from archive.commands import archive_option, json_option, print_json
from archive.commands.locked import COPIES, locked
from archive.connection import ArchiveError
from archive.purge.account import Account, account
from archive.purge.copies import left_over, purge_copy
from archive.purge.exports import delete_files
from archive.purge.forget import forget
from archive.purge.wanted import Wanted, wanted
from archive.store import Archive
from archive.watch.messages import plain
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode

#: Posts, and files of an export, that are shown by name.
SHOWN = 20


@click.command()
@click.argument("names", metavar="POST|PROFILE...", nargs=-1, required=True)
@archive_option
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@click.option(
    "--yes", is_flag=True, help="Do not ask: purge, and what lies beside the archive too."
)
@json_option
def purge(
    names: tuple[str, ...], archive_path: Path, dry_run: bool, yes: bool, as_json: bool
) -> None:
    """Forget each POST, or a PROFILE and all its posts, for good.

    Versions, pages, lists that tell of them, pictures that nothing else shows, words in the index:
    nothing brings them back. What stays says that they are purged, so that no crawl and no import
    takes them in again. A PROFILE is also taken out of profiles.toml.

    Backups and exports in the archive's folder, and in the folders in it, are named and on a second
    question purged, too; export again to have what else was in them. Of those elsewhere, delete the
    backups and make others, and export again to the same places. Pages of other posts stay, with what
    they say of a purged one.

    \b
    Examples:
      blog-archiver purge csdn:100000001 --dry-run
      blog-archiver purge https://blog.csdn.net/someone/article/details/100000001
      blog-archiver purge csdn:someone --yes

    Exits with 10 when something beside the archive was left as it is; what is damaged is named.
    """
    with Archive.open(archive_path, read_only=dry_run) as archive:
        chosen = reduce(or_, (wanted(archive.db, name) for name in names))
        with locked(archive.path, () if dry_run else (*chosen.platforms, COPIES)):
            found = account(archive, chosen)
            if not as_json:
                show(found, dry_run=dry_run)
            left = beside(found)
            if not dry_run:
                confirm(f"Forget {number(found.posts)} for good?", yes, abort=True)
                too = bool(left) and confirm("Purge what lies beside the archive, too?", yes)
                done = carry_out(archive, chosen, found, too=too)
                if not as_json:
                    tell_beside(done, "")
                left = [path for path in left if path not in beside(done)]
    report(found, as_json, dry_run=dry_run, left=left)


def beside(found: Account) -> list[Path]:
    """All that was found beside the archive."""
    return [*found.copies, *(holding.path for holding in found.exports)]


def confirm(question: str, yes: bool, *, abort: bool = False) -> bool:
    """Ask a person, on a terminal. Raises ConfigurationError where there is none, click.Abort."""
    if yes:
        return True
    if not sys.stdin.isatty():
        raise ConfigurationError(
            "nothing was purged: nobody can be asked here; --yes, or a terminal"
        )
    return click.confirm(question, abort=abort, err=True)


def carry_out(archive: Archive, chosen: Wanted, found: Account, *, too: bool) -> Account:
    """Purge; `too` what lies beside, which is first: only the archive knows what to look for there.
    Returns what of `found` was purged.
    """
    copies = [path for path in found.copies if too and purged_beside(path, chosen)]
    exports = found.exports if too else []
    for holding in exports:
        delete_files(holding)
    forget(archive, chosen)
    return replace(found, copies=copies, exports=exports)


def purged_beside(path: Path, chosen: Wanted) -> bool:
    """Purge a copy; one that cannot be is named, and keeps nothing else from being purged."""
    try:
        purge_copy(path, chosen)
    except (ArchiveError, ConfigurationError, sqlite3.DatabaseError) as error:
        click.echo(f"{path}: left, it may hold them: {plain(str(error))}", err=True)
        return False
    return True


def tell_beside(found: Account, would: str) -> None:
    """A line for each file beside the archive: that it is, or `would` be, deleted or rewritten.

    A folder in which there are many has one line.
    """
    for path in found.copies:
        click.echo(f"{path}: {would}{'deleted' if left_over(path) else 'rewritten'}")
    for holding in found.exports:
        if len(holding.files) > SHOWN:
            click.echo(f"{holding.path}: {len(holding.files)} files {would}deleted")
            continue
        for path in holding.files:
            click.echo(f"{path}: {would}deleted")


def show(found: Account, *, dry_run: bool) -> None:
    """What goes, and what stays, for people."""
    for name, title in found.posts[:SHOWN]:
        click.echo(f"{name}  {plain(title)}".rstrip())
    if len(found.posts) > SHOWN:
        click.echo(f"… and {len(found.posts) - SHOWN} more")
    click.echo(" · ".join(f"{count} {name}" for name, count in found.counts.items()))
    for path in found.copies:
        click.echo(f"beside: {path} {'is left over' if left_over(path) else 'holds it'}")
    for holding in found.exports:
        click.echo(f"beside: {holding.path}, an export: {len(holding.files)} files hold it")
    if dry_run:
        tell_beside(found, "would be ")
    for name in found.same:
        click.echo(f"stays: {name} has the same text")


def number(posts: Sized) -> str:
    return f"{len(posts)} post{'' if len(posts) == 1 else 's'}"


def report(found: Account, as_json: bool, *, dry_run: bool, left: list[Path]) -> None:
    """What was done. Exits with 10 where something was left."""
    if as_json:
        print_json(found.as_dict() | {"purged": not dry_run, "left": [str(path) for path in left]})
    elif not dry_run:
        click.echo(f"{number(found.posts)} purged")
        for path in left:
            click.echo(f"{path}: left, it may still hold them")
        click.echo(ELSEWHERE)
    if left and not dry_run:
        sys.exit(ExitCode.PARTIAL)


#: A last word, for what no purge can find.
ELSEWHERE = (
    "what lies elsewhere is yours to purge: delete a backup and make another; `blog-archiver export … -o PATH`"
    " to the same place makes an export without them"
)
