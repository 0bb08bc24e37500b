"""Which crawls of a profile are the recent ones, by which a change is judged."""

from datetime import datetime, timedelta

from sqlite_utils import Database

from archive.rows import instant, rows

#: It takes so many crawls, and so long, for a lasting change to be how the site is. Crawls are six hours to
#: seven days apart, or as the user says: somebody has had the time to see what they said.
CRAWLS, SPAN = 10, timedelta(days=14)


def first_recent(database: Database, profile_id: int, now: datetime) -> int:
    """The number of the crawl with which the recent ones begin: all of the last `SPAN`, at least `CRAWLS`.

    How deep a crawl reads is of no matter, for a blog's lists are always read whole. One to which the
    site was not there, or closed, saw nothing, and is not among the `CRAWLS`.
    """
    (since,) = rows(database, SINCE, profile_id, CRAWLS, instant(now - SPAN))
    return int(since["id"])


SINCE = """
SELECT coalesce(min(id), 0) AS id FROM (
    SELECT id FROM (
        SELECT id FROM crawls WHERE profile_id = ?1 AND NOT EXISTS (
            SELECT 1 FROM observations WHERE crawl_id = crawls.id AND post_id IS NULL
                AND seen IN ('blocked', 'login', 'failed', 'disallowed'))
        ORDER BY id DESC LIMIT ?2)
    UNION ALL SELECT id FROM crawls WHERE profile_id = ?1 AND started_at >= ?3)
"""
