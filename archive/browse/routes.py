"""Which page of ours an address is, below `/<database>/-/`; other databases have none of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from archive.browse.pages.post import post
from archive.browse.pages.search import search_json, search_page
from archive.browse.visit import View, Visit, allowed

if TYPE_CHECKING:
    from datasette.app import Datasette
    from datasette.utils.asgi import Request, Response

#: The rest of the address → the page. The groups are arguments of the visit.
PAGES: dict[str, View] = {
    r"post/(?P<post>\d+)": post,
    r"search": search_page,
    r"search\.json": search_json,
}


def routes(is_archive: Callable[[Datasette, str], bool]) -> list[tuple[str, Any]]:
    """What Datasette's `register_routes` wants."""
    return [
        (rf"/(?P<database>[^/]+)/-/{address}$", served(view, is_archive))
        for address, view in PAGES.items()
    ]


def served(view: View, is_archive: Callable[[Datasette, str], bool]) -> Any:
    """A page as Datasette calls it. `is_archive` tells of a database's name."""

    async def page(datasette: Datasette, request: Request) -> Response:
        from datasette.utils.asgi import Forbidden, NotFound

        try:
            database = datasette.get_database(route=decoded(request.url_vars["database"]))
        except KeyError:
            raise NotFound("no such database") from None
        if not is_archive(datasette, database.name):
            raise NotFound(f"{database.name} is no archive of blog-archiver")
        if not await allowed(datasette, request, database.name):
            raise Forbidden("view-database")
        return await view(Visit(datasette, request, database))

    return page


def decoded(name: str) -> str:
    from datasette.utils import tilde_decode

    found: str = tilde_decode(name)
    return found
