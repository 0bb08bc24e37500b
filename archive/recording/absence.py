"""What complete listings no longer hold: missing at first, gone after enough of them.

Absence is not deletion, so a half listing says nothing, and one whole listing only marks a post.
"""

from archive.ledger import Crawl
from archive.recording.moves import follow_moves
from archive.recording.observations import note
from archive.recording.posts import amend
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
        follow_moves(crawl)
        crawl.database.conn.execute(MISSING, (crawl.at, crawl.profile_id, crawl.id))
        believe_absence(crawl)
    return whole


def believe_absence(crawl: Crawl) -> None:
    """Call gone what enough whole listings lack, or this one and its own page, which was a 404."""
    for post in rows(crawl.database, STILL_MISSING, crawl.profile_id, crawl.id):
        if post["absences"] >= ENOUGH:
            since = post["missing_since"]
            reason = f"{ENOUGH} complete listings since {since} do not have {post['url']}"
        elif post["tombstone"]:
            reason = f"{post['tombstone']}, and a complete listing does not have it"
        else:
            continue
        amend(crawl, post, {"state": "gone"})
        note(crawl, post["id"], post["url"], "gone", reason, None)


STILL_MISSING = """
SELECT posts.*,
    1 + (SELECT count(*) FROM crawls WHERE profile_id = posts.profile_id
        AND outcome = 'complete' AND crawls.id > posts.last_seen_crawl) AS absences,
    (SELECT reason FROM observations WHERE post_id = posts.id
        AND seen = 'gone' AND crawl_id > coalesce(got_crawl, 0)) AS tombstone
FROM posts WHERE profile_id = ? AND last_seen_crawl <> ? AND state IN ('listed', 'archived')
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
AND last_seen_crawl <> ? AND state <> 'purged'
"""
