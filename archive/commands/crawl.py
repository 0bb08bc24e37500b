"""`crawl`: get what is new."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from archive.commands import archive_option, console, print_table
from archive.commands.profiles import open_or_create
from archive.connection import ArchiveError
from archive.store import Archive
from archive.watch.alerts import after_run, outages_told, printed_once
from archive.watch.due import turns
from archive.watch.mistakes import mistakes
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode
from scraper.items import Observation, Profile
from scraper.options import CrawlOptions
from scraper.profiles import listed_profiles, profiles_file, recognise


@click.command()
@click.argument("profiles", metavar="[PROFILE]...", nargs=-1)
@archive_option
@click.option("--due", "only_due", is_flag=True, help="Those whose turn it is; for a schedule.")
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="List N posts a profile.")
@click.option("--recheck", is_flag=True, help="Ask for archived posts again, too.")
@click.option("--dry-run", is_flag=True, help="List the posts; read and keep nothing.")
@click.option("-s", "settings", metavar="NAME=VALUE", multiple=True, help="A Scrapy setting.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
def crawl(
    profiles: tuple[str, ...],
    archive_path: Path,
    only_due: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Get the new and changed posts of PROFILEs, or of all in profiles.toml.

    With --due, only of those whose turn it is, as far as their lists are new, and posts that are due for
    another look. Where no terminal is, it prints nothing but what is broken since the last run, or works
    again. The archive has to be there.

    \b
    Examples:
      blog-archiver crawl
      blog-archiver crawl https://blog.csdn.net/someone --limit 20
      blog-archiver crawl csdn:someone --dry-run
      blog-archiver crawl --due --archive /home/me/blogs/archive.db
      blog-archiver crawl -s DOWNLOAD_DELAY=5 -q

    \b
    Exit codes: 0 complete · 10 partial · 20 a page changed shape · 30 blocked ·
    40 configuration · 50 archive unusable · 60 another run holds the lock
    """
    silent = quiet or (only_due and not sys.stderr.isatty())
    chosen = [recognise(address) for address in profiles]
    if not profiles:
        with printed_once(archive_path) if only_due else nullcontext():
            chosen = enabled_profiles(archive_path, none_will_do=only_due)
    wrong = [] if profiles else mistakes(archive_path)
    with outages_told(archive_path, ArchiveError):
        if only_due:
            code = crawl_due(archive_path, chosen, silent, **options)
        else:
            code = run(archive_path, chosen, silent, **options)
    code = max(code, ExitCode.CONFIGURATION) if wrong else code
    said = "" if options["dry_run"] else "".join(after_run(archive_path, code))
    unsaid = [] if silent else [mistake for mistake in wrong if mistake not in said]
    click.echo(
        "".join([*(f"blog-archiver: {mistake}\n" for mistake in unsaid), said]), err=True, nl=False
    )
    sys.exit(code)


def crawl_due(
    archive_path: Path, profiles: Sequence[Profile], silent: bool, **options: Any
) -> ExitCode:
    """A run over those profiles whose turn has come. Raises ConfigurationError, or an ArchiveError."""
    file = profiles_file(archive_path)
    with Archive.open(archive_path) as archive:
        coming = turns(archive.db, profiles, file.intervals, archive.clock())
        come = [turn for turn in coming if turn.early <= archive.clock()]
    if not come:
        if not silent:
            first = (
                f"is due before {coming[0].early:%Y-%m-%d %H:%M} UTC" if coming else "is enabled"
            )
            click.echo(f"no profile {first}")
        return ExitCode.COMPLETE
    chosen = [turn.profile for turn in come]
    newest = [turn.profile for turn in come if turn.depth == "newest"]
    schedule = scheduled(file.crawl, silent)
    return run(archive_path, chosen, silent, newest=newest, schedule=schedule, **options)


def scheduled(options: CrawlOptions, silent: bool) -> dict[str, str]:
    """The settings of a run that nobody watches: its budget, and that it says only what ends it."""
    budget = {"CLOSESPIDER_PAGECOUNT": options.requests or 0}
    budget["CLOSESPIDER_TIMEOUT"] = round((options.minutes or 0) * 60)
    given = {"DUE": "True", **{name: str(most) for name, most in budget.items() if most}}
    return given | ({"LOG_LEVEL": "CRITICAL"} if silent else {})


def run(
    archive_path: Path,
    profiles: Sequence[Profile],
    silent: bool,
    *,
    limit: int | None,
    recheck: bool,
    dry_run: bool,
    settings: tuple[str, ...],
    newest: Sequence[Profile] = (),
    schedule: Mapping[str, str] | None = None,
) -> ExitCode:
    """A run over profiles; prints what it came to, unless it is to be silent.

    `schedule` are Scrapy settings that those of the user go before. Raises ConfigurationError.
    """
    # Scrapy takes a second to load, and only a run needs it.
    from archive.crawl import Run
    from archive.progress import Progress
    from scraper.given import check_settings

    chosen = parsed(settings)
    check_settings(chosen)
    given = {**(schedule or {}), "RECHECK": str(recheck), **chosen}
    crawl = Run(profiles, archive_path, limit=limit, dry_run=dry_run, newest=newest, settings=given)
    before = 0 if dry_run else last_crawl(archive_path)
    with Progress(console(stderr=True), quiet=silent, list_entries=dry_run) as progress:
        code = crawl.start(progress.watch)
    for profile, reason in crawl.stopped():
        click.echo(f"blog-archiver: {reason}", err=True)
        if not dry_run:
            record_stopped(archive_path, profile, reason)
    if not dry_run and not silent and code not in (ExitCode.ARCHIVE, ExitCode.LOCKED):
        summarise(archive_path, before)
    return code


def record_stopped(archive_path: Path, profile: Profile, reason: str) -> None:
    """Keep why a profile could not be crawled, as a crawl of its own. Raises an ArchiveError."""
    platform, handle, url = profile.platform, profile.handle, profile.url
    known = Observation(platform=platform, handle=handle, url=url, seen="changed", reason=reason)
    with Archive.open(archive_path) as archive:
        archive.begin_crawl(profile)
        archive.record(known)
        archive.end_crawl(platform, handle, "finished")


def enabled_profiles(archive_path: Path, *, none_will_do: bool = False) -> list[Profile]:
    """All of profiles.toml, as a schedule crawls them: a file that cannot be used is an outage.

    Raises ConfigurationError, also when there is none, unless all are switched off and `none_will_do`.
    """
    with outages_told(archive_path, ConfigurationError):
        if found := listed_profiles(archive_path):
            return found
        file = profiles_file(archive_path)
        if none_will_do and file.profiles:
            return []
        path = file.path.absolute()
        off = f"of the profiles in {path} none is enabled: name one, or set `enabled = true`"
        none = f"no profiles in {path}: name one, or `blog-archiver add ADDRESS`"
        raise ConfigurationError(
            "\n".join(mistakes(archive_path)) or (off if file.profiles else none)
        )


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
