"""Opening an archive's file: is it there, is it ours, is it of a schema that we know, can it be used.

ArchiveError
├── ArchiveMissing     no file, or an empty one, and nobody asked to make it
├── NotAnArchive       not SQLite, or another program's database
├── ArchiveTooNew      made by a later version of this program
├── ArchiveOutdated    made by an earlier one, and opened to read: readers never migrate
└── ArchiveUnusable    not writable, disk full, damaged
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from sqlite_utils import Database, Migrations

from archive.duplicate import duplicate, need_room, size_of
from archive.media.shown import follow_all
from archive.migrations import APPLICATION_ID, migrations
from archive.recording.measures import measure_all
from archive.search.index import is_current, rebuild

#: How long one writer waits for another; a transaction of ours takes some 10 ms.
BUSY_SECONDS = 30.0


class ArchiveError(Exception):
    """An archive that cannot be used; the message says what, where, and what to do."""


class ArchiveMissing(ArchiveError):
    """There is no archive."""


class NotAnArchive(ArchiveError):
    """The file is something else."""


class ArchiveTooNew(ArchiveError):
    """A later version of the program has changed the schema."""


class ArchiveOutdated(ArchiveError):
    """The schema has to be migrated, which only writing does."""


class ArchiveUnusable(ArchiveError):
    """The file or the disk under it does not let us."""


def open_database(path: Path, *, create: bool = False, read_only: bool = False) -> Database:
    """Open the archive at an absolute `path`, migrated unless `read_only`.

    `create` makes it where it is missing. Raises an ArchiveError.
    """
    with usable(path):
        if not create and (not path.exists() or path.stat().st_size == 0):
            raise ArchiveMissing(f"no archive at {path}: `blog-archiver add` or `crawl` makes one")
        connection = connect(path, read_only=read_only)
    try:
        with usable(path):
            database = Database(connection)
            prepare(database, path, read_only=read_only)
    except BaseException:
        connection.close()
        raise
    return database


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection on which nothing begins a transaction by itself."""
    connection = sqlite3.connect(
        address(path, read_only=read_only), uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def address(path: Path, *, read_only: bool) -> str:
    """The URI by which SQLite opens an archive."""
    mode = "mode=ro&immutable=1" if frozen(path) else "mode=ro"
    return f"{path.as_uri()}?{mode if read_only else 'mode=rwc'}"


def frozen(path: Path) -> bool:
    """Whether a file lies where SQLite can neither find nor make the files that WAL needs beside it."""
    beside = path.with_name(f"{path.name}-wal")
    return not os.access(path.parent, os.W_OK) and not beside.exists()


def prepare(database: Database, path: Path, *, read_only: bool) -> None:
    """Check that a database is an archive of ours, and bring it up to date unless `read_only`."""
    if read_only:
        check_readable(database, path)
        return
    check_identity(database, path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    if migrations.pending(database):
        migrate(database, path)
    if not is_current(database):
        with transaction(database):
            rebuild(database)


def migrate(database: Database, path: Path) -> None:
    """Apply the steps that an archive lacks, all or none, after a copy of what it was.

    What follows from the posts is made again by the code of today, and not by that of a step.
    """
    with transaction(database):
        steps = migrations.pending(database)  # asked again: another program may have been first
        if steps and migrations.applied(database):
            keep_copy(path, steps[0].name)
        migrations.apply(database)
        follow_all(database)
        measure_all(database)


def keep_copy(path: Path, step: str) -> None:
    """Leave `archive.db.before-<step>` beside an archive; it is the user's to remove.

    Raises OSError unless there is room for it, and for as much again that the migration may write.
    """
    with closing(connect(path, read_only=True)) as source:
        need_room(path.parent, 2 * size_of(source))
        duplicate(source, path.with_name(f"{path.name}.before-{step}"))


def check_readable(database: Database, path: Path) -> None:
    """Raise NotAnArchive, ArchiveTooNew or ArchiveOutdated unless this version reads a database as it is."""
    check_identity(database, path)
    if migrations.pending(database):
        raise ArchiveOutdated(
            f"{path} was made by an earlier version: `blog-archiver crawl` brings it up to date"
        )


def check_identity(database: Database, path: Path) -> None:
    """Raise NotAnArchive or ArchiveTooNew unless the database is empty or an archive we know."""
    found, objects = database.execute(IDENTITY).fetchone()
    if found != APPLICATION_ID and (found, objects) != (0, 0):
        raise NotAnArchive(f"{path} is not an archive but another program's database")
    known = names(migrations)
    unknown = [step.name for step in migrations.applied(database) if step.name not in known]
    if unknown:
        raise ArchiveTooNew(
            f"{path} was made by a later version ({unknown[-1]}): upgrade blog-archiver"
        )


@cache
def names(steps: Migrations) -> frozenset[str]:
    """The names of all steps that there are."""
    return frozenset(step.name for step in steps.pending(Database(memory=True)))


#: In one statement, since another program may be making the archive at this moment.
IDENTITY = "SELECT application_id, (SELECT count(*) FROM sqlite_master) FROM pragma_application_id"


@contextmanager
def transaction(database: Database) -> Iterator[None]:
    """Everything in the block or nothing. IMMEDIATE, since a reader cannot wait to become a writer."""
    database.conn.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        database.rollback()
        raise
    try:
        database.conn.execute("COMMIT")
    except BaseException:
        database.rollback()
        raise


@contextmanager
def usable(path: Path) -> Iterator[None]:
    """Turn what SQLite says of a file and a disk into an ArchiveError.

    What it says of a statement, a constraint or a type is a defect of ours, and stays what it is.
    """
    try:
        yield
    except OSError as error:
        raise ArchiveUnusable(f"{path} cannot be used: {error}{advice(str(error))}") from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise NotAnArchive(f"{path} is not an archive and not an SQLite database") from error
        if code not in UNUSABLE:
            raise
        raise ArchiveUnusable(f"{path} cannot be used: {error}{advice(str(error))}") from error


#: SQLite's codes for what is the matter with a file, a disk or a neighbour, not with a statement.
UNUSABLE = {
    *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM),
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL),
    *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS),
    *(sqlite3.SQLITE_AUTH, sqlite3.SQLITE_TOOBIG),
}


def advice(message: str) -> str:
    """What to do about one of SQLite's messages, as the end of a sentence."""
    for words, todo in ADVICE.items():
        if words in message:
            return f"; {todo}"
    return ""


ADVICE = {
    "full": "make room on the disk and crawl again: nothing that was archived is lost",
    "No space left": "make room on the disk: nothing that was archived is lost",
    "I/O error": "look at the disk and crawl again: nothing that was archived is lost",
    "unable to open": "give the path of a file in a folder that exists and can be written",
    "ermission denied": "give yourself the right to read and write the file and its folder",
    "readonly": "give yourself the right to write the file and its folder",
    "malformed": "it is damaged: restore a backup",
    "locked": "another program is writing it; try again when that has ended",
}
