"""What is left of deleted rows: words in the index until its parts are merged, bytes in free pages and WAL."""

from archive.connection import ArchiveUnusable, usable
from archive.duplicate import need_room, size_of
from archive.store import Archive


def need_room_to_sweep(archive: Archive) -> None:
    """Raise ArchiveUnusable unless the file can be written anew: once beside it, once in its WAL."""
    with usable(archive.path):
        need_room(archive.path.parent, 2 * size_of(archive.db.conn))


def sweep(archive: Archive) -> None:
    """Leave nothing in the files but what the tables hold.

    Raises ArchiveUnusable when another program keeps the WAL from being emptied.
    """
    with archive.writing():
        archive.db.conn.execute("INSERT INTO posts_fts (posts_fts) VALUES ('optimize')")
    with usable(archive.path):
        archive.db.conn.execute("VACUUM")
        busy, *_ = archive.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise ArchiveUnusable(
            f"purged, but {archive.path}-wal still holds what was: another program reads the archive;"
            " end it and purge the same once more"
        )
