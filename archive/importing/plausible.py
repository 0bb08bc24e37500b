"""What no type says of a record from elsewhere: is its profile one, can its times be."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from archive.importing.lines import Damaged
from scraper.configuration import ConfigurationError
from scraper.items import Moment, Profile
from scraper.profiles import recognise

#: Before it there was no blog: a wrong clock, or a zero.
EARLIEST = date(1990, 1, 1)
DAY = timedelta(days=1)


@lru_cache(maxsize=1000)
def known(platform: str, handle: str) -> Profile:
    """The profile of a platform and a handle. Raises Damaged where no spider has such a one."""
    try:
        profile = recognise(f"{platform}:{handle}")
    except ConfigurationError as error:
        raise Damaged(f"no profile: {error}") from None
    if (profile.platform, profile.handle) != (platform, handle):
        raise Damaged(f"{handle[:200]!r} is no handle of {platform}")
    return profile


def check_moments(*moments: Moment | None, now: Callable[[], datetime]) -> None:
    """Raise Damaged for a time that cannot be."""
    for moment in filter(None, moments):
        if moment.at.tzinfo is None:
            raise Damaged(f"{moment.at} has no time zone")
        check_instant(moment.at, now())
        if abs(moment.on - moment.at.astimezone(UTC).date()) > DAY:
            raise Damaged(f"{moment.on} is not the day of {moment.at}")


def check_instant(at: datetime, now: datetime) -> None:
    """Raise Damaged for a time before there were blogs, or after tomorrow."""
    if at.date() < EARLIEST or at > now + DAY:
        raise Damaged(f"{at} is in the future, or before {EARLIEST}")


def instant_of(text: str, now: datetime) -> datetime:
    """The time that a text of the archive's form is. Raises Damaged."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise Damaged(f"{text} is no time") from None
    check_instant(at, now)
    return at
