"""What is left of deleted rows: words in the index until its parts are merged, bytes in free pages and WAL."""

import sqlite3
from pathlib import Path

from sqlite_utils import Database

from archive.backup import DATABASE, MANIFEST, read_manifest, sha256
from archive.connection import ArchiveUnusable, usable
from archive.duplicate import need_room, size_of
from archive.store import Archive

#: What SQLite keeps beside a database.
BESIDE = ("-wal", "-shm", "-journal")
#: Bytes 18 and 19 of SQLite's header in a file without WAL (https://www.sqlite.org/fileformat.html).
FORMAT, NO_WAL = slice(18, 20), b"\1\1"


def need_room_to_sweep(archive: Archive) -> None:
    """Raise ArchiveUnusable unless the file can be written anew: once beside it, once in its WAL."""
    with usable(archive.path):
        need_room(archive.path.parent, 2 * size_of(archive.db.conn))


def forget_words(database: Database) -> None:
    """Merge the parts of the index: until then they hold the words of what was taken out of it.

    In the transaction of the rows, so that nobody ever copies the one without the other.
    """
    database.conn.execute("INSERT INTO posts_fts (posts_fts) VALUES ('optimize')")


def sweep(archive: Archive) -> None:
    """Leave nothing in the files but what the tables hold.

    Raises ArchiveUnusable when another program keeps the WAL from being emptied.
    """
    with usable(archive.path):
        archive.db.conn.execute("VACUUM")
        busy, *_ = archive.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise ArchiveUnusable(
            f"purged, but {archive.path}-wal still holds what was: another program reads the archive;"
            " end it and purge the same once more"
        )


def swept(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether a purge of the copy at `path` came to its end, and not only to its rows.

    Opening a copy gives it a WAL, which a purge takes from it after the sweep; after that, the
    checksum of a backup follows. Raises OSError, sqlite3.Error.
    """
    with path.open("rb") as file:
        one_file = file.read(FORMAT.stop)[FORMAT] == NO_WAL
    (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    beside = any(path.with_name(f"{path.name}{ending}").exists() for ending in BESIDE)
    return one_file and not free and not beside and summed(path)


def summed(path: Path) -> bool:
    """Whether the checksum of a backup's database is its own; other copies have none."""
    manifest = path.parent / MANIFEST
    if path.name != DATABASE or not manifest.exists():
        return True
    return read_manifest(manifest).get(DATABASE) == sha256(path)
