"""Listings of rows as they are fast: without the columns that hold whole bodies, a hundred of which are
megabytes, and without Datasette trying each column for a facet, which takes a second at 10,000 posts.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

BODIES = {"renderings": ("body_markdown", "body_text"), "raw_pages": ("zstd",)}

Asgi = Callable[..., Awaitable[None]]


def light(app: Asgi, is_archive: Callable[[str], bool]) -> Asgi:
    """Serve `/<archive>/renderings` as `…?_nosuggest=1&_nocol=body_text…`, unless columns were chosen.

    `is_archive` tells whether a database is one, by its name in addresses.
    """

    async def narrowed(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http" and (added := "&".join(_added(scope, is_archive)).encode()):
            query = scope["query_string"]
            scope = scope | {"query_string": query + b"&" + added if query else added}
        await app(scope, receive, send)

    return narrowed


def _added(scope: dict[str, Any], is_archive: Callable[[str], bool]) -> list[str]:
    """The arguments that a listing of an archive is served with besides its own."""
    *_, database, table = ["", *scope["path"].split("/")][-2:]
    if not is_archive(database):
        return []
    asked = {name for name, _ in parse_qsl(scope["query_string"].decode("latin-1"), True)}
    hidden = () if asked & {"_col", "_nocol"} else BODIES.get(table.partition(".")[0], ())
    quick = [] if "_nosuggest" in asked else ["_nosuggest=1"]
    return quick + [f"_nocol={column}" for column in hidden]
