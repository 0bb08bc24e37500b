"""One crawl a platform an archive, whichever door it comes through."""

from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from archive.rows import first
from archive.store import Archive, ArchiveError, ArchiveUnusable


class Locked(Exception):
    """Another run holds the lock; the message says which."""


def lock_platform(archive_path: Path, platform: str) -> FileLock:
    """Take the lock of a platform, a file beside the archive that a killed process lets go of.

    Raises Locked when another run has it, ArchiveUnusable when there can be no file.
    """
    path = archive_path.with_name(f"{archive_path.name}.{platform}.lock")
    if not path.parent.is_dir():  # FileLock would make it, and hide a mistyped path
        raise ArchiveUnusable(f"{archive_path} cannot be made: there is no folder {path.parent}")
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Locked(f"{path} is held by {holder(archive_path, platform)}") from None
    except OSError as error:
        raise ArchiveUnusable(f"{path} cannot be made: {error.strerror}") from error
    return lock


def holder(archive_path: Path, platform: str) -> str:
    """Who has the lock, from the crawl that the archive says is running."""
    with suppress(ArchiveError), Archive.open(archive_path, read_only=True) as archive:
        running = first(archive.db, RUNNING, platform)
        if running:
            return (
                f"process {running['process']}: it crawls {platform}:{running['handle']} "
                f"since {running['started_at']}"
            )
    return "another run that has just begun"


RUNNING = """
SELECT process, handle, started_at FROM crawls JOIN profiles ON profiles.id = profile_id
WHERE crawls.platform = ? AND outcome IS NULL ORDER BY crawls.id DESC LIMIT 1
"""
