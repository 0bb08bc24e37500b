"""When a change for the worse is believed: after enough crawls, over long enough, that saw the same.

Before that it may be an error of the site's, or want a repair of the program. After it, it is how the
site is; the versions from before stay in any case.
"""

from datetime import timedelta

from archive.drift.before import first_recent
from archive.ledger import Crawl
from archive.rows import first, instant

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
