"""Other archives beside one: backups, what a migration or a killed copy has left, archives by other names.

They are looked for in the archive's folder and in the folders in it, by what SQLite's header says. A
backup that lies elsewhere is nobody's to know.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from archive.backup import DATABASE, MANIFEST, checksums, write_manifest
from archive.connection import usable
from archive.migrations import APPLICATION_ID
from archive.purge.forget import forget
from archive.purge.residue import BESIDE, swept
from archive.purge.wanted import Wanted
from archive.store import Archive

#: SQLite's header up to the application id (https://www.sqlite.org/fileformat.html), and its first bytes.
HEADER, MAGIC = 72, b"SQLite format 3\0"


def copies(archive_path: Path, chosen: Wanted) -> list[Path]:
    """The files that hold something of what is chosen, or cannot be read."""
    found = (path for path in archives_beside(archive_path) if holds(path, chosen))
    return sorted(path for path in found if not path.samefile(archive_path))


def folders_beside(archive_path: Path) -> list[Path]:
    """The folder of an archive and those in it, but for what may not be looked into."""
    folder = archive_path.parent
    return [folder, *sorted(path for path in folder.iterdir() if path.is_dir())]


def archives_beside(archive_path: Path) -> Iterator[Path]:
    """All archives that lie beside one, under whatever name, and itself."""
    for folder in folders_beside(archive_path):
        with suppress(PermissionError):
            for path in folder.iterdir():
                if path.is_file() and is_archive(path):
                    yield path


def is_archive(path: Path) -> bool:
    """Whether a file begins as an archive of ours does."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
    except OSError:
        return False
    return header.startswith(MAGIC) and header[68:] == APPLICATION_ID.to_bytes(4, "big")


def holds(path: Path, chosen: Wanted) -> bool:
    """Whether an archive, of whatever schema, has a chosen post that is not purged, or is not swept."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            states = {
                state
                for *post, state in connection.execute(STATES)
                if tuple(post) in chosen.posts or tuple(post[:2]) in chosen.profiles
            }
            return bool(states) and not (states == {"purged"} and swept(connection, path))
    except (sqlite3.Error, OSError):
        return True


STATES = """
SELECT posts.platform, handle, source_id, state
FROM posts JOIN profiles ON profiles.id = profile_id
"""


def left_over(path: Path) -> bool:
    """Whether a copy is of no use but to go back: made before a migration, or not finished."""
    return ".before-" in path.name or path.suffix == ".new"


def purge_copy(path: Path, chosen: Wanted) -> None:
    """Purge the same in a copy, or delete one that is left over. Raises an ArchiveError, also for one
    that is damaged, and ConfigurationError for the profiles.toml of a backup.

    One of an earlier schema is migrated for it; of a backup the checksums follow.
    """
    if left_over(path):
        delete(path)
        return
    with usable(path), Archive.open(path) as archive:
        forget(archive, chosen)
        archive.db.conn.execute("PRAGMA journal_mode = DELETE")  # one file, as it was made
    for before in path.parent.glob(f"{path.name}.before-*"):
        delete(before)
    if path.name == DATABASE and (path.parent / MANIFEST).exists():
        with usable(path.parent):
            write_manifest(path.parent / MANIFEST, checksums(path.parent))


def delete(path: Path) -> None:
    """Delete a database and what SQLite may have left beside it. Raises ArchiveUnusable."""
    with usable(path):
        for ending in ("", *BESIDE):
            path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
