"""Ids in the order of what happened: of two crawls or versions the later one has the higher id.

Much of the archive asks for the last of something by its id. Rows that come from elsewhere have newer
ids than what happened after them, so that the rows of a profile share theirs out anew.
"""

from collections.abc import Sequence

from sqlite_utils import Database

from archive.rows import rows

#: Table → when a row of it happened.
WHEN = {"crawls": "started_at", "fetches": "fetched_at", "observations": "observed_at"}


def in_order(database: Database, profile_id: int) -> None:
    """Let the ids of a profile's crawls, fetches and observations follow their times."""
    for table, when in WHEN.items():
        sql = f"SELECT id FROM {table} WHERE profile_id = ? ORDER BY {when}, id"
        renumber(database, table, [row["id"] for row in rows(database, sql, profile_id)])


def renumber(database: Database, table: str, ids: Sequence[int]) -> None:
    """Give rows, named in their order, the same ids in that order; what refers to them follows."""
    changes = [(old, new) for old, new in zip(ids, sorted(ids), strict=True) if old != new]
    if not changes:
        return
    connection = database.conn
    connection.execute("PRAGMA defer_foreign_keys = ON")  # until the transaction ends
    connection.execute("CREATE TEMP TABLE renumbered (old INTEGER PRIMARY KEY, new INTEGER)")
    connection.executemany("INSERT INTO renumbered VALUES (?, ?)", changes)
    for name, column in [(table, "id"), *referring(database, table)]:
        # By way of numbers that no row has: two may change places.
        connection.execute(APART.format(table=name, column=column))
        connection.execute(f"UPDATE {name} SET {column} = -{column} WHERE {column} < 0")
    connection.execute("DROP TABLE renumbered")


APART = """
UPDATE {table} SET {column} = -(SELECT new FROM renumbered WHERE old = {column})
WHERE {column} IN (SELECT old FROM renumbered)
"""


def referring(database: Database, table: str) -> list[tuple[str, str]]:
    """The tables and columns that refer to a table."""
    return [
        (name, row["from"])
        for name in database.table_names()
        for row in rows(database, f"PRAGMA foreign_key_list({name})")
        if row["table"] == table
    ]
