"""How pictures and files are asked for: with one Referer after the other, until one brings them.

Hosts refuse what they do not like to be shown elsewhere. Some want no Referer (`none`), some their own
platform's (`platform`), some that of a page that shows the picture (`article`); all three were seen on
hosts of CSDN. The one that brought something is the first for its host from then on.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from scraper.media import Media, MediaState, Referer, Wanted
from scraper.media.judge import judge, media_error

LADDER: tuple[Referer, ...] = ("none", "platform", "article")
#: What another Referer may mend. What is gone, or not got, is so with each.
CLIMBED: frozenset[MediaState] = frozenset({"refused", "placeholder", "not_media"})
PRIORITY = -100  # pages first
ACCEPT = {"image": "image/*,*/*;q=0.5", "file": "*/*"}


class MediaRequests:
    """The requests for media of one run. Each ends in one `Media` item, whatever becomes of it.

    Only a request that is put off (scraper.pages.PutOff) ends in none: what was wanted still is.
    `placeholder(url, content)` is asked of every picture that looks good: whether it is known, by those
    who have seen more of its host, to stand in the place of others.
    """

    def __init__(
        self,
        crawler: Crawler,
        placeholder: Callable[[str, bytes], bool] = lambda url, content: False,
    ) -> None:
        self.crawler, self.placeholder = crawler, placeholder
        self.worked: dict[str, Referer] = {}

    def media_request(self, wanted: Wanted) -> Request:
        """The request with the first Referer; `engine.crawl` takes it, or a spider may yield it."""
        first = self.worked.get(host_of(wanted), wanted.referer)
        return self.ask(replace(wanted, referer=first), first, ())

    def again(self, wanted: Wanted, tried: Collection[Referer]) -> Request | None:
        """The request with the next Referer that was not tried, or None when all were."""
        order = dict.fromkeys((wanted.referer, *LADDER))
        left = [referer for referer in order if referer not in tried]
        return self.ask(wanted, left[0], tried) if left else None

    def ask(self, wanted: Wanted, referer: Referer, tried: Collection[Referer]) -> Request:
        """One request; neither Cookie nor Authorization of the user's goes to hosts of pictures."""
        return Request(
            wanted.url,
            self.answered,
            headers={"Accept": ACCEPT[wanted.kind]},
            errback=self.failed,
            dont_filter=True,  # the same address is asked again with another Referer
            priority=PRIORITY,
            meta={
                "media": wanted,
                "media_referer": self.referer(wanted, referer),
                "media_tried": (*tried, referer),
                "download_maxsize": self.crawler.settings.getint("MEDIA_MAXSIZE"),
                "referrer_policy": "no-referrer",  # not Scrapy's, only ours
            },
        )

    def referer(self, wanted: Wanted, kind: Referer) -> str:
        """The header's value; empty for none."""
        if kind == "none":
            return ""
        if kind == "article":
            return wanted.post_url
        users = self.crawler.settings["PLATFORM_HEADERS"]
        platforms = getattr(self.crawler.spider, "headers", {})
        return str({**platforms, **users}.get("Referer") or urljoin(wanted.post_url, "/"))

    def answered(self, response: Response) -> Iterator[Any]:
        wanted: Wanted = response.meta["media"]
        media = judge(wanted, response)
        if media.state == "held" and self.placeholder(wanted.url, media.content):
            media = replace(
                media, state="placeholder", reason="the same bytes as at other addresses"
            )
        yield from self.ended(media, response.meta)

    def failed(self, failure: Failure) -> Iterator[Any]:
        request: Request = failure.request  # type: ignore[attr-defined]
        assert failure.value is not None
        media = media_error(request.meta["media"], failure.value, request.url)
        if media:
            yield from self.ended(media, request.meta)

    def ended(self, media: Media, meta: dict[str, Any]) -> Iterator[Any]:
        """The item, or the request with the next Referer."""
        wanted, tried = meta["media"], meta["media_tried"]
        media.referer = tried[-1]
        if media.state == "held":
            self.worked[host_of(wanted)] = media.referer
        yield (media.state in CLIMBED and self.again(wanted, tried)) or media


def host_of(wanted: Wanted) -> str:
    return urlsplit(wanted.url).netloc.lower()
