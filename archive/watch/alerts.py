"""After a run: one message for each incident, one when it is over, and a sign of life if there is none.

Messages go to the command of `[alerts]` in profiles.toml. One that it does not take is given again after
the next run: it may come twice, when a run is killed in between, and never not at all.
"""

import os
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from archive.lock import Locked, lock_platform
from archive.rows import Row, first, rows
from archive.store import Archive, ArchiveError
from archive.watch.command import send
from archive.watch.heartbeat import beat
from archive.watch.incidents import open_incidents, untold
from archive.watch.messages import advice, recovery, sentence
from archive.watch.outage import marker, outage, outage_over, unwritable
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode
from scraper.options import AlertOptions
from scraper.profiles import FILE, listed_profiles, profiles_file


class NotTaken(Exception):
    """The user's command has failed; the message says how."""


def after_run(archive_path: Path, code: ExitCode) -> list[str]:
    """Tell what a run has to tell, by its exit code; returns the messages, for who calls it to print.

    Each is a sentence, and below it what to do. Failures of the user's command and of the heartbeat are said on standard error. Raises an
    ArchiveError or a ConfigurationError.
    """
    options = alert_options(archive_path)
    if code == ExitCode.ARCHIVE:
        return tell_outage(archive_path, options, unwritable(archive_path))
    if code == ExitCode.LOCKED:
        return []
    told = tell(archive_path, options)
    well = options.heartbeat and untroubled(archive_path, code)
    if well and (why := beat(options.heartbeat, archive_path.absolute().parent)):
        warn(f"the heartbeat fails: {why}")
    return told


@contextmanager
def outages_told(archive_path: Path) -> Iterator[None]:
    """Tell of an error that keeps the run in this block from its work, which is raised all the same.

    Who sits at a terminal sees it there.
    """
    try:
        yield
    except (ArchiveError, ConfigurationError) as error:
        if not sys.stderr.isatty():
            tell_outage(archive_path, alert_options(archive_path), str(error))
        raise


def alert_options(archive_path: Path) -> AlertOptions:
    """`[alerts]` of profiles.toml, whatever else is wrong in it."""
    with suppress(ConfigurationError):
        return profiles_file(archive_path).alerts
    with suppress(OSError, ValueError, AttributeError, KeyError):
        table = tomllib.loads((archive_path.parent / FILE).read_text("utf-8-sig"))["alerts"]
        return AlertOptions(command=str(table.get("command", "")))
    return AlertOptions()


def tell(archive_path: Path, options: AlertOptions) -> list[str]:
    """Tell of incidents that are new, and of those that are over; returns the messages.

    Without a command to give them to they count as told: who calls this prints them.
    """
    try:
        lock = lock_platform(archive_path, "alerts")
    except Locked:  # another run is telling
        return []
    told: list[str] = []
    try:
        told.extend(telling(archive_path, options))
    except NotTaken as error:
        warn(str(error))
    finally:
        lock.release()
    return told


def telling(archive_path: Path, options: AlertOptions) -> Iterator[str]:
    """The messages, each delivered and remembered as told. Raises NotTaken."""
    if over := outage_over(archive_path):
        deliver(options, over)
        marker(archive_path).unlink(missing_ok=True)
        yield over
    with Archive.open(archive_path) as archive:
        archive.release_all_but(crawled(archive))
        for incident in untold(archive.db):
            deliver(options, message := worded(incident))
            archive.told(incident)
            yield message


def tell_outage(archive_path: Path, options: AlertOptions, reason: str) -> list[str]:
    """Tell once that no run can do its work; returns the message, if it was not told before.

    Where there is no command to give it to, whoever sees the run's error knows.
    """
    if not options.command or marker(archive_path).exists():
        return []
    message = outage(reason)
    try:
        deliver(options, message)
    except NotTaken as error:
        warn(str(error))
        return []
    with suppress(OSError):
        marker(archive_path).touch()
    return [message]


def worded(incident: Row) -> str:
    """The message of an incident, or of its end."""
    if incident["over_at"]:
        return f"{recovery(incident)}\n"
    return f"{sentence(incident)}\n{advice(incident)}\n"


def deliver(options: AlertOptions, message: str) -> None:
    """Give a message to the user's command, if there is one. Raises NotTaken."""
    if options.command and (why := send(options.command, message)):
        raise NotTaken(
            f"the command of [alerts] {why}; what it was to tell is told by the next run"
        )


def crawled(archive: Archive) -> set[str]:
    """Those for whom an incident goes on: of profiles.toml, and those that this process has crawled."""
    mine = rows(archive.db, CRAWLED_HERE, os.getpid())
    listed = listed_profiles(archive.path)
    return {f"{p.platform}:{p.handle}" for p in listed} | {row["name"] for row in mine}


CRAWLED_HERE = """
SELECT DISTINCT profiles.platform || ':' || handle AS name
FROM crawls JOIN profiles ON profiles.id = profile_id WHERE process = ?
"""


def untroubled(archive_path: Path, code: ExitCode) -> bool:
    """Whether a run went as it should: one that a budget has ended did, one that was interrupted did not."""
    with Archive.open(archive_path, read_only=True) as archive:
        stopped = first(archive.db, STOPPED_HERE, os.getpid())
        broken = open_incidents(archive.db)
    return code == ExitCode.COMPLETE or code == ExitCode.PARTIAL and not (stopped or broken)


STOPPED_HERE = "SELECT 1 FROM crawls WHERE process = ? AND outcome = 'shutdown' LIMIT 1"


def warn(message: str) -> None:
    """One line on standard error."""
    click.echo(f"blog-archiver: {message}", err=True)
