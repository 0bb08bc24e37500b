"""What the user's profiles.toml says about crawling, as Scrapy settings."""

from scrapy.settings import BaseSettings

from scraper.profiles import profiles_file
from scraper.settings import user_agent


class Configured:
    """Scrapy add-on: the contact and the delays of profiles.toml."""

    def update_settings(self, settings: BaseSettings) -> None:
        crawl = profiles_file(settings["ARCHIVE_PATH"]).crawl
        if crawl.contact:
            settings.set("USER_AGENT", user_agent(crawl.contact), "addon")
