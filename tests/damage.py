"""Damage as a failing disk does it."""

import sqlite3
from contextlib import closing
from pathlib import Path


def spoil(archive: Path, table: str) -> None:
    """Overwrite the first page of a table in a closed archive."""
    with closing(sqlite3.connect(archive)) as connection:
        sql = "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = ?"
        number, size = connection.execute(sql, (table,)).fetchone()
    with archive.open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(b"\xff" * size)
