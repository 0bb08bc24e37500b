"""Times as sites write them → `Moment`: an instant, the site's own date, how exact, and the raw text.

Absolute forms are read first. A form that does not fix the day (`3 年前`, `2个月前`) is no time at all:
nothing is better than a date that may be off by a year.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from email.utils import parsedate_to_datetime
from typing import Any

from scraper.items import Moment, Precision

#: The zone of times without one on Chinese platforms. Fixed, because Windows has no zone database.
BEIJING = timezone(timedelta(hours=8), "Asia/Shanghai")
#: Static site generators write 0001-01-01 or 1970-01-01 for a page without a date.
FIRST_YEAR = 1990
#: Longer text is no date; the longest form seen, of JavaScript, has 48 characters.
LONGEST = 80
#: Seconds reach this in the year 5138; a larger number counts milliseconds.
MILLISECONDS_FROM = 100_000_000_000

Reading = tuple[datetime, Precision]

CLOCK = r"(?P<hour>[01]?[0-9]|2[0-3]):(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9]))?"
#: 2026-07-16 21:30:31 · 2024.03.28 · 2026年4月20日 19:31:49 · 2019-11-26T00:12:33.5+08:00
NUMERIC = re.compile(
    r"(?P<year>[0-9]{4})(?:[-/.]| ?年 ?)(?P<month>[0-9]{1,2})(?:[-/.]| ?月 ?)(?P<day>[0-9]{1,2}) ?日?"
    rf"(?:(?:T| ?){CLOCK}(?:[.,][0-9]+)? ?(?P<zone>[Zz]|UTC|GMT|[+-][0-9]{{2}}:?[0-9]{{2}})?)?"
)
#: 10-03 12:30 · 10月3日
WITHOUT_YEAR = re.compile(rf"(?P<month>[0-9]{{1,2}})[-/月](?P<day>[0-9]{{1,2}})日?(?: {CLOCK})?")
#: Wed, 02 Oct 2024 08:00:00 GMT, with the zones that RFC 822 names. No year 0001: it becomes 2001.
RFC_822 = re.compile(
    r"(?:[A-Za-z]+, )?[0-9]{1,2} [A-Z][a-z]{2} (?:19|20)[0-9]{2} [0-9]{2}(?::[0-9]{2}){1,2} "
    r"(?:[+-][0-9]{4}|GMT|UTC?|Z|[ECMP][SD]T)"
)
MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
#: Oct 2, 2024 · 3 September 2023 10:00 CET · Mon Apr 20 2026 19:31:49 GMT+0800 (中国标准时间)
WORDED = re.compile(rf"(?:[A-Za-z]+,? )?(?:{MONTH} [0-9]|[0-9]{{1,2}}[ -]{MONTH}[ -][0-9]{{2}}).*")
#: 昨天 10:20 · 21 小时前 · 3 days ago
RELATIVE = re.compile(
    r"刚刚|just now|(?:(?:[0-9]{1,4}|an?|半) ?(?:秒钟?|分钟?|个?小时|天|second|minute|hour|day)s? ?"
    rf"(?:前|ago)|今天|昨天|前天|today|yesterday)(?: at)?(?: ?{CLOCK})?",
    re.IGNORECASE,
)


def moment(text: str, *, now: datetime, zone: tzinfo = BEIJING) -> Moment | None:
    """The time that `text` states, or None if it states none since 1990.

    `now` is the aware instant at which the page was read, for relative forms and dates without a
    year (the latest that is not in the future). `zone` is that of a text without one.
    """
    folded = " ".join(text.split())
    if len(folded) > LONGEST:
        return None
    if folded.isascii() and re.fullmatch("[0-9]{10}|[0-9]{13}", folded):
        return from_epoch(int(folded), zone)
    for read in READERS:
        try:
            reading = read(folded, now.astimezone(zone))
        except (ValueError, OverflowError):  # the 31st of February, a zone of 99 hours
            return None
        if reading:
            return known(*reading, text=folded)
    return None


def from_epoch(seconds: float, zone: tzinfo = BEIJING) -> Moment | None:
    """The time `seconds` (or milliseconds, told by size) after 1970; None before 1990.

    `zone` is the site's, whose date it is.
    """
    scale = 1000 if seconds >= MILLISECONDS_FROM else 1
    try:
        at = datetime.fromtimestamp(seconds / scale, zone)
    except (ValueError, OverflowError, OSError):
        return None
    return known(at, "second", text=str(seconds))


def known(written: datetime, precision: Precision, text: str) -> Moment | None:
    """The Moment of an aware time in the zone it was written in."""
    if written.year < FIRST_YEAR:
        return None
    try:
        at = written.astimezone(UTC) if precision == "second" else midnight(written.date())
    except OverflowError:
        return None
    return Moment(at=at.replace(microsecond=0), on=written.date(), precision=precision, text=text)


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def numeric(text: str, now: datetime) -> Reading | None:
    """Year, month and day as numbers."""
    match = NUMERIC.fullmatch(text)
    if not match:
        return None
    offset = match["zone"]
    named = offset and offset[0] not in "+-"
    zone = UTC if named else datetime.strptime(offset, "%z").tzinfo if offset else now.tzinfo
    return dated(match, int(match["year"]), zone)


def dated(match: re.Match[str], year: int, zone: tzinfo | None) -> Reading:
    """The groups of a match as a time. Raises ValueError for a day that is in no calendar."""
    day = datetime(year, int(match["month"]), int(match["day"]), tzinfo=zone)
    if not match["hour"]:
        return day, "day"
    hour, minute, second = (int(match[part] or 0) for part in ("hour", "minute", "second"))
    return day.replace(hour=hour, minute=minute, second=second), "second"


def rfc_822(text: str, now: datetime) -> Reading | None:
    """The form of feeds: a thousand times faster than `worded`, and feeds are full of it."""
    return (parsedate_to_datetime(text), "second") if RFC_822.fullmatch(text) else None


def worded(text: str, now: datetime) -> Reading | None:
    """A month by its English name. dateparser knows every zone's name, and gives up on half a date."""
    if not WORDED.fullmatch(text):
        return None
    found = dateparsed(text, "en", STRICT_PARSING=True)
    if not found:
        return None
    placed = found if found.tzinfo else found.replace(tzinfo=now.tzinfo)
    return placed, "second" if re.search(CLOCK, text) else "day"


def without_year(text: str, now: datetime) -> Reading | None:
    """Month and day: the latest such day that is not in the future; 29 February may be 8 years back."""
    match = WITHOUT_YEAR.fullmatch(text)
    if not match:
        return None
    for year in range(now.year, now.year - 9, -1):
        try:
            reading = dated(match, year, now.tzinfo)
        except ValueError:
            continue
        if reading[0] <= now:
            return reading
    return None


def relative(text: str, now: datetime) -> Reading | None:
    """Counted back from `now`. Exact only where a time of day is given: `21 小时前` is rounded."""
    match = RELATIVE.fullmatch(text)
    if not match:
        return None
    found = dateparsed(text, "zh", "en", RELATIVE_BASE=now.replace(tzinfo=None))
    precision: Precision = "second" if match["hour"] else "day"
    return (found.replace(tzinfo=now.tzinfo), precision) if found else None


def dateparsed(text: str, *languages: str, **settings: Any) -> datetime | None:
    """What dateparser reads; it takes a fifth of a second to load, and most dates do without."""
    import dateparser

    found: datetime | None = dateparser.parse(text, languages=[*languages], settings=settings)
    return found


READERS: tuple[Callable[[str, datetime], Reading | None], ...] = (
    numeric,
    rfc_822,
    worded,
    without_year,
    relative,
)
