"""What a crawl does when no page leads to another: it gets the posts that are left, then the pictures."""

import logging
from collections.abc import Iterator

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, DontCloseSpider, NotConfigured

from archive.connection import ArchiveError
from archive.left import left
from archive.media.wanted import stands_for_many, wanted_media
from archive.pipelines import ArchivePipeline
from archive.store import Archive
from scraper.media import Media, Wanted
from scraper.media.requests import MediaRequests
from scraper.spider import ProfileSpider

logger = logging.getLogger(__name__)


class FetchLeft:
    """Asks for posts that no page of the run has listed: due for another look, or left by an earlier run.

    After all pages and before all pictures, once a run, and only with the setting `DUE`.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.batches: Iterator[list[Request]] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "FetchLeft":
        if not crawler.settings.getbool("DUE"):
            raise NotConfigured
        extension = cls(crawler)
        crawler.signals.connect(extension.idle, signals.spider_idle)
        return extension

    def idle(self) -> None:
        """Schedule the next posts, and keep the spider open as long as there are any."""
        pipeline = self.crawler.get_item_pipeline(ArchivePipeline)
        if pipeline is None or pipeline.archive is None or pipeline.closing:
            return
        if getattr(self.crawler.spider, "limit", None):  # who wants a few posts wants no others
            return
        try:
            self.batches = self.batches or self.requests(pipeline.archive)
            batch = next(self.batches, [])
        except ArchiveError as error:
            pipeline.give_up(error)
            return
        assert self.crawler.engine
        for request in batch:
            self.crawler.engine.crawl(request)
        if batch:
            raise DontCloseSpider

    def requests(self, archive: Archive) -> Iterator[list[Request]]:
        """The requests of each profile, some at a time."""
        spider = self.crawler.spider
        assert isinstance(spider, ProfileSpider)
        for platform, handle in list(archive.crawls):
            profile = spider.profile_from(handle)
            for entries in left(archive, platform, handle):
                made = [spider.post_request(entry, profile) for entry in entries]
                if asked := [request for request in made if request]:
                    yield asked


class FetchMedia:
    """Asks for what the posts of a run's profiles show and the archive has not, after all pages.

    Pages are so never slowed by pictures. What is wanted stands in the archive, and nowhere else: a
    run that is killed, stopped or put off leaves it to the next one. With `MEDIA_RETRY`, names of
    profiles with spaces between them, a run reads no pages and asks for all that they lack.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.requests = MediaRequests(crawler, self.stands_for_many)
        self.batches: Iterator[list[Wanted]] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "FetchMedia":
        extension = cls(crawler)
        crawler.signals.connect(extension.idle, signals.spider_idle)
        return extension

    @property
    def pipeline(self) -> ArchivePipeline | None:
        """None where a crawl runs without an archive."""
        return self.crawler.get_item_pipeline(ArchivePipeline)

    def idle(self) -> None:
        """Schedule the next batch, and keep the spider open as long as there is one."""
        archive = self.archive()
        if archive is None or getattr(self.crawler.spider, "dry_run", False):
            return
        assert self.crawler.engine
        if not self.crawler.engine.spider_is_idle():  # there are pages again
            return
        try:
            self.batches = self.batches or self.wanted(archive)
            batch = next(self.batches, [])
        except ArchiveError as error:
            logger.error("%s", error)
            raise CloseSpider("archive") from error
        for wanted in batch:
            self.ask(wanted)
        if batch:
            raise DontCloseSpider

    def ask(self, wanted: Wanted) -> None:
        """Schedule the request for what is wanted; keep the word about what cannot be asked for."""
        asked = self.requests.media_request(wanted)
        if isinstance(asked, Media):
            assert self.pipeline
            self.pipeline.process_item(asked)
        else:
            assert self.crawler.engine
            self.crawler.engine.crawl(asked)

    def archive(self) -> Archive | None:
        """The archive, if there is one to ask; the run of a retry opens it here."""
        pipeline = self.pipeline
        if pipeline is None or pipeline.closing:
            return None
        if self.retried:
            pipeline.open()
        return pipeline.archive

    @property
    def retried(self) -> list[tuple[str, str]]:
        """The platform's profiles whose media are asked for again, by platform and handle."""
        names = self.crawler.settings["MEDIA_RETRY"].split()
        parts = [name.partition(":") for name in names]
        ours = self.crawler.spidercls.name
        return [(platform, handle) for platform, _, handle in parts if platform == ours]

    def wanted(self, archive: Archive) -> Iterator[list[Wanted]]:
        """The batches of this run."""
        settings, retried = self.crawler.settings, self.retried
        switches = {"image": "MEDIA_PICTURES", "file": "MEDIA_FILES"}
        kinds = [kind for kind, switch in switches.items() if settings.getbool(switch)]
        return wanted_media(archive, retried or [*archive.crawls], kinds, retry=bool(retried))

    def stands_for_many(self, url: str, content: bytes) -> bool:
        """Whether what came is known to stand in the place of many pictures of its host."""
        pipeline = self.pipeline
        if pipeline is None or pipeline.archive is None:
            return False
        try:
            return stands_for_many(pipeline.archive, url, content)
        except ArchiveError as error:
            pipeline.give_up(error)
            return False
