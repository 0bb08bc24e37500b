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
from archive.rows import first, rows
from archive.store import Archive
from archive.watch.command import send
from archive.watch.heartbeat import beat
from archive.watch.incidents import open_incidents, untold
from archive.watch.mistakes import mistakes, remember, untold_mistakes
from archive.watch.outage import lasts, marker, outage, outage_over, takes_writes, unwritable
from archive.watch.together import together, worded
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode
from scraper.options import AlertOptions
from scraper.profiles import FILE, listed_profiles, profiles_file


class Outlet:
    """Where messages go: the user's command, run where the archive is. One that has failed is left alone."""

    def __init__(self, command: str, archive_path: Path) -> None:
        self.command, self.failed = command, False
        self.folder = archive_path.absolute().parent

    def takes(self, message: str) -> bool:
        """Whether a message counts as told; where there is no command, who prints it tells it."""
        if self.command and not self.failed and (why := send(self.command, message, self.folder)):
            self.failed = True
            warn(f"the command of [alerts] {why}; what it was to tell is told by the next run")
        return not self.failed


def after_run(archive_path: Path, code: ExitCode) -> list[str]:
    """Tell what a run has to tell, by its exit code; returns the messages, for who calls it to print.

    Each is a sentence, and below it what to do. Failures of the user's command and of the heartbeat
    are said on standard error. Raises an ArchiveError or a ConfigurationError.
    """
    options = alert_options(archive_path)
    if code == ExitCode.ARCHIVE:
        return tell_outage(archive_path, options, unwritable(archive_path))
    if code == ExitCode.LOCKED or lasts(archive_path):
        return []
    told = tell(archive_path, options)
    well = untroubled(archive_path, code) and takes_writes(archive_path)
    if (
        options.heartbeat
        and well
        and (why := beat(options.heartbeat, archive_path.absolute().parent))
    ):
        warn(f"the heartbeat fails: {why}")
    return told


@contextmanager
def outages_told(archive_path: Path, *outages: type[Exception]) -> Iterator[None]:
    """Tell of an error of these kinds that keeps the run in this block from its work; it is raised all
    the same.

    Who sits at a terminal sees it there.
    """
    try:
        yield
    except outages as error:
        if not sys.stderr.isatty():
            tell_outage(archive_path, alert_options(archive_path), str(error))
        raise


@contextmanager
def printed_once(archive_path: Path) -> Iterator[None]:
    """Let an error of profiles.toml in this block end the first run that meets it with a message, and those
    after it with its exit code alone; who sits at a terminal sees it each time.
    """
    told = marker(archive_path).text
    try:
        yield
    except ConfigurationError as error:
        if sys.stderr.isatty():
            raise
        if told == str(error):
            sys.exit(ExitCode.CONFIGURATION)
        if not alert_options(archive_path).command:
            marker(archive_path).set(str(error))
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

    Who calls this prints them, so that they are read somewhere when the user's command fails.
    """
    try:
        lock = lock_platform(archive_path, "alerts")
    except Locked:  # another run is telling
        return []
    try:
        return list(telling(archive_path, Outlet(options.command, archive_path)))
    finally:
        lock.release()


def telling(archive_path: Path, outlet: Outlet) -> Iterator[str]:
    """The messages, each given away, and remembered as told if it was taken."""
    if over := outage_over(archive_path):
        if outlet.takes(over):
            marker(archive_path).clear()
        yield over
    found = mistakes(archive_path)
    if (message := untold_mistakes(archive_path, found)) is not None:
        if outlet.takes(message):
            remember(archive_path, found)
        yield message
    with Archive.open(archive_path) as archive:
        archive.release_all_but(crawled(archive))
        for incidents in together(untold(archive.db)):
            if outlet.takes(message := worded(incidents)):
                for incident in incidents:
                    archive.told(incident)
            yield message


def tell_outage(archive_path: Path, options: AlertOptions, reason: str) -> list[str]:
    """Tell once that no run can do its work; returns the message, if no command has taken it before.

    Where there is no command to give it to, whoever sees the run's error knows.
    """
    if not options.command or marker(archive_path).since:
        return []
    message = outage(reason)
    if Outlet(options.command, archive_path).takes(message):
        marker(archive_path).set(reason)
    return [message]


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
    no_incident = code in (ExitCode.PARTIAL, ExitCode.BLOCKED)  # a budget's end, one odd post
    return code == ExitCode.COMPLETE or no_incident and not (stopped or broken)


STOPPED_HERE = "SELECT 1 FROM crawls WHERE process = ? AND outcome = 'shutdown' LIMIT 1"


def warn(message: str) -> None:
    """One line on standard error."""
    click.echo(f"blog-archiver: {message}", err=True)
