"""Are the SQLite that Python has, and the disk, fit for an archive?"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

#: 3.35 brought ON CONFLICT without a target, the newest of what the archive's SQL needs.
OLDEST_SQLITE = (3, 35, 0)
#: Bytes for the -wal of a crawl, several times what it grows to.
RESERVE = 50_000_000


def sqlite_problems() -> Iterator[str]:
    """What the SQLite of this Python lacks; Python's own version is seen to by its installer."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        yield f"SQLite is {sqlite3.sqlite_version}"
    with closing(sqlite3.connect(":memory:")) as memory:
        try:
            memory.execute("CREATE VIRTUAL TABLE probe USING fts5 (words, content='')")
        except sqlite3.OperationalError as error:
            yield f"SQLite {sqlite3.sqlite_version} has no FTS5: {error}"


def disk_problems(path: Path) -> Iterator[str]:
    """Whether the disk of an archive has room for the next crawl, and for a copy of the archive.

    A migration makes such a copy first.
    """
    free, needed = shutil.disk_usage(path.parent).free, path.stat().st_size + RESERVE
    if free < needed:
        yield f"{free / 1e6:.0f} MB are free in {path.parent}, {needed / 1e6:.0f} MB are needed"
