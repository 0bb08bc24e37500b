"""Which page of ours an address is, below `/<database>/-/`; other databases have none of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.browse.pages.changes import changes, changes_atom
from archive.browse.pages.diff import diff
from archive.browse.pages.history import history
from archive.browse.pages.home import home
from archive.browse.pages.media import media
from archive.browse.pages.post import post
from archive.browse.pages.profile import profile
from archive.browse.pages.search import search_page
from archive.browse.pages.search_json import search_json
from archive.browse.visit import View, Visit, allowed
from archive.connection import ArchiveError, check_readable

if TYPE_CHECKING:
    from datasette.app import Datasette
    from datasette.utils.asgi import Request, Response

#: Set in the environment by `blog-archiver browse`: Datasette's `/` is then the archive's.
FRONT = "BLOG_ARCHIVER_FRONT"
#: The rest of the address → the page. The groups are arguments of the visit.
PAGES: dict[str, View] = {
    r"changes": changes,
    r"changes\.atom": changes_atom,
    r"home": home,
    r"media/(?P<name>.+)": media,
    r"post/(?P<post>\d+)": post,
    r"post/(?P<post>\d+)/diff": diff,
    r"post/(?P<post>\d+)/history": history,
    r"profile/(?P<profile>\d+)": profile,
    r"search": search_page,
    r"search\.json": search_json,
}


def routes(is_archive: Callable[[Datasette, str], bool]) -> list[tuple[str, Any]]:
    """What Datasette's `register_routes` wants."""
    pages = [
        (rf"/(?P<database>[^/]+)/-/{address}$", served(view, is_archive))
        for address, view in PAGES.items()
    ]
    return [(r"/$", front(is_archive)), *pages] if os.environ.get(FRONT) else pages


def front(is_archive: Callable[[Datasette, str], bool]) -> Any:
    """The way from `/` to the first archive's home."""

    async def page(datasette: Datasette) -> Response:
        from datasette.utils.asgi import NotFound, Response

        for name in datasette.databases:
            if is_archive(datasette, name):
                return Response.redirect(f"{datasette.urls.database(name)}/-/home")
        raise NotFound("no archive")

    return page


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
        visit = Visit(datasette, request, database)
        try:
            await visit.read(partial(check_readable, path=Path(database.path)))
        except ArchiveError as error:  # of another version: Datasette serves whatever it is given
            return await visit.page(
                "unreadable.html", status=503, title="Another version's archive", reason=str(error)
            )
        return await view(visit)

    return page


def decoded(name: str) -> str:
    from datasette.utils import tilde_decode

    found: str = tilde_decode(name)
    return found
