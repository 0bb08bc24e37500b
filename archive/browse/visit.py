"""One request for a page of an archive: what it may read, where its links go, how it is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from sqlite_utils import Database

if TYPE_CHECKING:  # Datasette imports its plugins while it is itself being imported
    from datasette.app import Datasette
    from datasette.database import Database as Served
    from datasette.utils.asgi import Request, Response

T = TypeVar("T")

#: Ours run no inline script and load nothing from elsewhere, whatever an archived text holds.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",  # nobody learns what is read here
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",  # the posts have another home
}


@dataclass(frozen=True, slots=True)
class Visit:
    """A request, to the archive that Datasette serves as `served`."""

    datasette: Datasette
    request: Request
    served: Served

    def asked(self, name: str) -> str:
        """An argument of the query string, or of the path; empty where there is none."""
        found: str = self.request.url_vars.get(name) or self.request.args.get(name) or ""
        return found.strip()

    def number(self, name: str, default: int = 0) -> int:
        """An argument as a number that SQLite can hold; `default` for anything else."""
        text = self.asked(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else default

    async def read(self, query: Callable[[Database], T]) -> T:
        """What a query finds in the archive, asked in a thread of Datasette's."""

        def ask(connection: Any) -> T:
            return query(Database(connection))

        found: T = await self.served.execute_fn(ask)
        return found

    def url(self, page: str = "home", /, **arguments: Any) -> str:
        """The address of a page of ours; arguments that are empty are left out."""
        given = {name: value for name, value in arguments.items() if value not in ("", None, [])}
        query = f"?{urlencode(given, doseq=True)}" if given else ""
        return f"{self.datasette.urls.database(self.served.name)}/-/{page}{query}"

    def static(self, name: str) -> str:
        """The address of a file that comes with this package."""
        found: str = self.datasette.urls.static_plugins("blog-archiver", name)
        return found

    async def page(self, template: str, *, status: int = 200, **context: Any) -> Response:
        """An HTML page of ours. `title` is given among the context."""
        ours = {"visit": self, "url": self.url, "static": self.static, "outside": outside}
        shown = {**ours, **context}
        html = await self.datasette.render_template(
            f"blog_archiver/{template}", shown, request=self.request
        )
        return answer(html, "text/html; charset=utf-8", status)


def outside(address: str) -> str:
    """An archived address as a link may have it: one of the web, else one that leads nowhere."""
    return address if address.lower().startswith(("https://", "http://")) else "#"


def answer(body: str | bytes, kind: str, status: int = 200, **headers: str) -> Response:
    """A response of ours, with the headers that all have."""
    from datasette.utils.asgi import Response

    return Response(body, status=status, content_type=kind, headers={**HEADERS, **headers})


View = Callable[[Visit], Awaitable["Response"]]


async def allowed(datasette: Datasette, request: Request, name: str) -> bool:
    """Whether the visitor may see a database, asked as each Datasette wants to be."""
    if hasattr(datasette, "allowed"):
        from datasette.resources import DatabaseResource

        resource = DatabaseResource(name)
        seen = datasette.allowed(action="view-database", resource=resource, actor=request.actor)
        return bool(await seen)
    seen, _ = await datasette.check_visibility(request.actor, "view-database", name)
    return bool(seen)
