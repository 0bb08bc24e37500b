"""`media`: which pictures are held, which are missing and why."""

import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from archive.commands import archive_option, console, json_option, print_json
from archive.commands.crawl import parsed
from archive.commands.profiles import chosen_profiles
from archive.media.account import MediaAccount, MissingMedia, media_account
from archive.media.soundness import want_damaged_again
from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode
from scraper.profiles import recognise


@click.command()
@click.argument("profiles", metavar="[PROFILE]...", nargs=-1)
@archive_option
@click.option("--retry", is_flag=True, help="First ask for all that is missing, due or not.")
@click.option("-s", "settings", metavar="NAME=VALUE", multiple=True, help="A Scrapy setting.")
@json_option
def media(
    profiles: tuple[str, ...],
    archive_path: Path,
    retry: bool,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say which pictures and attached files of the current posts are held; name each that is not.

    A crawl asks for what is new after its pages, and for what it did not get again after 1, 3, 7 and
    30 days. --retry asks at once, also for files that were lost from the folder; pages are left alone.

    \b
    Examples:
      blog-archiver media
      blog-archiver media csdn:someone --retry -s DOWNLOAD_DELAY=5
      blog-archiver media --json

    Exits with 0 whatever is missing: many a picture is gone for ever. With --retry, as `crawl` does.
    """
    if settings and not retry:
        raise ConfigurationError("-s is for --retry: nothing else asks a site")
    code = ask_again(archive_path, profiles, settings) if retry else ExitCode.COMPLETE
    with Archive.open(archive_path, read_only=True) as archive:
        chosen = chosen_profiles(archive, profiles)
        accounts = {named(row): media_account(archive.db, row["id"]) for row in chosen}
    if as_json:
        print_json([{"profile": name, **asdict(found)} for name, found in accounts.items()])
    else:
        for name, found in accounts.items():
            print_account(name, found)
    sys.exit(code)


def named(profile: dict[str, Any]) -> str:
    return f"{profile['platform']}:{profile['handle']}"


def ask_again(archive_path: Path, profiles: Iterable[str], settings: tuple[str, ...]) -> ExitCode:
    """A run of pictures only. Raises ConfigurationError, or an ArchiveError."""
    # Scrapy takes a second to load, and only a run needs it.
    from archive.crawl import Run
    from archive.progress import Progress
    from scraper.given import check_settings

    given = parsed(settings)
    check_settings(given)
    with Archive.open(archive_path) as archive:
        chosen = [recognise(named(row)) for row in chosen_profiles(archive, profiles)]
        want_damaged_again(archive)
    run = Run(chosen, archive_path, media_only=True, settings=given)
    with Progress(console(stderr=True), quiet=False) as progress:
        return run.start(progress.watch)


def print_account(name: str, account: MediaAccount) -> None:
    """The line of a profile; below it each picture and file that is missing."""
    parts = account.parts()
    size = [f"{account.bytes / 1e6:.1f} MB"] if parts else ["no pictures"]
    click.echo(f"{name}  {' · '.join(parts + size)}")
    for one in account.missing:
        click.echo(f"  {one.state} {one.url}\n    {one.reason} ({tried(one)})\n    in {one.post}")


def tried(one: MissingMedia) -> str:
    """When it was asked for, and when it will be."""
    if one.last_attempt is None:
        return "the next crawl asks for it"
    again = f"again from {one.next_attempt}" if one.next_attempt else "again with --retry only"
    return f"last asked for {one.last_attempt}, {again}"
