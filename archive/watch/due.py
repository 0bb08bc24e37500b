"""Whose turn it is, told by what the crawls before came to and by how often an author posts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Literal

from sqlite_utils import Database

from archive.ledger import AS_ASKED
from archive.rows import first, instant, rows
from scraper.items import Profile

Depth = Literal["full", "newest"]

#: Between two crawls of a profile whose interval nobody has set, and of one whose posts have no dates.
SHORTEST, LONGEST, UNDATED = timedelta(hours=6), timedelta(days=7), timedelta(days=1)
#: Of the newest posts: an author's habit of now, and a holiday or two.
NEWEST = 11
#: So old may the last whole reading of a profile be.
WHOLE = timedelta(days=7)
#: The part of an interval by which a turn may come early: of a timer's seconds none is to cost a turn.
EARLY = 0.1


@dataclass(frozen=True, slots=True)
class Turn:
    """When a profile is to be crawled next, and how far its lists are read then.

    `at` is in the past for one that is overdue; `early` comes before it, and is good enough.
    """

    profile: Profile
    at: datetime
    early: datetime
    depth: Depth


def turns(
    database: Database, profiles: Iterable[Profile], hours: Mapping[str, float], now: datetime
) -> list[Turn]:
    """The next turn of each profile, the longest overdue first.

    `hours` are the intervals that the user has set, by `platform:handle`.
    """
    found = [turn(database, profile, hours, now) for profile in profiles]
    return sorted(found, key=lambda turn: turn.at)


def turn(database: Database, profile: Profile, hours: Mapping[str, float], now: datetime) -> Turn:
    """The next turn of a profile.

    A crawl that did not end, or did not get the lists, was none: the profile is due since before it.
    """
    crawls = first(database, CRAWLS, profile.platform, profile.handle) or {}
    if not crawls.get("last_good"):
        since = min(then(crawls.get("earliest")) or now, now)
        return Turn(profile, since, since, "full")
    name = f"{profile.platform}:{profile.handle}"
    interval = timedelta(hours=hours[name]) if name in hours else pace(database, crawls["id"], now)
    at = min(datetime.fromisoformat(crawls["last_good"]), now) + interval
    if crawls["last_good"] > instant(now):  # the clock was wrong, then or now
        at = now
    return Turn(profile, at, at - interval * EARLY, depth(crawls, now))


def then(text: str | None) -> datetime | None:
    """A time as the archive writes it, if there is one."""
    return datetime.fromisoformat(text) if text else None


def depth(crawls: Mapping[str, str | None], now: datetime) -> Depth:
    """Whether only what is new needs to be read: all was read lately, and nothing went wrong since."""
    whole = then(crawls["last_whole"])
    lately = whole is not None and now - WHOLE < whole <= now
    return "newest" if lately and crawls["last_outcome"] in ("complete", "newest") else "full"


def pace(database: Database, profile_id: int, now: datetime) -> timedelta:
    """Half of the usual time between two posts, or half of the silence since the last if that is longer."""
    published = [
        datetime.fromisoformat(row["published_at"])
        for row in rows(database, PUBLISHED, profile_id, instant(now), NEWEST)
    ]
    if not published:
        return UNDATED
    gaps = [later - earlier for later, earlier in zip(published, published[1:], strict=False)]
    usual = median(gap.total_seconds() for gap in gaps) if gaps else 0
    pause = max(timedelta(seconds=usual), now.astimezone(UTC) - published[0])
    return min(max(pause / 2, SHORTEST), LONGEST)


PUBLISHED = """
SELECT published_at FROM posts WHERE profile_id = ? AND published_at <= ? AND state <> 'external'
ORDER BY published_at DESC LIMIT ?
"""
#: A partial crawl counts where all that it asked for came: its lists are shorter than they claim to be.
#: One that was cut short on request read too little to count.
CRAWLS = f"""
SELECT id, (SELECT min(started_at) FROM crawls WHERE profile_id = profiles.id) AS earliest,
    (SELECT outcome FROM crawls WHERE profile_id = profiles.id ORDER BY id DESC LIMIT 1)
        AS last_outcome,
    (SELECT started_at FROM crawls WHERE profile_id = profiles.id
        AND depth = 'full' AND outcome = 'complete' ORDER BY id DESC LIMIT 1) AS last_whole,
    (SELECT started_at FROM crawls WHERE profile_id = profiles.id
        AND (outcome IN ('complete', 'newest') OR (outcome = 'partial'
            AND EXISTS (SELECT 1 FROM listings WHERE crawl_id = crawls.id)
            AND NOT EXISTS (SELECT 1 FROM listings WHERE crawl_id = crawls.id
                AND reason LIKE '{AS_ASKED}')
            AND NOT EXISTS (SELECT 1 FROM observations WHERE crawl_id = crawls.id
                AND post_id IS NULL
                AND (transient OR seen IN ('failed', 'blocked', 'login', 'changed', 'author_gone')))))
        ORDER BY id DESC LIMIT 1) AS last_good
FROM profiles WHERE platform = ? AND handle = ?
"""
