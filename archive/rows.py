"""Rows in and out: whatever an item holds becomes something that SQLite can keep.

Plain SQL, since a row through sqlite-utils costs a millisecond of looking at the schema, and an
entry of a listing that did not change has one millisecond for everything.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from sqlite_utils import Database

from scraper.items import Moment

T = TypeVar("T")
Row = dict[str, Any]

#: What an item may hold besides text, numbers and what is made of them.
UNTOUCHED = (type(None), bool, float, bytes, date)

#: SQLite's integers have 64 bits.
LARGEST = 2**63 - 1


def storable(value: T) -> T:
    """`value`, an item or a part of one, with nothing in it that SQLite refuses or cuts.

    A lone surrogate and a NUL become U+FFFD, an integer is held within 64 bits.
    """
    made: Any = value
    if isinstance(value, UNTOUCHED):
        return value
    if isinstance(value, str):
        made = storable_text(value)
    elif isinstance(value, int):
        made = max(-LARGEST, min(LARGEST, value))
    elif isinstance(value, dict):
        made = {storable(key): storable(item) for key, item in value.items()}
    elif isinstance(value, list | tuple):
        made = type(value)(map(storable, value))
    elif is_dataclass(value) and not isinstance(value, type):
        made = replace(value, **{f.name: storable(getattr(value, f.name)) for f in fields(value)})
    return made  # type: ignore[no-any-return]


def storable_text(text: str) -> str:
    """Text that is valid UTF-8; the two halves of a surrogate pair become their character."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def instant(moment: datetime) -> str:
    """An aware time as the archive writes it: UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def moment_columns(name: str, moment: Moment | None) -> Row:
    """The four columns of a time of the site's; none where there is no time."""
    if moment is None:
        return {}
    return {
        f"{name}_at": instant(moment.at),
        f"{name}_on": moment.on.isoformat(),
        f"{name}_precision": moment.precision,
        f"{name}_text": moment.text,
    }


def moment_in(row: Row, name: str) -> Moment | None:
    """The time of the site's that a row's four columns hold, if they do."""
    if row[f"{name}_at"] is None:
        return None
    return Moment(
        at=datetime.fromisoformat(row[f"{name}_at"]),
        on=date.fromisoformat(row[f"{name}_on"]),
        precision=row[f"{name}_precision"],
        text=row[f"{name}_text"],
    )


def as_json(value: Any) -> str:
    """JSON with Chinese as it is, so that SQL finds it, and the same for equal values."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def bound(value: Any) -> Any:
    """A value as it is bound: lists and mappings as JSON."""
    return as_json(value) if isinstance(value, list | tuple | dict) else value


def rows(database: Database, sql: str, *parameters: Any, **named: Any) -> list[Row]:
    """All rows of a query, with parameters by place or by name."""
    cursor = database.conn.execute(sql, named or parameters)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def first(database: Database, sql: str, *parameters: Any) -> Row | None:
    """The first row of a query, if it has any."""
    found = rows(database, sql, *parameters)
    return found[0] if found else None


def insert(database: Database, table: str, row: Mapping[str, Any], *, clause: str = "") -> int:
    """Insert a row and return its id. `clause` is what to do on a conflict."""
    marks = ", ".join("?" * len(row))
    sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks}) {clause}"
    return database.conn.execute(sql, [bound(value) for value in row.values()]).lastrowid or 0


def update(database: Database, table: str, row_id: int, changes: Mapping[str, Any]) -> None:
    """Change columns of the row with an id."""
    if changes:
        columns = ", ".join(f"{name} = ?" for name in changes)
        values = [bound(value) for value in changes.values()]
        database.conn.execute(f"UPDATE {table} SET {columns} WHERE id = ?", [*values, row_id])
