"""What the user's profiles.toml says about crawling, as Scrapy settings."""

from typing import Any

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from scraper.profiles import profiles_file
from scraper.settings import user_agent


class Configured:
    """Scrapy add-on: contact, delay and headers that profiles.toml has for a platform, and its [media].

    They are set with the priority of scraper.settings, over which an add-on's own would not count.
    """

    def __init__(self, platform: Any) -> None:
        self.platform = platform

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Configured":
        return cls(crawler.spidercls.name)

    def update_settings(self, settings: BaseSettings) -> None:
        file = profiles_file(settings["ARCHIVE_PATH"])
        crawl, media = file.crawl, file.media
        if crawl.contact:
            settings.set("USER_AGENT", user_agent(crawl.contact), "project")
        if self.platform in crawl.delays:
            settings.set("DOWNLOAD_DELAY", crawl.delays[self.platform], "project")
        settings.set("PLATFORM_HEADERS", crawl.headers.get(self.platform, {}), "project")
        settings.set("MEDIA_PICTURES", media.pictures, "project")
        settings.set("MEDIA_FILES", media.files, "project")
        if media.largest:
            settings.set("MEDIA_MAXSIZE", media.largest * 1024 * 1024, "project")
