"""What the last crawls of a profile saw, for a spider to compare with what it sees."""

import json
from datetime import date, datetime

from sqlite_utils import Database

from archive.drift.agreement import agreed
from archive.drift.recent import first_recent
from archive.recording.profile import known_profile
from archive.rows import Row, rows
from scraper.before import Before, KnownPost
from scraper.items import Profile


def before(database: Database, profile: Profile, now: datetime) -> Before:
    """The archived posts and the listings that any of the recent crawls saw."""
    known = known_profile(database, profile)
    if known is None:
        return Before()
    scope = (known["id"], first_recent(database, known["id"], now))
    return Before(
        posts={row["source_id"]: post(row) for row in rows(database, POSTS, *scope)},
        sources=tuple((row["name"], row["source"]) for row in rows(database, SOURCES, *scope)),
        agreed=agreed(database, known["id"], now),
    )


def post(row: Row) -> KnownPost:
    published, listings = row["published_on"], json.loads(row["listings"])
    day = date.fromisoformat(published) if published else None
    return KnownPost(row["title"], day, frozenset(listings))


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
