"""What complete listings no longer hold: missing at first, gone after enough of them.

Absence is not deletion, so a half listing says nothing, and one whole listing only marks a post.
"""

from archive.ledger import Crawl
from archive.observations import note
from archive.posts import amend
from archive.rows import first, rows

#: So many whole listings in a row, from the first that did not have a post, are believed.
ENOUGH = 3


def sweep(crawl: Crawl) -> bool:
    """Forget the lines that complete listings no longer have; mark the posts that none has.

    Returns whether every listing of the crawl was complete.
    """
    complete = [row["name"] for row in rows(crawl.database, COMPLETE_LISTINGS, crawl.id)]
    for name in complete:
        crawl.database.conn.execute(OLD_ENTRIES, (crawl.profile_id, name, crawl.id))
    whole = bool(complete) and not first(crawl.database, BROKEN_LISTING, crawl.id)
    if whole:
        crawl.database.conn.execute(OLD_LINKS, (crawl.id, crawl.id))
        believe_absence(crawl)
        crawl.database.conn.execute(MISSING, (crawl.at, crawl.profile_id, crawl.id))
    return whole


def believe_absence(crawl: Crawl) -> None:
    """Call gone what was missing already and is not in this whole listing either, for the nth time."""
    for post in rows(crawl.database, STILL_MISSING, crawl.profile_id, crawl.id, ENOUGH):
        reason = (
            f"{ENOUGH} complete listings since {post['missing_since']} do not have {post['url']}"
        )
        amend(crawl, post, {"state": "gone"})
        note(crawl, post["id"], post["url"], "gone", reason, None)


STILL_MISSING = """
SELECT * FROM posts WHERE profile_id = ? AND last_seen_crawl <> ?
AND missing_since IS NOT NULL AND state IN ('listed', 'archived')
AND 1 + (SELECT count(*) FROM crawls WHERE profile_id = posts.profile_id
    AND outcome = 'complete' AND crawls.id > posts.last_seen_crawl) >= ?
"""


COMPLETE_LISTINGS = """
SELECT name FROM listings WHERE crawl_id = ? GROUP BY name HAVING min(complete)
"""
BROKEN_LISTING = "SELECT 1 FROM listings WHERE crawl_id = ? AND NOT complete LIMIT 1"
OLD_ENTRIES = "DELETE FROM entries WHERE profile_id = ? AND listing = ? AND last_seen_crawl <> ?"
OLD_LINKS = """
DELETE FROM post_links WHERE origin = 'listing' AND last_seen_crawl <> ?
AND post_id IN (SELECT id FROM posts WHERE last_seen_crawl = ?)
"""
MISSING = """
UPDATE posts SET missing_since = ? WHERE profile_id = ? AND missing_since IS NULL
AND last_seen_crawl <> ? AND state IN ('listed', 'archived', 'external')
"""
