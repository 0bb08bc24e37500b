"""What the last crawls of a profile saw, for a spider to compare with what it sees."""

import json
from datetime import date, datetime, timedelta

from sqlite_utils import Database

from archive.recording.profile import known_profile
from archive.rows import Row, instant, rows
from scraper.before import Before, KnownPost
from scraper.items import Profile

#: It takes so many crawls, and so long, for a lasting change to be how the site is. Crawls are six hours to
#: seven days apart, or as the user says: somebody has had the time to see what they said.
CRAWLS, SPAN = 10, timedelta(days=14)


def before(database: Database, profile: Profile, now: datetime) -> Before:
    """The archived posts and the listings that any of the recent crawls saw."""
    known = known_profile(database, profile)
    if known is None:
        return Before()
    scope = (known["id"], first_recent(database, known["id"], now))
    return Before(
        posts={row["source_id"]: post(row) for row in rows(database, POSTS, *scope)},
        sources=tuple((row["name"], row["source"]) for row in rows(database, SOURCES, *scope)),
    )


def first_recent(database: Database, profile_id: int, now: datetime) -> int:
    """The number of the crawl with which the recent ones begin: all of the last `SPAN`, at least `CRAWLS`.

    How deep a crawl reads is of no matter, for a blog's lists are always read whole. One to which the
    site was not there, or closed, saw nothing, and is not among the `CRAWLS`.
    """
    (since,) = rows(database, SINCE, profile_id, CRAWLS, instant(now - SPAN))
    return int(since["id"])


def post(row: Row) -> KnownPost:
    published, listings = row["published_on"], json.loads(row["listings"])
    day = date.fromisoformat(published) if published else None
    return KnownPost(row["title"], day, frozenset(listings))


SINCE = """
SELECT coalesce(min(id), 0) AS id FROM (
    SELECT id FROM (
        SELECT id FROM crawls WHERE profile_id = ?1 AND NOT EXISTS (
            SELECT 1 FROM observations WHERE crawl_id = crawls.id AND post_id IS NULL
                AND seen IN ('blocked', 'login', 'failed', 'disallowed'))
        ORDER BY id DESC LIMIT ?2)
    UNION ALL SELECT id FROM crawls WHERE profile_id = ?1 AND started_at >= ?3)
"""
POSTS = """
SELECT source_id, title, published_on,
    (SELECT json_group_array(listing) FROM entries WHERE post_id = posts.id) AS listings
FROM posts
WHERE profile_id = ? AND state = 'archived' AND last_seen_crawl >= ?
"""
SOURCES = """
SELECT name, source FROM listings WHERE profile_id = ? AND crawl_id >= ? AND seen > 0
GROUP BY name, source ORDER BY max(id) DESC
"""
