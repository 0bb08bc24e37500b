"""A site that asks for time, or that fails, is given it before the request is made again."""

import random
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.http import Response
from scrapy.utils.response import response_status_message

from scraper.net.downloader import PoliteDownloader
from scraper.net.retry_after import asked_wait


class Backoff(RetryMiddleware):
    """Scrapy's retries, which wait: as long as a Retry-After says, else twice as long each time.

    A site's whole slot waits. For more than `RETRY_AFTER_MAX` seconds nobody waits: the response is
    taken as it is, and the downloader puts the site off.
    """

    crawler: Crawler
    longest: float
    first: float

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Backoff":
        backoff = super().from_crawler(crawler)
        backoff.longest = crawler.settings.getfloat("RETRY_AFTER_MAX")
        backoff.first = crawler.settings.getfloat("RETRY_BACKOFF")
        # Before the slot sends what it has queued; `process_response` comes after that.
        crawler.signals.connect(backoff.downloaded, signals.response_downloaded)
        return backoff

    def downloaded(self, response: Response, request: Request) -> None:
        """Pause the site that a response comes from, if it is one to wait after."""
        wait = asked_wait(response)
        if wait is None and response.status in self.retry_http_codes:
            wait = self.growing(request)
        if wait and wait <= self.longest:
            self.pause(request, wait)

    def process_response(
        self, request: Request, response: Response, spider: Any = None
    ) -> Request | Response:
        wait = asked_wait(response)
        if wait is None:
            return super().process_response(request, response)
        if wait > self.longest:
            return response
        return self._retry(request, response_status_message(response.status)) or response

    def process_exception(
        self, request: Request, exception: Exception, spider: Any = None
    ) -> Request | Response | None:
        again = super().process_exception(request, exception)
        if again and (wait := self.growing(request)):
            self.pause(request, wait)
        return again

    def growing(self, request: Request) -> float:
        """Seconds to wait before the next try, with jitter; 0 after the last."""
        tries = request.meta.get("retry_times", 0)
        if tries >= request.meta.get("max_retry_times", self.max_retry_times):
            return 0
        return float(self.first * 2**tries * random.uniform(0.5, 1.5))

    def pause(self, request: Request, wait: float) -> None:
        assert self.crawler.engine
        downloader = self.crawler.engine.downloader
        assert isinstance(downloader, PoliteDownloader)
        downloader.pause(request, wait)
