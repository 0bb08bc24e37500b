"""Pages that others got: a browser, another crawler. Read and judged as a crawl's own, without a network."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.http import Headers, HtmlResponse, Response
from scrapy.responsetypes import responsetypes

from scraper.before import Before
from scraper.blog.addresses import host_of, moved_to, path_of
from scraper.body import NoBody, render
from scraper.items import Entry, Observation, Post, Profile
from scraper.judge import judge, page_error
from scraper.media import Media, Wanted
from scraper.media.judge import judge as judge_media
from scraper.middlewares import kept_page
from scraper.pages import Changed, text_of
from scraper.profiles import spiders

#: Headers of a body as it came over the wire; those of a capture are decompressed.
WIRE = frozenset({"content-encoding", "transfer-encoding", "content-length"})
#: Statuses by which a site sends on for good.
MOVED = frozenset({301, 308})


@dataclass(frozen=True, kw_only=True, slots=True)
class Capture:
    """A response that was kept elsewhere: its body decompressed, `at` an aware time.

    A page that was saved from a browser has no headers.
    """

    url: str
    at: datetime
    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    request_headers: tuple[tuple[str, str], ...] = ()

    def response(self, **meta: object) -> Response:
        """What Scrapy would have made of it; `meta` is its request's. Raises ValueError for no address."""
        headers = as_headers(header for header in self.headers if header[0].lower() not in WIRE)
        told = responsetypes.from_args(headers=headers, url=self.url, body=self.body)
        kind = told if self.headers else HtmlResponse
        request = Request(self.url, headers=as_headers(self.request_headers), meta=meta)
        return kind(self.url, self.status, headers, self.body, request=request)


def as_headers(given: Iterable[tuple[str, str]]) -> Headers:
    """Scrapy's headers; one that is repeated has several values."""
    headers = Headers()
    for name, value in given:
        headers.appendlist(name, value.encode("utf-8", "replace"))
    return headers


def entry_of(capture: Capture, known: Collection[Profile]) -> Entry | None:
    """The post whose page a capture is, as far as that can be told without a listing; `known` are the
    profiles of an archive. None for what is no post's page.
    """
    try:
        spider = next(spider for spider in spiders().values() if spider.recognises(capture.url))
        own = [profile for profile in known if profile.platform == spider.name]
        return spider.post_at(capture.url, text_of(capture.response()), own)
    except ValueError:  # an address that is none, a page without any markup
        return None


def is_elsewhere(capture: Capture, known: Collection[Profile]) -> bool:
    """Whether a page is of none of the known blogs, where any site may be one."""
    parts = urlsplit(capture.url)
    spider = next((each for each in spiders().values() if each.recognises(capture.url)), None)
    if spider is None or spider.hosts or capture.status != 200:
        return False
    place = f"{parts.hostname}{parts.path}".rstrip("/") + "/"
    blogs = [profile for profile in known if profile.platform == spider.name]
    homes = {home for blog in blogs for home in (blog.handle, blog.url.partition("://")[2])}
    covered = any(place.startswith(f"{home.rstrip('/')}/") for home in homes)
    return not covered and isinstance(capture.response(), HtmlResponse)


def moved_blogs(capture: Capture, known: Iterable[Profile]) -> list[Profile]:
    """Known blogs from which a capture sends on to the same path of another host, at their address there.

    So GitHub redirects from a blog's github.io to a domain of its own.
    """
    place = next((value for name, value in capture.headers if name.lower() == "location"), "")
    try:
        target = urljoin(capture.url, place)
        if capture.status not in MOVED or path_of(target) != path_of(capture.url):
            return []
    except ValueError:
        return []
    blogs = [one for one in known if not spiders()[one.platform].hosts]
    here = [one for one in blogs if host_of(one.url) == host_of(capture.url)]
    return [replace(one, url=moved_to(target, one.url)) for one in here if place.startswith("http")]


def post_of(capture: Capture, profile: Profile, entry: Entry, before: Before) -> Post | None:
    """The post on a page, with its body and the page; `before` is what an archive knows of the profile.

    None for a page that only might have been a post. Raises a PageError for one that is not what it
    should be: a wall, a tombstone, another shape.
    """
    spider = spiders()[profile.platform]()
    spider.before[profile.handle] = before
    response = capture.response(profile=profile, entry=entry, kind="post")
    try:
        judge(response)
        found = list(spider.parse_post(response, profile, entry))
    except Exception as error:
        raise page_error(error, capture.url) from error
    for item in found:
        if isinstance(item, Observation) and item.seen == "no_post":
            return None
        if isinstance(item, Observation):
            raise Changed(item.reason, item.missing or "", item.found or "")
    post: Post = next(item for item in found if isinstance(item, Post))
    page = replace(kept_page(response, spider.secrets), fetched_at=capture.at)
    try:
        body = render(page.text, post.url, post.source_format)
    except NoBody as error:
        raise Changed(f"{post.url} has no body: {error}") from error
    return replace(post, page=page, body=body)


def media_of(capture: Capture, wanted: Wanted) -> Media:
    """What a captured picture or file is worth: `held` with its bytes, or why not."""
    return judge_media(wanted, capture.response(media=wanted))
