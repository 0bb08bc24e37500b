"""A run of one or more spiders from the command line: same engine and exit codes as `scrapy crawl`."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from pathlib import Path

from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.settings import Settings

from scraper.exitcode import ExitCode, crawler_exit_code
from scraper.items import Profile
from scraper.profiles import spiders

#: The parts of the project that write; a dry run goes without them.
WRITERS = {
    "ITEM_PIPELINES": {},
    "SPIDER_MIDDLEWARES": {"scraper.middlewares.PageOutcomes": 40},
    "DOWNLOADER_MIDDLEWARES": {},
}


def run(
    profiles: Iterable[Profile],
    archive_path: Path,
    *,
    limit: int | None = None,
    dry_run: bool = False,
    settings: Mapping[str, str] | None = None,
    watch: Callable[[Crawler], None] = lambda crawler: None,
) -> ExitCode:
    """Crawl profiles, one spider a platform, side by side; returns the worst of their exit codes.

    `limit` is in entries of each profile; `settings` are Scrapy's, as `-s NAME=VALUE` gives them;
    `watch` gets each crawler before it starts, to connect to its signals.
    Raises ConfigurationError for settings that cannot be used.
    """
    project = project_settings(archive_path, dry_run, settings or {})
    process = AsyncCrawlerProcess(project)
    crawlers = []
    by_platform = sorted(profiles, key=lambda profile: profile.platform)
    for platform, group in groupby(by_platform, key=lambda profile: profile.platform):
        crawler = process.create_crawler(spiders()[platform])
        arguments = {"profile": " ".join(profile.url for profile in group)}
        if limit is not None:
            arguments["limit"] = str(limit)
        spiders()[platform].check_arguments(project, **arguments)
        watch(crawler)
        process.crawl(crawler, **arguments, dry_run="1" if dry_run else "0")
        crawlers.append(crawler)
    process.start()
    return max(map(crawler_exit_code, crawlers), default=ExitCode.COMPLETE)


def project_settings(archive_path: Path, dry_run: bool, given: Mapping[str, str]) -> Settings:
    """The project's settings for one archive; what the user gave wins."""
    settings = Settings()
    settings.setmodule("scraper.settings", priority="project")
    settings.set("ARCHIVE_PATH", str(archive_path), priority="cmdline")
    settings.set("LOG_LEVEL", "WARNING", priority="project")
    if dry_run:
        settings.setdict(WRITERS, priority="cmdline")
    settings.setdict(dict(given), priority="cmdline")
    return settings
