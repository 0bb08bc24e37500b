"""The saved queries of an archive, told to each Datasette as it wants to be."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasette.app import Datasette


@cache
def saved() -> dict[str, dict[str, str]]:
    """Name → `title`, `description` and `sql`, as `queries.toml` has them."""
    text = files(__package__).joinpath("queries.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def canned(datasette: Datasette, database: str) -> dict[str, dict[str, str]]:
    """Datasette 0.65: those whose names the user's own queries have not."""
    own = datasette.metadata("queries", database=database, fallback=False) or {}
    return {name: dict(query) for name, query in saved().items() if name not in own}


async def store(datasette: Datasette, database: str) -> None:
    """Datasette 1.0: the same, as rows of its internal database."""
    for name, query in saved().items():
        known = await datasette.get_query(database, name)
        if known is None or known.source == "plugin":
            await datasette.add_query(database, name, **query)
