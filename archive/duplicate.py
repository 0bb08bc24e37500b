"""A whole copy of a database that may be in use, with nothing of what was deleted in it."""

import errno
import os
import shutil
import sqlite3
from pathlib import Path


def duplicate(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database, as it is at this moment, to a file `target`, whole or not at all.

    It is one file with no others beside it, so that it can be read from a medium where none can be
    made. Its pages are written anew: free ones, which SQLite's backup API copies too, may hold what
    was purged a moment ago. Writers are not kept waiting. Raises OSError or sqlite3.Error; then
    `target` is as it was.
    """
    draft = target.with_name(f"{target.name}.new")
    draft.unlink(missing_ok=True)
    try:
        check(
            source, draft
        )  # before: an index that is made anew would hide what its table has lost
        source.execute("VACUUM INTO ?", (str(draft),))
        with draft.open("rb+") as copy:
            os.fsync(
                copy.fileno()
            )  # which VACUUM INTO leaves out (https://sqlite.org/lang_vacuum.html)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def check(source: sqlite3.Connection, path: Path) -> None:
    """Raise OSError unless a database is sound, of which `path` is to be a copy."""
    (found,) = source.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise OSError(errno.EIO, f"{path} would be malformed: {found}")


def need_room(folder: Path, size: int) -> None:
    """Raise OSError unless so many bytes are free in a folder."""
    free = shutil.disk_usage(folder).free
    if free < size:
        wanted = f"{size / 1e6:.0f} MB are needed in {folder}, {free / 1e6:.0f} MB are free"
        raise OSError(errno.ENOSPC, f"{os.strerror(errno.ENOSPC)}: {wanted}")


def size_of(source: sqlite3.Connection) -> int:
    """The bytes of a database, what lies in its -wal included."""
    (size,) = source.execute(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    ).fetchone()
    return int(size)
