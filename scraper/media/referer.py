"""Which Referer a request for media has, chosen at the last moment and kept over redirects and retries.

Hosts refuse what they do not like to be shown elsewhere. Some want no Referer (`none`), some their own
platform's (`platform`), some that of a page that shows the picture (`article`); CSDN's alone have been
of the first two kinds (2018 to 2024).
"""

from collections import Counter
from typing import Any
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler

from scraper.media import Media, Referer, Wanted
from scraper.pages import PutOff

#: Pictures of a host in a row. What is left of it waits for the next run, which tries the next ones.
MOST_REFUSALS = 10


class MediaReferer:
    """Downloader middleware, and the memory of a run: what worked for a host is its first from then on.

    A request waits long between its making and its sending; only then is the first chosen. Scrapy gives
    the next request the address of the last answer, and has no policy that keeps a Referer over a
    redirect. A browser does; hosts that redirect http to https, or to another of their own, expect it.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.worked: dict[str, Referer] = {}
        self.refused: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "MediaReferer":
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        if "media_tried" not in request.meta:  # a page, or robots.txt
            return
        wanted: Wanted = request.meta["media"]
        if self.refused[host_of(wanted)] >= MOST_REFUSALS:
            raise PutOff(
                f"{host_of(wanted)} refused {MOST_REFUSALS} pictures in a row, whatever the Referer"
            )
        if not request.meta["media_tried"]:
            first = self.worked.get(host_of(wanted), wanted.referer)
            request.meta["media_tried"] = (first,)
        request.headers.pop("Referer", None)
        if referer := self.header(wanted, request.meta["media_tried"][-1]):
            request.headers["Referer"] = referer

    def became(self, judged: Media, meta: dict[str, Any]) -> None:
        """Remember how a picture ended: the Referer that brought it, or that none did.

        `meta` is that of its last request.
        """
        host = host_of(meta["media"])
        self.refused[host] = self.refused[host] + 1 if judged.state == "refused" else 0
        if judged.state == "held":
            self.worked[host] = meta["media_tried"][-1]

    def header(self, wanted: Wanted, referer: Referer) -> str:
        """The header's value; empty for none. Of the user's own headers, only this one is sent."""
        if referer == "none":
            return ""
        if referer == "article":
            return wanted.post_url
        users = self.crawler.settings["PLATFORM_HEADERS"]
        platforms = getattr(self.crawler.spider, "headers", {})
        return str({**platforms, **users}.get("Referer") or urljoin(wanted.post_url, "/"))


def host_of(wanted: Wanted) -> str:
    return urlsplit(wanted.url).netloc.lower()
