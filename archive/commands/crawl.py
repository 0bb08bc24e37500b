"""`crawl`: get what is new."""

import sys
from pathlib import Path
from typing import Any

import click

from archive.commands import archive_option, console, print_table
from archive.commands.profiles import open_or_create
from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode
from scraper.items import Profile
from scraper.profiles import listed_profiles, profiles_file, recognise


@click.command()
@click.argument("profiles", metavar="[PROFILE]...", nargs=-1)
@archive_option
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="List N posts a profile.")
@click.option("--recheck", is_flag=True, help="Ask for archived posts again, too.")
@click.option("--dry-run", is_flag=True, help="List the posts; read and keep nothing.")
@click.option("-s", "settings", metavar="NAME=VALUE", multiple=True, help="A Scrapy setting.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def crawl(
    profiles: tuple[str, ...],
    archive_path: Path,
    limit: int | None,
    recheck: bool,
    dry_run: bool,
    settings: tuple[str, ...],
    quiet: bool,
) -> None:
    """Get the new and changed posts of PROFILEs, or of all in profiles.toml.

    \b
    Examples:
      blog-archiver crawl
      blog-archiver crawl https://blog.csdn.net/someone --limit 20
      blog-archiver crawl csdn:someone --dry-run
      blog-archiver crawl -s DOWNLOAD_DELAY=5 -q

    \b
    Exit codes: 0 complete · 10 partial · 20 a page changed shape · 30 blocked ·
    40 configuration · 50 archive unusable · 60 another run holds the lock
    """
    # Scrapy takes a second to load, and only this command needs it.
    from archive.alerts import after_run, outages_told
    from archive.crawl import Run
    from archive.progress import Progress

    with outages_told(archive_path):
        chosen = [recognise(address) for address in profiles] or enabled_profiles(archive_path)
        given = {"RECHECK": str(recheck), **parsed(settings)}
        run = Run(chosen, archive_path, limit=limit, dry_run=dry_run, settings=given)
        before = 0 if dry_run else last_crawl(archive_path)
        with Progress(console(stderr=True), quiet=quiet, list_entries=dry_run) as progress:
            code = run.start(progress.watch)
        if not dry_run and not quiet and code not in (ExitCode.ARCHIVE, ExitCode.LOCKED):
            summarise(archive_path, before)
        if not dry_run:
            click.echo("".join(after_run(archive_path, code)), nl=False)
    sys.exit(code)


def enabled_profiles(archive_path: Path) -> list[Profile]:
    """All of profiles.toml. Raises ConfigurationError when there is none."""
    found = listed_profiles(archive_path)
    if not found:
        path = profiles_file(archive_path).path.absolute()
        raise ConfigurationError(f"no profiles in {path}: name one, or `blog-archiver add ADDRESS`")
    return found


def parsed(settings: tuple[str, ...]) -> dict[str, str]:
    """NAME=VALUE arguments as a mapping. Raises ConfigurationError."""
    pairs = [setting.partition("=") for setting in settings]
    for name, equals, _ in pairs:
        if not (name and equals):
            raise ConfigurationError(f"-s {name}: give NAME=VALUE")
    return {name: value for name, _, value in pairs}


def last_crawl(archive_path: Path) -> int:
    """The number of the last crawl in the archive, which is made if it is not there."""
    with open_or_create(archive_path) as archive:
        rows = archive.db.query("SELECT max(id) AS id FROM crawls")
        return next(rows)["id"] or 0


def summarise(archive_path: Path, before: int) -> None:
    """One line for each crawl after number `before`, and the reasons of what failed."""
    with Archive.open(archive_path, read_only=True) as archive:
        crawls: list[dict[str, Any]] = list(
            archive.db.query(
                "SELECT crawls.*, profiles.handle FROM crawls "
                "JOIN profiles ON profiles.id = crawls.profile_id WHERE crawls.id > ? "
                "ORDER BY crawls.id",
                [before],
            )
        )
    columns = ("profile", "#listed", "#new", "#revised", "#unchanged", "#failed", "outcome")
    counts = ("listed", "new", "revised", "unchanged", "failed", "outcome")
    rows = [(f"{c['platform']}:{c['handle']}", *(c[name] for name in counts)) for c in crawls]
    print_table(columns, rows)
