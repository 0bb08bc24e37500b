"""The arguments of a spider run, checked at the door: nothing is made or asked for a run that cannot be."""

import logging

from scrapy.settings import BaseSettings

from scraper.configuration import ConfigurationError
from scraper.net.replica import loopback
from scraper.profiles import listed_profiles, profiles_file
from scraper.spider import ProfileSpider

logger = logging.getLogger(__name__)


def run_arguments(
    spider: type[ProfileSpider],
    settings: BaseSettings,
    profile: str | None = None,
    **arguments: str,
) -> dict[str, str]:
    """The spider's arguments, with the profiles of profiles.toml where none is given.

    Raises ConfigurationError for what the run could not use.
    """
    profiles_file(settings["ARCHIVE_PATH"])
    if settings["REPLICA"]:
        loopback(settings["REPLICA"])
    limit = arguments.get("limit", "1")
    if not limit.isdecimal() or int(limit) == 0:
        raise ConfigurationError(f"limit={limit}: a number of entries, 1 or more")
    wanted = profile if profile is not None else enabled(spider, settings["ARCHIVE_PATH"])
    for address in wanted.split():
        check_profile(spider, address)
    return {"profile": wanted, **arguments}


def check_profile(spider: type[ProfileSpider], address: str) -> None:
    """Raise ConfigurationError for what is none of the platform's profiles."""
    try:
        spider.profile_from(address)
    except ConfigurationError as error:
        raise ConfigurationError(f"{address}: {error}") from error


def enabled(spider: type[ProfileSpider], archive_path: str) -> str:
    """The addresses of all the platform's profiles in profiles.toml. Raises ConfigurationError."""
    for mistake in profiles_file(archive_path).mistakes.values():
        logger.warning(mistake)
    found = listed_profiles(archive_path, spider.name)
    if not found:
        raise ConfigurationError(
            f"no profile of {spider.name}: give -a profile=…, or add one to profiles.toml"
        )
    return " ".join(profile.url for profile in found)
