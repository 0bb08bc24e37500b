"""Rows of another archive as they are here, where ids are others."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlite_utils import Database

from archive.ledger import Crawl
from archive.rows import Row, first, insert, rows

#: Column → the table that it refers to.
REFERENCES = {
    "profile_id": "profiles",
    "post_id": "posts",
    "crawl_id": "crawls",
    "first_seen_crawl": "crawls",
    "last_seen_crawl": "crawls",
    "got_crawl": "crawls",
    "fetch_id": "fetches",
    "version_id": "post_versions",
}


class Lost(Exception):
    """A row refers to what does not come over: a post that is purged here."""


class Union:
    """What comes from `there` to `here`; `ids` are table → id there → id here, `added` counts rows.

    `dated`: both know when they saw what they hold. Otherwise what was here goes before what comes.
    `refuse(place, reason)` is told of what stays there; `purged` counts posts that were purged here;
    `unlisted` are profiles here whose lists there are without posts that were purged there.
    """

    def __init__(
        self, here: Database, there: Database, refuse: Callable[[str, str], None], *, dated: bool
    ) -> None:
        self.here, self.there, self.refuse, self.dated = here, there, refuse, dated
        self.ids: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self.added: Counter[str] = Counter()
        self.touched = set[int]()
        self.purged = 0
        self.unlisted = set[int]()

    def translated(self, row: Row) -> Row:
        """A row as it is to be here, without its id. Raises Lost."""
        return {
            column: self.id_here(REFERENCES[column], value)
            if column in REFERENCES and value is not None
            else value
            for column, value in row.items()
            if column != "id"
        }

    def id_here(self, table: str, number: int) -> int:
        """The id of what has this one there. A crawl comes over when it is first spoken of. Raises Lost."""
        if table == "crawls" and number not in self.ids[table]:
            row = first(self.there, "SELECT * FROM crawls WHERE id = ?", number)
            assert row is not None
            row["outcome"] = row["outcome"] or "interrupted"  # it does not run here
            self.carry("crawls", row, ("profile_id", "started_at"))
        try:
            return self.ids[table][number]
        except KeyError:
            raise Lost from None

    def carry(self, table: str, row: Row, key: Sequence[str]) -> bool:
        """Bring a row over unless there is one with the same `key`; whether it is new. Raises Lost."""
        made = self.translated(row)
        same = " AND ".join(f"{column} IS ?" for column in key)
        sql = f"SELECT rowid AS id FROM {table} WHERE {same}"
        found = first(self.here, sql, *(made[column] for column in key))
        number = found["id"] if found else self.add(table, made)
        if "id" in row:
            self.ids[table][row["id"]] = number
        return not found

    def add(self, table: str, made: Row) -> int:
        """Insert a translated row."""
        self.added[table] += 1
        return insert(self.here, table, made)

    def carry_all(self, table: str, key: Sequence[str], condition: str, *values: object) -> None:
        """Bring over the rows of a table that meet a condition, and refer to nothing that is purged."""
        for row in rows(self.there, f"SELECT * FROM {table} WHERE {condition}", *values):
            try:
                self.carry(table, row, key)
            except Lost:
                continue

    def join(self, table: str, condition: str, *values: object) -> None:
        """The same for a table without ids, of which a row that is there stays."""
        for row in rows(self.there, f"SELECT * FROM {table} WHERE {condition}", *values):
            try:
                insert(self.here, table, self.translated(row), clause="ON CONFLICT DO NOTHING")
            except Lost:
                continue

    def crawl_of(self, made: Row) -> Crawl:
        """The crawl that a translated row is of, to record by."""
        sql = "SELECT * FROM crawls WHERE id = ?"
        row = first(self.here, sql, made["crawl_id"]) or {}
        at = datetime.fromisoformat(row["started_at"])
        return Crawl(self.here, row["id"], row["profile_id"], row["platform"], at, row["depth"])
