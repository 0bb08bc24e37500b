"""Is every file of the vault there, and as it was kept?"""

import hashlib
from collections.abc import Iterator

from archive.connection import usable
from archive.media.files import folder_of, name_of
from archive.rows import rows
from archive.store import Archive


def damaged_files(archive: Archive) -> Iterator[tuple[str, str]]:
    """The sha256 of each file that is not what was kept, and what is wrong with it. Reads them all."""
    folder = folder_of(archive.path)
    for row in rows(archive.db, FILES):
        path = folder / name_of(row["sha256"], row["type"])
        try:
            with path.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            yield row["sha256"], f"{path} cannot be read: {error.strerror}"
            continue
        if found != row["sha256"]:
            yield row["sha256"], f"{path} is not the file that was kept"


#: Of what is wanted again nobody says that its file is there.
FILES = """
SELECT sha256, type FROM media_files WHERE sha256 IN (SELECT sha256 FROM media) ORDER BY sha256
"""


def media_problems(archive: Archive) -> Iterator[str]:
    """Files that are missing or damaged, and media that are held without one."""
    for _, problem in damaged_files(archive):
        yield problem
    for row in rows(archive.db, "SELECT url FROM media WHERE state = 'held' AND sha256 IS NULL"):
        yield f"{row['url']} is held without a file"


def want_damaged_again(archive: Archive) -> int:
    """Let media whose file is damaged be asked for again; returns how many. Raises an ArchiveError."""
    with usable(archive.path):
        damaged = [sha256 for sha256, _ in damaged_files(archive)]
    with archive.writing():
        cursors = [archive.db.conn.execute(AGAIN, (sha256,)) for sha256 in damaged]
    return sum(cursor.rowcount for cursor in cursors)


AGAIN = """
UPDATE media SET state = 'wanted', reason = NULL, sha256 = NULL, attempts = 0, next_attempt_at = NULL
WHERE sha256 = ?
"""
