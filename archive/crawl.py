"""A run of one or more spiders from the command line: same engine and exit codes as `scrapy crawl`."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.settings import Settings

from scraper.arguments import run_arguments
from scraper.exitcode import ExitCode, crawler_exit_code
from scraper.items import Profile
from scraper.profiles import spiders

#: Where the parts of the project are named that write; a dry run goes without those of `archive`.
COMPONENTS = ("ITEM_PIPELINES", "SPIDER_MIDDLEWARES", "DOWNLOADER_MIDDLEWARES")


class Run:
    """Profiles to crawl, one spider a platform, side by side.

    `limit` is in entries of each profile; `settings` are Scrapy's, as `-s NAME=VALUE` gives them.
    `media_only` asks for no page, but for all pictures and files that the profiles lack; of the lists of
    `newest`, profiles among them, only what is new is read.
    Making one raises ConfigurationError for what cannot be used, and does nothing else.
    """

    def __init__(
        self,
        profiles: Iterable[Profile],
        archive_path: Path,
        *,
        limit: int | None = None,
        dry_run: bool = False,
        media_only: bool = False,
        newest: Collection[Profile] = (),
        settings: Mapping[str, str],
    ) -> None:
        project = project_settings(archive_path, dry_run, settings)
        self.process = AsyncCrawlerProcess(project)
        self.arguments: dict[Crawler, dict[str, str]] = {}
        self.profiles: dict[type, list[Profile]] = {}  # by spider
        self.defects: dict[type, BaseException] = {}
        by_platform = sorted(profiles, key=lambda profile: profile.platform)
        if media_only:
            names = [f"{profile.platform}:{profile.handle}" for profile in by_platform]
            project.set("MEDIA_RETRY", " ".join(names), priority="cmdline")
        for platform, group in groupby(by_platform, key=lambda profile: profile.platform):
            chosen = list(group)
            pages = [] if media_only else chosen
            arguments = {"profile": " ".join(profile.url for profile in pages)}
            arguments |= {"limit": str(limit)} if limit else {}
            arguments |= {"dry_run": "1"} if dry_run else {}
            urls = [profile.url for profile in newest if profile.platform == platform]
            arguments |= {"newest": " ".join(urls)} if urls else {}
            spider = spiders()[platform]
            given = run_arguments(spider, project, **arguments)
            self.arguments[self.process.create_crawler(spider)] = given
            self.profiles[spider] = chosen

    def start(self, watch: Callable[[Crawler], None]) -> ExitCode:
        """Crawl; returns the worst of the spiders' exit codes.

        `watch` gets each crawler before it starts, to connect to its signals.
        """
        for crawler, arguments in self.arguments.items():
            watch(crawler)
            crawler.signals.connect(self.failed, signals.spider_error)
            running = self.process.crawl(crawler, **arguments)
            running.add_done_callback(partial(self.ended, crawler.spidercls))
        self.process.start()
        return max(map(crawler_exit_code, self.arguments), default=ExitCode.COMPLETE)

    def failed(self, failure: Any, response: Any, spider: Any) -> None:
        """A defect of ours between a spider and its engine; one in a callback comes with its `response`."""
        if response is None:
            self.defects[type(spider)] = failure.value

    def ended(self, spider: type, running: "asyncio.Task[None]") -> None:
        """The end of a crawler; a defect may have kept it from beginning."""
        if not running.cancelled() and (error := running.exception()):
            self.defects[spider] = error

    def stopped(self) -> Iterator[tuple[Profile, str]]:
        """The profiles that a defect of their whole spider kept from being crawled, each with a sentence."""
        for spider, error in self.defects.items():
            why = f"is not crawled: {type(error).__name__}: {' '.join(str(error).split())}"
            for profile in self.profiles[spider]:
                yield profile, f"{profile.platform}:{profile.handle} {why}"


def project_settings(archive_path: Path, dry_run: bool, given: Mapping[str, str]) -> Settings:
    """The project's settings for one archive; what the user gave wins."""
    settings = Settings()
    settings.setmodule("scraper.settings", priority="project")
    settings.set("ARCHIVE_PATH", str(archive_path), priority="cmdline")
    settings.set("LOG_LEVEL", "WARNING", priority="project")
    settings.set("LOG_FORMAT", "blog-archiver: %(message)s", priority="project")
    if dry_run:
        settings.setdict({name: without_archive(settings[name]) for name in COMPONENTS}, "cmdline")
    settings.setdict(dict(given), priority="cmdline")
    return settings


def without_archive(components: Mapping[str, int]) -> dict[str, int]:
    """Scrapy's components without those that read or write an archive: the manners stay."""
    return {path: at for path, at in components.items() if not path.startswith("archive.")}
