"""The hand-over from crawl to store."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from filelock import BaseFileLock
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.http import Response

from archive.connection import ArchiveError
from archive.drift.alike import Alike
from archive.drift.signs import Way, signs
from archive.ledger import Cost
from archive.lock import Locked, lock_platform
from archive.rows import storable
from archive.store import Archive
from scraper.items import Item, Observation, Page, Post
from scraper.net.breaker import Cooldown
from scraper.net.downloader import cooldown_begun, cooldown_over, cooldowns_known
from scraper.net.robots import robots_read

logger = logging.getLogger(__name__)


@cache
def report(message: str) -> None:
    """Say what is wrong with the archive: once a process, whose spiders share it."""
    logger.critical("%s", message)


Outcome = TypeVar("Outcome")


class ArchivePipeline:
    """Records every item the moment it is yielded, and what each profile's crawl cost the site.

    Without its platform's lock, or without a usable archive, the run ends before it asks for a page;
    an archive that becomes unusable ends it then.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.archive: Archive | None = None
        self.lock: BaseFileLock | None = None
        self.costs: defaultdict[tuple[str, str], Cost] = defaultdict(Cost)
        self.waiting: Counter[tuple[str, str]] = Counter()  # pages not asked for yet, by profile
        self.alike: defaultdict[tuple[str, str], Alike] = defaultdict(Alike)
        self.closing: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ArchivePipeline":
        pipeline = cls(crawler)
        crawler.signals.connect(pipeline.scheduled, signals.request_scheduled)
        crawler.signals.connect(pipeline.taken, signals.request_dropped)
        crawler.signals.connect(pipeline.taken, signals.request_reached_downloader)
        crawler.signals.connect(pipeline.asked, signals.request_reached_downloader)
        crawler.signals.connect(pipeline.received, signals.bytes_received)
        crawler.signals.connect(pipeline.answered, signals.response_downloaded)
        crawler.signals.connect(pipeline.closed, signals.spider_closed)
        crawler.signals.connect(pipeline.robots, robots_read)
        crawler.signals.connect(pipeline.cooling, cooldown_begun)
        crawler.signals.connect(pipeline.cooled, cooldown_over)
        return pipeline

    def open(self) -> None:
        """Take the platform's lock and open the archive; called before a profile is crawled.

        Not `open_spider`: `scrapy parse` and `scrapy shell`, which crawl no profile, make no archive
        and hold no lock. Raises CloseSpider when there can be no crawl.
        """
        if self.archive:
            return
        path = Path(self.crawler.settings["ARCHIVE_PATH"]).absolute()
        try:
            self.lock = lock_platform(path, str(self.crawler.spidercls.name))
            if not path.exists():
                logger.info("Creating the archive %s", path)
            self.archive = Archive.open(path, create=True)
            known = self.archive.cooldowns()
        except Locked as error:
            logger.log(logging.CRITICAL if error.stale else logging.ERROR, "%s", error)
            raise CloseSpider("locked") from error
        except ArchiveError as error:
            report(str(error))
            raise CloseSpider("archive") from error
        self.crawler.signals.send_catch_log(cooldowns_known, cooldowns=known)

    def process_item(self, item: Item) -> Item:
        kept = item
        for ready in self.ready(item):
            kept = self.write(partial(Archive.record, item=ready)) or ready
            if isinstance(item, Post):
                self.count(kept)
        return kept

    def count(self, kept: Item) -> None:
        """Let the exit code know of a page that proved to have changed only here."""
        if isinstance(kept, Observation):
            assert self.crawler.stats
            self.crawler.stats.inc_value(f"pages/{kept.seen}")

    def ready(self, item: Item) -> Iterable[Item]:
        """What is to be recorded now that an item has come: a changed post may have to wait."""
        if not isinstance(item, Post):
            return [item]
        found = self.write(partial(compared, post=item)) or {}
        return self.alike[item.platform, item.handle].sorted_out(item, found)

    def robots(self, page: Page) -> None:
        """Keep a robots.txt."""
        self.write(lambda archive: archive.record_robots(page))

    def cooling(self, cooldown: Cooldown) -> None:
        """Let the next runs leave a site alone, too."""
        self.write(lambda archive: archive.begin_cooldown(cooldown))

    def cooled(self, cooldown: Cooldown) -> None:
        """Let the next runs ask a site as usual."""
        self.write(lambda archive: archive.end_cooldown(cooldown.site))

    def write(self, change: Callable[[Archive], Outcome]) -> Outcome | None:
        """Change the archive, if there is one; end the run if that cannot be."""
        if self.archive and not self.closing:
            try:
                return change(self.archive)
            except ArchiveError as error:
                self.give_up(error)
        return None

    def give_up(self, error: ArchiveError) -> None:
        """End the run: what cannot be kept is not to be asked for."""
        if self.closing:
            return
        report(str(error))
        self.closing = asyncio.get_running_loop().create_task(self.end_run())

    async def end_run(self) -> None:
        """Close the spider, once no item is on its way.

        Scrapy 2.19 never ends a spider that is closed while an item of `start()` is in the pipeline.
        """
        engine = self.crawler.engine
        assert engine
        while engine.scraper.slot and engine.scraper.slot.itemproc_size:
            await asyncio.sleep(0)
        await engine.close_spider_async(reason="archive")

    def scheduled(self, request: Request) -> None:
        if profile := request.meta.get("profile"):
            self.waiting[profile.platform, profile.handle] += 1

    def taken(self, request: Request) -> None:
        """A page is asked for, or was before; robots.txt never stood in the queue."""
        profile = request.meta.get("profile")
        if profile and not request.meta.get("dont_obey_robotstxt"):
            self.waiting[profile.platform, profile.handle] -= 1

    def asked(self, request: Request) -> None:
        cost = self.cost(request)
        if "media" in request.meta:
            cost.media_requests += 1
        else:
            cost.requests += 1

    def received(self, data: bytes, request: Request) -> None:
        """Count bytes as they come, for an answer may break off."""
        cost = self.cost(request)
        if "media" in request.meta:
            cost.media_bytes += len(data)
        else:
            cost.bytes += len(data)

    def answered(self, response: Response, request: Request) -> None:
        if "media" not in request.meta:
            statuses = self.cost(request).statuses
            statuses[response.status] = statuses.get(response.status, 0) + 1

    def cost(self, request: Request) -> Cost:
        """The account of the profile that a request is made for."""
        whose = request.meta.get("media") or request.meta.get("profile")
        return self.costs[whose.platform, whose.handle] if whose else Cost()

    def closed(self, reason: str) -> None:
        if self.archive:
            try:
                self.end_crawls(self.archive, reason)
            except ArchiveError as error:
                report(str(error))
                assert self.crawler.stats
                self.crawler.stats.set_value("archive/unusable", True)
            self.archive.close()
        if self.lock:
            self.lock.release()

    def end_crawls(self, archive: Archive, reason: str) -> None:
        """Close the account of every profile of the run, first of those that are done."""
        for profile in sorted(archive.crawls, key=lambda one: not self.finished(one, reason)):
            for post in self.alike[profile].released():
                self.count(archive.record(post))
            outcome = "finished" if self.finished(profile, reason) else reason
            if not archive.end_crawl(*profile, outcome, self.costs[profile]):
                assert self.crawler.stats
                self.crawler.stats.inc_value("pages/changed")

    def finished(self, profile: tuple[str, str], reason: str) -> bool:
        """Whether all pages of a profile were asked for, though the run was stopped early."""
        stopped = reason == "shutdown" or reason.startswith("closespider_")
        return stopped and self.costs[profile].requests > 0 and self.waiting[profile] == 0


def compared(archive: Archive, post: Post) -> dict[Way, frozenset[str]]:
    """The signs of a changed post; writing, for its older version may want a rendering of today."""
    with archive.writing():
        return signs(archive.crawl(post.platform, post.handle), storable(post))
