"""What a scheduler is to run, and when."""

import platform
import re
import shutil
import sysconfig
from dataclasses import dataclass
from pathlib import Path, PurePath
from zlib import crc32

from scraper.configuration import ConfigurationError

TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Job:
    """A crawl of what is due, every day at each of `hours` and `minute`, by the scheduler's clock.

    `program` and `archive` are absolute paths.
    """

    program: PurePath
    archive: PurePath
    hours: tuple[int, ...]
    minute: int

    @property
    def command(self) -> list[str]:
        return [str(self.program), "crawl", "--due", "--archive", str(self.archive)]


def job_for(archive: Path, every: int, at: str | None) -> Job:
    """The job of an archive: daily at `at` (HH:MM), else each `every` hours, a divisor of 24.

    Raises ConfigurationError for a time that is none, a path that no scheduler's file can hold, and
    where the program is not installed.
    """
    archive = archive.absolute()
    hours, minute = moments(archive, every) if at is None else daily(at)
    job = Job(installed(), archive, hours, minute)
    for path in (job.program, job.archive):
        if not str(path).isprintable():  # a line break would begin another line of the file
            raise ConfigurationError(f"{str(path)!r} cannot be written into a scheduler's file")
    return job


def daily(at: str) -> tuple[tuple[int, ...], int]:
    """The hour and the minute of HH:MM. Raises ConfigurationError."""
    if not (match := TIME.fullmatch(at)):
        raise ConfigurationError(f"--at {at}: give HH:MM")
    return (int(match[1]),), int(match[2])


def moments(archive: Path, every: int) -> tuple[tuple[int, ...], int]:
    """Hours `every` apart, and a minute; always the same for an archive on a machine.

    They differ from archive to archive, so that not all of them ask the sites at the full hour.
    """
    number = crc32(f"{platform.node()}:{archive}".encode())
    return tuple(range(number % every, 24, every)), 1 + number // 24 % 58


def installed() -> Path:
    """Where this program's command is. Raises ConfigurationError when it is only imported."""
    found = shutil.which("blog-archiver", path=sysconfig.get_path("scripts"))
    if not (found := found or shutil.which("blog-archiver")):
        raise ConfigurationError("the command blog-archiver is not installed: pip install it")
    return Path(found).absolute()
