"""Counters, kept apart from content because they change daily; a row only when a value is new."""

from collections.abc import Mapping
from typing import Literal

from sqlite_utils import Database

from archive.rows import rows

Owner = Literal["post", "profile"]


def record_metrics(
    database: Database, owner: Owner, owner_id: int, metrics: Mapping[str, int], at: str
) -> None:
    """Keep the counters of a post or profile that differ from the last ones; `at` as archived."""
    if not metrics:
        return
    # max() makes SQLite take the bare columns from the row that holds the maximum.
    latest = (
        f"SELECT name, value, max(observed_at) FROM {owner}_metrics"
        f" WHERE {owner}_id = ? GROUP BY name"
    )
    last = {row["name"]: row["value"] for row in rows(database, latest, owner_id)}
    sql = f"INSERT OR REPLACE INTO {owner}_metrics ({owner}_id, observed_at, name, value)"
    changed = [
        (owner_id, at, name, value) for name, value in metrics.items() if last.get(name) != value
    ]
    database.conn.executemany(f"{sql} VALUES (?, ?, ?, ?)", changed)
