"""One crawl a platform an archive, whichever door it comes through."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from filelock import FileLock, Timeout

from archive.connection import ArchiveError, ArchiveUnusable
from archive.rows import first, rows
from archive.store import Archive

#: A run that has lasted so long is hardly at work any more.
STALE = timedelta(days=1)


class Locked(Exception):
    """Another run holds the lock; the message says which, `stale` whether it has had it for too long."""

    def __init__(self, message: str, *, stale: bool) -> None:
        super().__init__(message)
        self.stale = stale


def lock_platform(archive_path: Path, platform: str) -> FileLock:
    """Take the lock of a platform, a file beside the archive that a killed process lets go of.

    Raises Locked when another run has it, ArchiveUnusable when there can be no file.
    """
    path = lock_file(archive_path, platform)
    if not path.parent.is_dir():  # FileLock would make it, and hide a mistyped path
        raise ArchiveUnusable(f"{archive_path} cannot be made: there is no folder {path.parent}")
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        who, since = holder(archive_path, platform)
        stale = since is not None and datetime.now(UTC) - since > STALE
        raise Locked(f"{path} is held by {who}", stale=stale) from None
    except OSError as error:
        raise ArchiveUnusable(f"{path} cannot be made: {error.strerror}") from error
    return lock


def running(archive_path: Path) -> frozenset[str]:
    """The profiles that are being crawled, as `platform:handle`: a crawl without an end may be a dead one.

    Raises an ArchiveError.
    """
    with Archive.open(archive_path, read_only=True) as archive:
        begun = rows(archive.db, BEGUN)
    held = {
        platform
        for platform in {row["platform"] for row in begun}
        if is_held(archive_path, platform)
    }
    newest = {row["platform"]: row["process"] for row in begun}
    return frozenset(
        f"{row['platform']}:{row['handle']}"
        for row in begun
        if row["platform"] in held and row["process"] == newest[row["platform"]]
    )


def is_held(archive_path: Path, platform: str) -> bool:
    """Whether a run has the lock of a platform."""
    if not lock_file(archive_path, platform).exists():
        return False
    try:
        lock_platform(archive_path, platform).release()
    except Locked:
        return True
    except ArchiveUnusable:  # of a folder into which nobody may write, neither may a run
        return False
    return False


def lock_file(archive_path: Path, platform: str) -> Path:
    """Where the lock of a platform is."""
    return archive_path.with_name(f"{archive_path.name}.{platform}.lock")


def holder(archive_path: Path, platform: str) -> tuple[str, datetime | None]:
    """Who has the lock, and since when, by the crawl that the archive says is running."""
    with suppress(ArchiveError), Archive.open(archive_path, read_only=True) as archive:
        running = first(archive.db, RUNNING, platform)
        if running:
            since = running["started_at"]
            who = f"process {running['process']}: it crawls {platform}:{running['handle']} since {since}"
            return who, datetime.fromisoformat(since)
    return "another run that has just begun", None


BEGUN = """
SELECT crawls.platform, process, handle FROM crawls JOIN profiles ON profiles.id = profile_id
WHERE outcome IS NULL ORDER BY crawls.id
"""
RUNNING = """
SELECT process, handle, started_at FROM crawls JOIN profiles ON profiles.id = profile_id
WHERE crawls.platform = ? AND outcome IS NULL ORDER BY crawls.id DESC LIMIT 1
"""
