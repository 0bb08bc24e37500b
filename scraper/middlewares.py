"""Every response is kept, and every failure becomes an observation: Scrapy's spider middleware."""

import logging
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any, TypeGuard

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from scraper.items import Listing, Observation, Page, Post, Profile
from scraper.judge import judge, page_error
from scraper.observed import observed
from scraper.pages import PutOff, encoding_of

logger = logging.getLogger(__name__)

#: What a request or response says about us rather than about the page.
PRIVATE_HEADERS = frozenset({"cookie", "set-cookie", "authorization", "proxy-authorization"})


class PageOutcomes:
    """Judges a response before its callback, keeps it after, and says what became of a failure.

    A page goes to the archive with the post read from it, or with the observation, or by itself.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "PageOutcomes":
        middleware = cls(crawler)
        crawler.signals.connect(middleware.lost, signals.item_error)
        return middleware

    def lost(self) -> None:
        """An item that a pipeline choked on: Scrapy logs it, and counts it nowhere."""
        assert self.crawler.stats
        self.crawler.stats.inc_value("items/lost")

    def process_spider_input(self, response: Response) -> None:
        if "media" not in response.meta:  # scraper.media.judge reads those
            judge(response)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        page = kept_page(response, self.secrets) if "profile" in response.meta else None
        async for output in result:
            if page and shows(response, output):
                output.page, page = page, None
            if isinstance(output, Post) and "redirect_urls" in response.meta:
                output.redirected_to = (response.url,)
            if isinstance(output, Post) and "not-modified" in response.flags:
                output.metrics = {}  # they stand in a page of long ago
            yield output
        if page:
            yield page

    def process_spider_exception(
        self, response: Response, exception: Exception
    ) -> Iterator[Any] | None:
        if "profile" not in response.meta:
            return None
        if response.request is None:
            return None
        page = kept_page(response, self.secrets)
        return outcomes(exception, response.request, page, self.crawler)

    @property
    def secrets(self) -> tuple[tuple[re.Pattern[bytes], bytes], ...]:
        return getattr(self.crawler.spider, "secrets", ())


def shows(response: Response, output: Any) -> TypeGuard[Post | Observation]:
    """Whether an item without a page is of this one: a callback may also say what is wrong elsewhere."""
    if isinstance(output, Observation):
        entry, request = response.meta.get("entry"), response.request
        here = {response.url, request and request.url, entry and entry.url}
        return output.page is None and output.url in here
    return isinstance(output, Post) and output.page is None


def outcomes(
    error: BaseException, request: Request, page: Page | None, crawler: Crawler
) -> Iterator[Any]:
    """What to record of a request that came to nothing: an observation, and a listing broken off."""
    known = page_error(error, request.url)
    assert crawler.stats is not None
    if isinstance(known, PutOff):
        yield from put_off(known, request, crawler)
        return
    spider, profile, entry = crawler.spider, request.meta["profile"], request.meta.get("entry")
    whole_listing = request.meta.get("listing")
    unexpected = known is not error and known.seen == "changed"
    instead = request.meta.get("otherwise")
    if spider:
        spider.logger.error("%s", known, exc_info=error if unexpected else None)
    if not instead:
        crawler.stats.inc_value(f"pages/{known.seen}")
    if not instead and not entry and (known.transient or whole_listing):
        crawler.stats.inc_value("pages/broken_listing")
    yield observed(
        known,
        platform=profile.platform,
        handle=profile.handle,
        url=entry.url if entry else request.url,
        source_id=entry.source_id if entry else None,
        page=page,
    )
    if instead:  # another way to the same end: nothing is lost yet
        yield from instead(known)
    elif whole_listing and not entry:
        yield broken_listing(profile, whole_listing, request.url, str(known))


def not_begun(error: Exception, profile: Profile, crawler: Crawler) -> Iterator[Any]:
    """What to record of a profile for which no request could be made.

    It is said in one line, whatever else is silent: nobody may be watching.
    """
    request = Request(profile.url, meta={"profile": profile})
    reason = " ".join(str(page_error(error, profile.url)).split())
    logger.critical("%s:%s is not crawled: %s", profile.platform, profile.handle, reason)
    yield from outcomes(error, request, None, crawler)


def put_off(known: PutOff, request: Request, crawler: Crawler) -> Iterator[Any]:
    """What to record of a request that was not made: once for a profile, whose posts may be thousands."""
    profile, name = request.meta["profile"], request.meta.get("listing")
    instead = request.meta.get("otherwise")
    recorded: set[tuple[str, str]] = crawler.spider.put_off  # type: ignore[union-attr]
    this = (profile.handle, str(known))
    if this not in recorded:
        recorded.add(this)
        yield observed(known, platform=profile.platform, handle=profile.handle, url=profile.url)
    if instead:
        yield from instead(known)
    elif name and not request.meta.get("entry"):
        yield broken_listing(profile, name, request.url, str(known))


def broken_listing(profile: Profile, name: str, url: str, reason: str) -> Listing:
    """The record of a listing that could not be read to its end."""
    return Listing(
        platform=profile.platform,
        handle=profile.handle,
        name=name,
        url=url,
        complete=False,
        seen=0,
        reason=reason,
    )


def kept_page(response: Response, secrets: tuple[tuple[re.Pattern[bytes], bytes], ...]) -> Page:
    """The response as it is kept: without what is ours, and without what `secrets` names."""
    body = response.body
    for pattern, replacement in secrets:
        body = pattern.sub(replacement, body)
    request, profile = response.request, response.meta["profile"]
    return Page(
        platform=profile.platform,
        handle=profile.handle,
        url=response.url,
        kind=response.meta.get("kind", "page"),
        status=response.status,
        request_headers=public_headers(request.headers) if request else {},
        headers=public_headers(response.headers),
        body=body,
        encoding=encoding_of(response),
        fetched_at=datetime.now(UTC),
    )


def public_headers(headers: Any) -> dict[str, str]:
    """Header names in lower case; the values of a repeated header joined by a comma."""
    return {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in sorted(headers.items())
        if name.decode("latin-1").lower() not in PRIVATE_HEADERS
    }
