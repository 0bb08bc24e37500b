"""Pages that say of themselves that they are gone: believed when a crawl ends and it is known how many do.

A post that no listing shows any more is gone on any such word. One that is listed still is on the site's
own word, or when a second crawl finds no page, for servers err. Several at once are an error of the site's
until crawls of a week agree.
"""

from datetime import datetime

from archive.drift.agreement import lasting
from archive.ledger import REST_KNOWN, Crawl
from archive.recording.observations import note
from archive.recording.posts import amend
from archive.recording.rechecks import next_check
from archive.rows import Row, instant, rows

#: So many archived posts that are listed do not go in one crawl.
MANY = 3
#: With these the site itself says that a page is no more: 410, 451, and a notice served as a page.
SITES_WORD = frozenset({200, 410, 451})
MISSING = "pages of listed posts"


def believe_tombstones(crawl: Crawl) -> bool:
    """Call gone whose pages say so; returns whether all are believed. That they are not is noted."""
    said = rows(crawl.database, SAID, crawl=crawl.id, at=crawl.at)
    listed = [post for post in said if archived_and_listed(post)]
    doubted = len(listed) >= MANY and not lasting(crawl, MISSING)
    for post in said:
        if not (doubted and post in listed) and believed(post):
            go(crawl, post)
    if doubted:
        doubt(crawl, listed)
    return not doubted


def archived_and_listed(post: Row) -> bool:
    """Whether a list of this crawl has an archived post, or was left where it has not changed."""
    return bool(post["state"] == "archived" and post["shown"] and not post["missing_since"])


def believed(post: Row) -> bool:
    """Whether the word of one page is enough."""
    return not post["listed"] or post["status"] in SITES_WORD or bool(post["said_before"])


def go(crawl: Crawl, post: Row) -> None:
    """Let a post be gone; while it is listed its page is looked at again, more and more seldom."""
    again = next_check(datetime.fromisoformat(post["since"]), crawl.now)
    amend(crawl, post, {"state": "gone", "next_check_at": instant(again)})


def doubt(crawl: Crawl, listed: list[Row]) -> None:
    """Keep with the first of the posts that their pages have changed, not they."""
    first, count = listed[0], len(listed)
    reason = f"the pages of {count} listed posts say that they are gone: {first['reason']}"
    found = f"{count} that say that they are gone"
    fetch = first["fetch_id"]
    note(crawl, first["id"], first["url"], "changed", reason, fetch, missing=MISSING, found=found)


SAID = f"""
WITH said AS (SELECT post_id, max(id) AS id FROM observations
    WHERE crawl_id = :crawl AND seen = 'gone' AND post_id IS NOT NULL GROUP BY post_id)
SELECT posts.*, observations.fetch_id, observations.reason, fetches.status,
    last_seen_crawl = :crawl OR EXISTS (
        SELECT 1 FROM listings WHERE crawl_id = :crawl AND NOT complete) AS listed,
    last_seen_crawl = :crawl OR EXISTS (
        SELECT 1 FROM listings WHERE crawl_id = :crawl AND reason = '{REST_KNOWN}') AS shown,
    EXISTS (SELECT 1 FROM observations WHERE post_id = posts.id AND seen = 'gone'
        AND crawl_id <> :crawl AND crawl_id > coalesce(got_crawl, 0)) AS said_before,
    coalesce((SELECT min(observed_at) FROM observations WHERE post_id = posts.id AND seen = 'gone'
        AND crawl_id > coalesce(got_crawl, 0)), :at) AS since
FROM said JOIN observations USING (id) JOIN posts ON posts.id = said.post_id
LEFT JOIN fetches ON fetches.id = observations.fetch_id
WHERE posts.state IN ('listed', 'archived', 'gone')
    AND observations.fetch_id IS (
        SELECT max(id) FROM fetches WHERE post_id = posts.id AND crawl_id = :crawl)
ORDER BY posts.id
"""
