"""Listings of rows without the columns that hold whole bodies: a hundred posts are megabytes."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

BODIES = {"renderings": ("body_markdown", "body_text"), "raw_pages": ("zstd",)}

Asgi = Callable[..., Awaitable[None]]


def without_bodies(app: Asgi, is_archive: Callable[[str], bool]) -> Asgi:
    """Serve `/<archive>/renderings` as `…?_nocol=body_text…`, unless columns were chosen.

    `is_archive` tells whether a database is one, by its name in addresses.
    """

    async def narrowed(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http" and (hidden := _hidden(scope, is_archive)):
            added = "&".join(f"_nocol={column}" for column in hidden).encode()
            query = scope["query_string"]
            scope = scope | {"query_string": query + b"&" + added if query else added}
        await app(scope, receive, send)

    return narrowed


def _hidden(scope: dict[str, Any], is_archive: Callable[[str], bool]) -> tuple[str, ...]:
    *_, database, table = ["", *scope["path"].split("/")][-2:]
    asked = {name for name, _ in parse_qsl(scope["query_string"].decode("latin-1"), True)}
    if asked & {"_col", "_nocol"} or not is_archive(database):
        return ()
    return BODIES.get(table.partition(".")[0], ())
