"""Scrapy's downloader with manners: one request at a time a site, pauses, and a circuit breaker.

It is the one place that every request passes, and where its last outcome is known: after the retries,
before the spider.
"""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.downloader import Downloader, Slot
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.misc import load_object
from twisted.internet.defer import Deferred

from scraper.judge import REFUSALS, judge, words
from scraper.net.breaker import Breaker, Cooldown
from scraper.net.retry_after import asked_wait
from scraper.pages import Blocked, Failed, PageError, PutOff

logger = logging.getLogger(__name__)

#: Whose turn it is, and when a site was last asked, in the time of slots. Of the process: platforms
#: that are crawled side by side show pictures of the same hosts.
turns: dict[str, asyncio.Semaphore] = {}
last_asked: dict[str, float] = {}

#: Signal: what earlier runs left, given to us. `cooldowns`: list[Cooldown].
cooldowns_known = object()
#: Signal: a site is left alone from now on. `cooldown`: Cooldown.
cooldown_begun = object()
#: Signal: a site that was left alone is asked as usual again. `cooldown`: the Cooldown that is over.
cooldown_over = object()


class PoliteDownloader(Downloader):
    """Asks a site for one page after the other, and not at all while the breaker is open.

    A site is the platform for a spider with known hosts, which so has one slot for all of them; the
    host for blogs and for pictures.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        settings = crawler.settings
        self.breaker = Breaker(
            timedelta(seconds=settings.getfloat("COOLDOWN")),
            timedelta(seconds=settings.getfloat("COOLDOWN_MAX")),
        )
        self.longest_wait = settings.getfloat("RETRY_AFTER_MAX")
        self.failures = tuple(map(load_object, settings.getlist("RETRY_EXCEPTIONS")))
        self.paused: dict[str, float] = {}
        self.told: set[Cooldown] = set()
        crawler.signals.connect(self.remember, cooldowns_known)

    def remember(self, cooldowns: list[Cooldown]) -> None:
        """Leave alone what an earlier run had to."""
        self.breaker.cooldowns |= {cooldown.site: cooldown for cooldown in cooldowns}

    def get_slot_key(self, request: Request) -> str:
        """The site of a request; of its address, whatever it was redirected from."""
        platform = getattr(self.crawler.spider, "hosts", ()) and "media" not in request.meta
        return str(self.crawler.spidercls.name) if platform else host(request)

    def fetch(self, request: Request, spider: Any = None) -> Deferred[Response | Request]:
        """The end of a request: a response, another request in its place, or an error.

        While it waits for its turn it is active, too, or the engine would empty the scheduler; and
        until its end is handed over, or the engine would think that there is nothing left to do.
        """
        self.active.add(request)
        # robots.txt is asked for within the turn of the page that needs it.
        robots = request.meta.get("dont_obey_robotstxt")
        ended: Deferred[Response | Request] = deferred_from_coro(
            self.ask(request) if robots else self.in_turn(request)
        )
        return ended.addBoth(self.left, request)

    def left(self, end: Any, request: Request) -> Any:
        self.active.discard(request)
        return end

    async def ask(self, request: Request) -> Response | Request:
        return await self.middleware.download_async(self._enqueue_request, request)

    async def in_turn(self, request: Request) -> Response | Request:
        """Ask when it is a request's turn. Raises PutOff while its site is left alone."""
        site = self.get_slot_key(request)
        async with turns.setdefault(site, asyncio.Semaphore(self.domain_concurrency)):
            self.admit(request)
            _, slot = self._get_slot(request)
            slot.lastseen = max(slot.lastseen, last_asked.get(site, 0))
            try:
                return await self.heard(request)
            finally:
                last_asked[site] = slot.lastseen

    def admit(self, request: Request) -> None:
        """Raise PutOff for a site that is left alone; try one that was only once."""
        now = datetime.now(UTC)
        for site in (self.get_slot_key(request), host(request)):
            if cooldown := self.breaker.open(site, now):
                self.count(request)
                if cooldown not in self.told:
                    self.told.add(cooldown)
                    logger.warning("%s", cooldown)
                raise PutOff(str(cooldown))
            if self.breaker.half_open(site, now):
                request.meta["max_retry_times"] = 0

    def count(self, request: Request) -> None:
        """Count a request that was put off. Pictures are no reason for a run to be called blocked."""
        assert self.crawler.stats
        kind = "media" if "media" in request.meta else "pages"
        self.crawler.stats.inc_value(f"put_off/{kind}")

    async def heard(self, request: Request) -> Response | Request:
        """The outcome of a request that is made, and what it says of its site."""
        try:
            outcome = await self.ask(request)
        except self.failures as error:
            reason = f"{request.url}: {words(error)}"
            self.changed(self.breaker.failed(self.get_slot_key(request), datetime.now(UTC), reason))
            raise
        if isinstance(outcome, Response):
            self.changed(self.verdict(request, outcome, datetime.now(UTC)))
        return outcome

    def verdict(self, request: Request, response: Response, now: datetime) -> Cooldown | None:
        """The cool-down that a response begins, if it does."""
        site, wait = self.get_slot_key(request), asked_wait(response)
        try:
            judge(response)
        except (Blocked, Failed) as error:
            if wait and wait > self.longest_wait:  # spoken for this host: quotas are kept by host
                return self.breaker.put_off(host(request), now, timedelta(seconds=wait), str(error))
            if isinstance(error, Failed):
                return self.breaker.failed(site, now, str(error))
            if response.status not in REFUSALS or "media" not in request.meta:
                return self.breaker.refused(site, now, str(error))
        except PageError:
            pass  # gone or changed: an answer all the same
        for name in {site, host(request)}:
            if over := self.breaker.succeeded(name):
                self.crawler.signals.send_catch_log(cooldown_over, cooldown=over)
        return None

    def changed(self, cooldown: Cooldown | None) -> None:
        """Tell of a cool-down that has begun."""
        if cooldown:
            self.crawler.signals.send_catch_log(cooldown_begun, cooldown=cooldown)

    def pause(self, request: Request, wait: float) -> None:
        """Send nothing to a request's site for `wait` seconds, what is queued in its slot included."""
        key, slot = self._get_slot(request)
        now = monotonic()
        until = self.paused[key] = max(self.paused.get(key, 0), now + wait)
        if slot.latercall:
            slot.latercall.cancel()
        slot.latercall = call_later(until - now, self._latercall, slot)
        # At its end the interval between requests is over, too; and no slot is removed before.
        slot.lastseen = max(slot.lastseen, until - longest_delay(slot))

    def slow_down(self, request: Request, delay: float) -> None:
        """Wait at least `delay` seconds between two requests to a request's site, from now on."""
        key, slot = self._get_slot(request)
        if delay <= slot.delay * (1 - slot.jitter):
            return
        slow = {"delay": delay * 1.1, "jitter": 1 / 11}  # from `delay` to 1.2 times as much
        self.per_slot_settings[key] = {**self.per_slot_settings.get(key, {}), **slow}
        slot.delay, slot.jitter = slow["delay"], slow["jitter"]


def longest_delay(slot: Slot) -> float:
    """The longest interval that a slot's jitter makes, in seconds."""
    return slot.delay * (1 + slot.jitter)


def host(request: Request) -> str:
    return urlsplit(request.url).hostname or ""
