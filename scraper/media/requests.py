"""How pictures and files are asked for: with one Referer after the other, until one brings them."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from scraper.media import Media, MediaState, Referer, Wanted
from scraper.media.judge import judge, media, media_error, state_of
from scraper.media.referer import MediaReferer
from scraper.pages import Forbidden

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

    def media_request(self, wanted: Wanted) -> Request | Media:
        """The request with the Referer that is likeliest, for `engine.crawl`; a spider may yield either.

        Of what is no address, as `http://[a/b.png`, Scrapy makes no request: this is its end already.
        """
        try:
            return self.ask(wanted, ())
        except ValueError as error:
            broken = Forbidden(f"{wanted.url} is no address: {error}")
            return media(wanted, state_of(broken), str(broken))

    def again(self, wanted: Wanted, tried: Collection[Referer]) -> Request | None:
        """The request with the next Referer that was not tried, or None when all were."""
        left = [referer for referer in LADDER if referer not in tried]
        return self.ask(wanted, (*tried, left[0])) if left else None

    def ask(self, wanted: Wanted, tried: tuple[Referer, ...]) -> Request:
        """The request with the last Referer of `tried`; MediaReferer chooses the first one, and sends it."""
        return Request(
            wanted.url,
            self.answered,
            headers={"Accept": ACCEPT[wanted.kind]},
            errback=self.failed,
            dont_filter=True,  # the same address is asked again with another Referer
            priority=PRIORITY,
            meta={
                "media": wanted,
                "media_tried": tried,
                "download_maxsize": self.crawler.settings.getint("MEDIA_MAXSIZE"),
            },
        )

    def answered(self, response: Response) -> Iterator[Any]:
        judged = judge(response.meta["media"], response)
        if judged.state == "held" and self.placeholder(judged.url, judged.content):
            reason = "the same bytes as at other addresses of the host"
            judged = replace(judged, state="placeholder", reason=reason)
        yield self.end(judged, response.meta)

    def failed(self, failure: Failure) -> Iterator[Any]:
        request: Request = failure.request  # type: ignore[attr-defined]
        assert failure.value is not None
        judged = media_error(request.meta["media"], failure.value, request.url)
        if judged:
            yield self.end(judged, request.meta)

    def end(self, judged: Media, meta: dict[str, Any]) -> Media | Request:
        """The item, or the request with the next Referer."""
        wanted, tried = meta["media"], meta["media_tried"]
        judged.referer = tried[-1] if tried else wanted.referer
        again = self.again(wanted, tried) if judged.state in CLIMBED else None
        if again is None:
            referers = self.crawler.get_downloader_middleware(MediaReferer)
            assert referers
            referers.became(judged, meta)
        return again or judged
