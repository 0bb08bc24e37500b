"""Datasette plugin: archives come described, and `?_search=显存` works on them.

It acts only on databases with our `application_id`; others keep their own search. Works with
Datasette 0.65, which asks plugins for metadata (`get_metadata`), and with 1.0, where that hook is
gone: descriptions and saved queries are rows of its internal database there, and the rest is
configuration.
"""

from __future__ import annotations

import sqlite3
from copy import deepcopy
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from datasette import hookimpl

from archive.browse import cells, queries
from archive.browse.listings import Asgi, light
from archive.browse.routes import routes
from archive.browse.tables import Table, described
from archive.migrations import APPLICATION_ID
from archive.search.query import parse

if TYPE_CHECKING:  # Datasette imports its plugins while it is itself being imported
    from datasette.app import Datasette
    from datasette.database import Database

#: The archives of each running Datasette, with their tables.
_archives: WeakKeyDictionary[Datasette, dict[str, dict[str, Table]]] = WeakKeyDictionary()


def _is_archive(connection: sqlite3.Connection) -> bool:
    found: int = connection.execute("PRAGMA application_id").fetchone()[0]
    return found == APPLICATION_ID


@hookimpl(trylast=True)  # after Datasette's own, which registers the same function
def prepare_connection(conn: sqlite3.Connection) -> None:
    """Let Datasette's search ask for the words of our index."""
    if _is_archive(conn):
        conn.create_function("escape_fts", 1, lambda typed: parse(str(typed)).match())


@hookimpl
async def startup(datasette: Datasette) -> None:
    """Look which databases are archives, and tell Datasette of their tables."""
    _archives[datasette] = {
        name: described(await _columns(database))
        for name, database in datasette.databases.items()
        if await database.execute_fn(_is_archive)
    }
    if hasattr(datasette, "set_resource_metadata"):
        for name, tables in _archives[datasette].items():
            _configure(datasette, name, tables)
            await _describe(datasette, name, tables)
            await queries.store(datasette, name)


async def _columns(database: Database) -> dict[str, list[str]]:
    names = [*await database.table_names(), *await database.view_names()]
    return {name: await database.table_columns(name) for name in names}


def _configure(datasette: Datasette, name: str, tables: dict[str, Table]) -> None:
    """Datasette 1.0: what the user's own configuration does not say."""
    databases = datasette.config.setdefault("databases", {})
    own = databases.setdefault(name, {}).setdefault("tables", {})
    for table, known in tables.items():
        own[table] = known.configuration | own.get(table, {})


async def _describe(datasette: Datasette, name: str, tables: dict[str, Table]) -> None:
    """Datasette 1.0: what the user's own metadata do not say."""
    for table, known in tables.items():
        if "description" not in await datasette.get_resource_metadata(name, table):
            await datasette.set_resource_metadata(name, table, "description", known.description)
        for column, text in known.columns.items():
            if not await datasette.get_column_metadata(name, table, column):
                await datasette.set_column_metadata(name, table, column, "description", text)


def _served(datasette: Datasette, name: str) -> bool:
    return name in _archives.get(datasette, {})


@hookimpl
def register_routes() -> list[tuple[str, Any]]:
    """The pages of ours."""
    return routes(_served)


@hookimpl
def register_facet_classes() -> list[type]:
    """The facet of tags, which only our tables are configured to have."""
    from archive.browse.facet import TagsFacet

    return [TagsFacet]


@hookimpl
def get_metadata(datasette: Datasette, key: str | None, table: str | None) -> dict[str, Any]:
    """Datasette 0.65: everything; the user's own metadata are merged over it.

    It asks some ten times a page what is allowed and loaded, of which there is nothing here.
    """
    if table is None and key not in (None, "databases", "tables"):
        return {}
    databases = {
        name: {"tables": {table: deepcopy(known.metadata) for table, known in tables.items()}}
        for name, tables in _archives.get(datasette, {}).items()
    }
    return {"databases": databases} if databases else {}


@hookimpl
def canned_queries(datasette: Datasette, database: str) -> dict[str, dict[str, str]]:
    """Datasette 0.65: the saved queries."""
    return queries.canned(datasette, database) if _served(datasette, database) else {}


@hookimpl
def render_cell(
    datasette: Datasette, database: str, table: str | None, row: Any, column: str, value: Any
) -> Any:
    """Titles of posts lead to where they are read."""
    if column != "title" or not _served(datasette, database):
        return None
    return cells.title(datasette, database, table, row, value)


@hookimpl
def extra_css_urls(datasette: Datasette, database: str | None, view_name: str) -> list[str]:
    """What columns mean stands below the rows."""
    if view_name != "table" or database is None or not _served(datasette, database):
        return []
    return [datasette.urls.static_plugins("blog-archiver", "tables.css")]


@hookimpl
def asgi_wrapper(datasette: Datasette) -> Any:
    """Keep bodies out of listings, and listings quick."""

    def is_archive(route: str) -> bool:
        archives = _archives.get(datasette, {})
        return any((datasette.get_database(name).route or name) == route for name in archives)

    def wrap(app: Asgi) -> Asgi:
        return light(app, is_archive)

    return wrap
