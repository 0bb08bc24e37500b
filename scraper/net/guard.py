"""No request leaves for a private address: Scrapy's downloader middlewares of the address guard.

What an address shows by itself is refused before anything is asked, robots.txt included; what its name
turns out to stand for is refused by scraper.net.resolver, and named here. Pages, robots.txt, pictures
and every hop of a redirect pass alike.
"""

from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.exceptions import CannotResolveHostError
from scrapy.http import Response
from w3lib.url import safe_url_string

from scraper.net.public import why_forbidden
from scraper.net.resolver import PublicResolver
from scraper.pages import Failed, Forbidden

REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Guard:
    """Refuses a request by its address, before any other middleware sees it."""

    def process_request(self, request: Request) -> None:
        if why := why_forbidden(request.url) or why_diverted(request) or unguarded():
            raise Forbidden(f"{request.url} is never asked: {why}")


class Hops:
    """Refuses where an answer leads to: a redirect, and a name that stands for a private address.

    Nearer to the site than the middlewares that follow a redirect and try again.
    """

    def process_response(self, request: Request, response: Response) -> Response:
        location = response.headers.get("Location")
        if response.status in REDIRECTS and location:
            hop(request, location)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if isinstance(exception, CannotResolveHostError):
            why = resolver().why_refused(urlsplit(request.url).hostname or "")
            if why:
                raise Forbidden(f"{request.url} is never asked: {why}") from exception


def hop(request: Request, location: bytes) -> None:
    """Judge where a redirect leads. Raises Forbidden, or Failed for what has been asked on the way.

    Scrapy would take the end of a circle for a duplicate, and drop the request without a word.
    """
    try:
        target = urljoin(request.url, safe_url_string(location))
        why = why_forbidden(target)
    except ValueError as error:
        why = f"it cannot be read: {error}"
    if why:
        raise Forbidden(f"{request.url} redirects to what is never asked: {why}")
    if target in (request.url, *request.meta.get("redirect_urls", ())):
        raise Failed(f"{request.url} redirects in a circle")


def why_diverted(request: Request) -> str | None:
    """Why a request would not go where its address says."""
    if "Host" in request.headers:
        return "it asks for another host than its address"
    if request.meta.get("proxy"):
        return "a proxy would look up its name for us"
    return None


def unguarded() -> str | None:
    """Why nothing may be asked at all: names are looked up by a resolver that refuses nothing."""
    known = isinstance(resolver(), PublicResolver)
    return None if known else "TWISTED_DNS_RESOLVER is not scraper.net.resolver"


def resolver() -> PublicResolver:
    """What looks up names for this process. The import installs a reactor where there is none."""
    from twisted.internet import reactor

    return reactor.nameResolver  # type: ignore[no-any-return]
