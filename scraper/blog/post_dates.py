"""Which time a post has, where a feed and the post's own page both name one.

Generators write a date without a time of day as midnight somewhere: `00:00:00 GMT` in Chinese blogs
and others, `16:00:00 GMT` of the day before by Quartz and Hugo (RSSHub#673). A feed whose entries all
carry one time of day knows days only, and the day is the author's.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from scraper.items import Moment

#: A time that was written in UTC, so that the author's own zone is not known from it.
IN_UTC = re.compile(r"(?:Z|UTC|GMT|[+-]00:?00)$", re.IGNORECASE)
WRITTEN_MIDNIGHT = re.compile(r"[T ]00:00(?::00(?:\.0+)?)?(?![0-9:])")
#: Later than noon, one and the same time of day in UTC is midnight of the next day, east of Greenwich.
NOON = time(12)
MIDNIGHT = time()
DAY = timedelta(days=1)
#: As many entries of a feed that changed on one day are a build, not edits.
BUILT = 4


def as_days(moments: Sequence[Moment | None]) -> list[Moment | None]:
    """The times of a feed's posts, as days where they all carry one time of day."""
    clocks = {moment.at.time() for moment in moments if moment and moment.precision == "second"}
    if not one_time_of_day(clocks):
        return list(moments)
    if len(moments) == 1 and clocks != {MIDNIGHT}:
        return list(moments)  # one entry alone proves nothing
    return [moment and day_of(moment) for moment in moments]


def edits(
    updated: Sequence[Moment | None], published: Sequence[Moment | None]
) -> list[Moment | None]:
    """The times of real changes: none that equals publication, none of a day that most share.

    What all changed on one day was built or checked out then.
    """
    days = Counter(moment.on for moment in updated if moment)
    built = {day for day, times in days.items() if times >= BUILT and times * 2 > len(updated)}
    return [
        change
        if change and change.on not in built and not (since and change.at <= since.at)
        else None
        for change, since in zip(updated, published, strict=True)
    ]


def one_time_of_day(clocks: set[time]) -> bool:
    """Whether times of day are one, or two that summer time makes of one midnight."""
    if len(clocks) != 2:
        return len(clocks) == 1
    early, late = sorted(clocks)
    return (late.hour - early.hour) % 24 in (1, 23) and not any(
        c.minute or c.second for c in clocks
    )


def day_of(moment: Moment) -> Moment:
    """The day that a midnight stands for."""
    east = IN_UTC.search(moment.text) and moment.at.time() > NOON
    return on_day(moment, moment.at + DAY if east else None)


def on_day(moment: Moment, day: datetime | None = None) -> Moment:
    """`moment` with the precision of a day: its own local one, or that of `day`."""
    on = day.date() if day else moment.on
    at = datetime(on.year, on.month, on.day, tzinfo=UTC)
    return replace(moment, at=at, on=on, precision="day")


def without_midnight(moment: Moment | None) -> Moment | None:
    """A page's own time; one at midnight, to the second, was written as a date."""
    return on_day(moment) if moment and WRITTEN_MIDNIGHT.search(moment.text) else moment


def agreed(moments: Sequence[Moment]) -> Moment | None:
    """One time from all that a page states of one event, the most trusted first.

    A later one adds what the first does not know: `2021-07-04T10:02:20+08:00` the author's day, and
    "Jul 21, 2025" beside `2025-07-20T16:00:00.000Z` that it is a day and which.
    """
    if not moments:
        return None
    first = moments[0]
    for other in moments[1:]:
        if other.at == first.at and other.precision == first.precision == "second":
            first = first if not IN_UTC.search(first.text) else other
        elif (first.precision, other.precision) == ("second", "day"):
            first = on_the_day(first, other)
    return first


def on_the_day(moment: Moment, shown: Moment) -> Moment:
    """An instant, of which the page shows the day."""
    if abs(moment.at - shown.at) >= DAY or moment.on == shown.on:
        return moment
    whole_hour = not (moment.at.minute or moment.at.second)
    return on_day(moment, shown.at) if whole_hour else replace(moment, on=shown.on)


def settled(listed: Moment | None, shown: Moment | None) -> Moment | None:
    """The time of a post of which the feed has `listed` and the page shows `shown`.

    The instant comes from whichever has one, the day from the page. Where they are more than a day
    apart they mean different things, and the page is right.
    """
    if not listed or not shown:
        return shown or listed
    if abs(listed.at - shown.at) >= 2 * DAY or listed.precision == shown.precision:
        return shown
    if shown.precision == "day":
        return replace(listed, on=shown.on)
    # The page writes the date in the same way as the feed, but alone cannot know that it is one.
    return shown if shown.at.minute or shown.at.second else listed
