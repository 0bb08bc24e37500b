"""The search index beside one that is made anew, in a temporary database that only reads the archive.

There a table of the archive is found by its plain name unless the temporary database has one of that
name: so the same code that makes the archive's index makes the other.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from sqlite_utils import Database

from archive.connection import address
from archive.search.index import index_digest, rebuild

TABLES = "SELECT sql FROM kept.sqlite_master WHERE name IN ('posts_fts', 'index_state')"
#: A copy of the kept index, since checking it takes the right to write; FTS5 keeps it in these tables.
COPY = "CREATE VIRTUAL TABLE kept_fts USING fts5 (title, body, tags, aux, content='')"
SHADOWS = ("data", "idx", "docsize", "config")
#: All words of an index that is merged into one piece (its number is in the high bits), without the
#: record that counts how often it was written.
WORDS = "SELECT id & ((1 << 37) - 1), block FROM main.{}_data WHERE id <> 10 ORDER BY id"
#: How long each post is, by which hits are ranked.
LENGTHS = "SELECT id, sz FROM main.{}_docsize ORDER BY id"


def index_problems(path: Path) -> Iterator[str]:
    """What is wrong with the search index of the archive at `path`, as it is at this moment."""
    # An empty name is a database that SQLite keeps in memory, and in a file of its own when it grows.
    with closing(sqlite3.connect("", uri=True, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS kept", (address(path, read_only=True),))
        connection.execute("BEGIN")
        for (sql,) in connection.execute(TABLES).fetchall():
            connection.execute(sql)
        rebuild(Database(connection))
        copy(connection)
        try:
            connection.execute("INSERT INTO kept_fts (kept_fts) VALUES ('integrity-check')")
            if not (same(connection, LENGTHS) and same_words(connection)):
                yield "the search index has other words than the posts"
        except sqlite3.DatabaseError as error:
            yield f"the search index is damaged: {error}"


def copy(connection: sqlite3.Connection) -> None:
    """Make `kept_fts` what the archive's index is."""
    connection.execute(COPY)
    for name in SHADOWS:
        connection.execute(f"DELETE FROM kept_fts_{name}")
        connection.execute(f"INSERT INTO kept_fts_{name} SELECT * FROM kept.posts_fts_{name}")


def same_words(connection: sqlite3.Connection) -> bool:
    """Whether both indexes have the same words in the same places.

    Merged into one piece they are the same bytes, which is sixty times as fast to see as word by
    word; but perhaps not where they were written by two releases of SQLite.
    """
    for table in ("posts_fts", "kept_fts"):
        connection.execute(f"INSERT INTO main.{table} ({table}) VALUES ('optimize')")
    return same(connection, WORDS) or digests_agree(Database(connection))


def same(connection: sqlite3.Connection, query: str) -> bool:
    made, kept = (connection.execute(query.format(name)) for name in ("posts_fts", "kept_fts"))
    return all(one == other for one, other in zip_longest(made, kept))


def digests_agree(database: Database) -> bool:
    return index_digest(database) == index_digest(database, "kept")
