"""When a change for the worse is believed: after enough crawls, over long enough, that saw the same.

Before that it may be an error of the site's, or want a repair of the program. After it, it is how the
site is; the versions from before stay in any case.
"""

from datetime import datetime, timedelta

from sqlite_utils import Database

from archive.drift.recent import first_recent
from archive.ledger import Crawl
from archive.rows import first, instant, rows

AGREEING_CRAWLS = 3
AGREEING_SPAN = timedelta(days=7)


def lasting(crawl: Crawl, missing: str) -> bool:
    """Whether enough earlier crawls of a profile, of the recent ones, met pages that lack the same."""
    since = first_recent(crawl.database, crawl.profile_id, crawl.now)
    seen = first(crawl.database, SEEN, crawl.profile_id, missing, crawl.id, since) or {}
    enough: bool = seen["crawls"] >= AGREEING_CRAWLS - 1
    return enough and bool(seen["since"] <= instant(crawl.now - AGREEING_SPAN))


SEEN = """
SELECT count(DISTINCT crawl_id) AS crawls, min(observed_at) AS since FROM observations
WHERE profile_id = ?1 AND seen = 'changed' AND missing = ?2 AND crawl_id <> ?3 AND crawl_id >= ?4
"""


def agreed(database: Database, profile_id: int, now: datetime) -> frozenset[tuple[str, str]]:
    """What enough of the recent crawls of a profile lacked in its lists, and had instead.

    Those do not count that read a whole list all the same, another way.
    """
    scope = (profile_id, first_recent(database, profile_id, now))
    ends = (AGREEING_CRAWLS - 1, instant(now - AGREEING_SPAN))
    found = rows(database, AGREED, *scope, *ends)
    return frozenset((row["missing"], row["found"]) for row in found)


AGREED = """
SELECT missing, found FROM observations
WHERE profile_id = ? AND crawl_id >= ? AND post_id IS NULL AND seen = 'changed' AND NOT transient
    AND missing IS NOT NULL AND found IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM listings WHERE crawl_id = observations.crawl_id AND complete)
GROUP BY missing, found HAVING count(DISTINCT crawl_id) >= ? AND min(observed_at) <= ?
"""
