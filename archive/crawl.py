"""A run of one or more spiders from the command line: same engine and exit codes as `scrapy crawl`."""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import groupby
from pathlib import Path

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
        by_platform = sorted(profiles, key=lambda profile: profile.platform)
        if media_only:
            names = [f"{profile.platform}:{profile.handle}" for profile in by_platform]
            project.set("MEDIA_RETRY", " ".join(names), priority="cmdline")
        for platform, group in groupby(by_platform, key=lambda profile: profile.platform):
            pages = () if media_only else group
            arguments = {"profile": " ".join(profile.url for profile in pages)}
            arguments |= {"limit": str(limit)} if limit else {}
            arguments |= {"dry_run": "1"} if dry_run else {}
            urls = [profile.url for profile in newest if profile.platform == platform]
            arguments |= {"newest": " ".join(urls)} if urls else {}
            spider = spiders()[platform]
            given = run_arguments(spider, project, **arguments)
            self.arguments[self.process.create_crawler(spider)] = given

    def start(self, watch: Callable[[Crawler], None]) -> ExitCode:
        """Crawl; returns the worst of the spiders' exit codes.

        `watch` gets each crawler before it starts, to connect to its signals.
        """
        for crawler, arguments in self.arguments.items():
            watch(crawler)
            self.process.crawl(crawler, **arguments)
        self.process.start()
        return max(map(crawler_exit_code, self.arguments), default=ExitCode.COMPLETE)


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
