"""`audit`: is every post there?"""

import sys
from pathlib import Path

import click

from archive.audit import NOT_FOLLOWED, Account, audit
from archive.commands import archive_option, json_option, print_json
from archive.commands.profiles import chosen_profiles, readable
from archive.rows import Row
from archive.store import Archive
from archive.watch.health import configuration
from scraper.exitcode import ExitCode
from scraper.profiles import ProfilesFile


@click.command("audit")
@click.argument("profiles", metavar="[PROFILE]...", nargs=-1)
@archive_option
@json_option
def audit_command(profiles: tuple[str, ...], archive_path: Path, as_json: bool) -> None:
    """Reconcile what is archived with what each profile has; name every post without a body.

    Exits with 0 when none is missing and every profile was listed, else with 10. A profile that declares another number than it
    lists is warned of; `acknowledged = N` in profiles.toml says that the difference is known.
    One that was never listed and is not in profiles.toml is skipped. A profiles.toml with a mistake is
    warned of; what it acknowledges is not known then.
    Missing pictures are counted and change nothing: `blog-archiver media` names them.

    \b
    Examples:
      blog-archiver audit
      blog-archiver audit csdn:someone --json
    """
    file = readable(archive_path, "what is acknowledged")
    with Archive.open(archive_path, read_only=True) as archive:
        accounts = [account_of(archive, row, file) for row in chosen_profiles(archive, profiles)]
    if as_json:
        print_json([account.as_dict() for account in accounts])
    else:
        for account in accounts:
            print_account(account)
    if any(account.missing or account.never_listed for account in accounts):
        sys.exit(ExitCode.PARTIAL)


def account_of(archive: Archive, row: Row, file: ProfilesFile | None) -> Account:
    """The account of a profile, with what profiles.toml says about it, if that can be read."""
    if file is None:
        return audit(archive.db, row)
    name = f"{row['platform']}:{row['handle']}"
    acknowledged = file.acknowledged.get(name, 0)
    return audit(archive.db, row, acknowledged, followed=name in dict(configuration(file)))


def print_account(account: Account) -> None:
    """The line of a profile; below it what is missing, and what to know."""
    if account.not_followed:
        click.echo(f"{account.profile}  skipped: {NOT_FOLLOWED}")
        return
    click.echo(account.line())
    for kind, posts in (("missing", account.missing), ("locked", account.nothing_public)):
        for post in posts:
            tried = f"last tried {post.last_attempt}" if post.last_attempt else "never tried"
            click.echo(f"  {kind} {post.url}  {post.title}\n    {post.reason} ({tried})")
    for warning in account.warnings:
        click.echo(f"  warning: {warning}")
