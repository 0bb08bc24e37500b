"""A budget that is less than what the lists alone need: run after run begins anew, and gets no post."""

from archive.ledger import Crawl
from archive.rows import first
from archive.watch.troubles import Trouble

#: What Scrapy says of a run that its budget has ended: `closespider_pagecount`, `closespider_timeout`.
ENDED_BY_BUDGET = "closespider_"


def starved(crawl: Crawl, outcome: str) -> list[Trouble]:
    """The trouble of a crawl that its budget has ended, as it did the one before, if nothing came of both.

    What came of another profile of the platform counts: then the budget is at work there, and this
    profile's time comes. A run ends first the crawls of those that were done.
    """
    before = first(crawl.database, BEFORE, crawl.profile_id, crawl.id) or {}
    ends = (outcome, before.get("outcome") or "")
    if not all(end.startswith(ENDED_BY_BUDGET) for end in ends):
        return []
    if first(crawl.database, PROGRESS, crawl.platform, before["id"]):
        return []
    reason = "two runs in a row were ended by it before they got a post"
    return [Trouble("budget", crawl.platform, reason, crawl.at, crawl.at, None)]


BEFORE = """
SELECT id, outcome FROM crawls WHERE profile_id = ? AND id < ? ORDER BY id DESC LIMIT 1
"""
PROGRESS = """
SELECT 1 FROM crawls WHERE platform = ?1 AND id >= ?2
    AND outcome IN ('complete', 'newest', 'limited', 'partial')
UNION ALL
SELECT 1 FROM posts JOIN profiles ON profiles.id = profile_id WHERE profiles.platform = ?1 AND got_crawl >= ?2
LIMIT 1
"""
