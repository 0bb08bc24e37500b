"""What keeps a run from its work altogether: an archive that cannot be written, a profiles.toml that
cannot be read. A marker beside the archive says that it was told."""

import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile

from archive.connection import ArchiveError, transaction
from archive.rows import instant
from archive.store import Archive
from archive.watch.marker import Marker
from archive.watch.messages import minute, plain

#: Bytes that a disk has to take before it counts as one with room: more than a crawl of some posts writes.
ROOM = 1024**2


def marker(archive_path: Path) -> Marker:
    """What stands for an outage which the user has heard of."""
    return Marker(archive_path, "outage")


def outage(reason: str) -> str:
    """The message that nothing can be done until the user mends it."""
    now = minute(instant(datetime.now(UTC)))
    return (
        f"blog-archiver cannot work since {now}: {plain(reason)}; nothing that is archived is lost\n"
        "Nothing is crawled until that is mended; the next run after that says so.\n"
    )


def lasts(archive_path: Path) -> bool:
    """Whether an outage that was told is not over: a run that had nothing to write does not show it is."""
    return marker(archive_path).since is not None and not takes_writes(archive_path)


def takes_writes(archive_path: Path) -> bool:
    """Whether the archive lets a writer in, and its disk has room."""
    with suppress(ArchiveError, sqlite3.DatabaseError, OSError):
        with Archive.open(archive_path) as archive, transaction(archive.db):
            pass
        with TemporaryFile(dir=archive_path.absolute().parent, buffering=0) as file:
            return file.write(bytes(ROOM)) == ROOM
    return False


def outage_over(archive_path: Path) -> str | None:
    """The message that it works again, if it did not."""
    since = marker(archive_path).since
    if since is None:
        return None
    return f"Over: blog-archiver works again, which it did not since {minute(instant(since))}\n"


def unwritable(archive_path: Path) -> str:
    """Why an archive may be unusable, where the run's own log says it better."""
    try:
        room = f"{disk_usage(archive_path.absolute().parent).free // 1024**2:,} MB of its disk are free"
    except OSError as error:
        room = f"its folder: {error.strerror}"
    return f"{archive_path.absolute()} cannot be written; {room}"
