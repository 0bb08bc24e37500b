"""What listings show: a row for every line the moment it is seen, and whether its page is wanted."""

import json
from datetime import datetime, timedelta

from sqlite_utils import Database

from archive.ledger import Crawl
from archive.recording.listings import make_room, news
from archive.recording.metrics import record_metrics
from archive.recording.observations import note_move
from archive.recording.posts import (
    add_address,
    add_links,
    add_post,
    amend,
    facts,
    known_post,
    listed_hash,
)
from archive.recording.profile import known_profile
from archive.recording.rechecks import is_due
from archive.rows import Row, first, insert, instant, moment_columns
from scraper.items import Entry


def record_entry(crawl: Crawl, entry: Entry) -> None:
    """Keep a line of a listing, and the post that it names. A purged post stays forgotten.

    A candidate is no post until its page has said so.
    """
    post = known_post(crawl.database, crawl.profile_id, entry.source_id, entry.url)
    post = post or known_by_feed(crawl, entry)
    if post is None and entry.state != "candidate":
        post = add_post(crawl, entry, entry.state)
    if post is None or post["state"] == "purged":
        return
    given = {**listed_facts(post, entry), **moved(crawl, post, entry)}
    if post["state"] == "external" and not judged(post, entry):
        given["state"] = entry.state
    if post["state"] == "gone" and post["missing_since"]:
        given["got_hashes"] = "[]"  # it is listed again: only its page tells whether it is back
    seen = {"last_seen_crawl": crawl.id, "missing_since": None}
    if crawl.depth == "newest" and news(crawl, entry) == "new":
        make_room(crawl, entry)
    amend(crawl, post, {**given, **seen, **also_got(crawl, post, entry)})
    insert(crawl.database, "entries", line(crawl, post, entry), clause=NEWEST_LINE)
    for url in filter(None, (entry.url, entry.guid)):
        add_address(crawl, post["id"], url)
    add_links(crawl, post["id"], entry.links, "listing")
    record_metrics(crawl.database, "post", post["id"], entry.metrics, crawl.at)


def listed_facts(post: Row, entry: Entry) -> Row:
    """What an entry may tell of a post: what the post's own page has not told."""
    from_page = set(json.loads(post["from_page"]))
    return {name: value for name, value in facts(entry).items() if name not in from_page}


def known_by_feed(crawl: Crawl, entry: Entry) -> Row | None:
    """The post that had the same title and the same id in its feed, unless it is listed still."""
    same = known_post(crawl.database, crawl.profile_id, "", entry.guid) if entry.guid else None
    if same is None or same["last_seen_crawl"] == crawl.id or same["title"] != entry.title:
        return None
    return same


def moved(crawl: Crawl, post: Row, entry: Entry) -> Row:
    """A post known by its address and listed under another id has moved, unless both are listed."""
    if post["source_id"] == entry.source_id or post["last_seen_crawl"] == crawl.id:
        return {}
    note_move(crawl, post, entry.url, "it is the same address or the same entry of a feed")
    return {"source_id": entry.source_id, "url": entry.url}


def also_got(crawl: Crawl, post: Row, entry: Entry) -> Row:
    """Another listing's line about a post whose page this crawl has got already asks for no more."""
    got = json.loads(post["got_hashes"])
    if post["got_crawl"] != crawl.id or listed_hash(entry) in got:
        return {}
    return {"got_hashes": json.dumps([*got, listed_hash(entry)])}


def judged(post: Row, entry: Entry) -> bool:
    """Whether a page was got and found to be no post, and the listing shows nothing new of it."""
    return entry.state == "candidate" or listed_hash(entry) in json.loads(post["got_hashes"])


def line(crawl: Crawl, post: Row, entry: Entry) -> Row:
    """The row of an entry; a listing has one a position, whichever post stands there now."""
    return {
        "profile_id": crawl.profile_id,
        "listing": entry.listing,
        "position": entry.position,
        "post_id": post["id"],
        "title": entry.title,
        "section": entry.section,
        "review_status": entry.review_status,
        "description": entry.summary,
        **moment_columns("listed", entry.listed),
        "listed_hash": listed_hash(entry),
        "last_seen_crawl": crawl.id,
    }


#: So long a page that was no post is believed to stay none.
JUDGED_FOR = timedelta(days=30)
JUDGED = """
SELECT 1 FROM observations WHERE profile_id = ? AND url = ? AND seen = 'no_post'
AND observed_at >= ? LIMIT 1
"""
NEWEST_LINE = """
ON CONFLICT (profile_id, listing, position) DO UPDATE SET post_id = excluded.post_id,
    title = excluded.title, section = excluded.section, review_status = excluded.review_status,
    description = excluded.description, listed_hash = excluded.listed_hash,
    last_seen_crawl = excluded.last_seen_crawl
"""


def wanted(
    database: Database, entry: Entry, now: datetime, *, due: bool = False, again: bool = False
) -> bool:
    """Whether a post's page is to be asked for: never got under what this listing shows of it now.

    Compares what listings show with what they showed when the page was got, and so needs no memory
    of a run that was killed in between. A candidate is asked again when it is shown changed, or
    after a month. With `due`, a post is also asked for again when it is time, with `again` in any
    case. A purged one never is.
    """
    profile = known_profile(database, entry)
    if profile is None:
        return True
    post = known_post(database, profile["id"], entry.source_id, entry.url)
    if post and post["state"] == "purged":
        return False
    if again:
        return True
    if post is None and entry.state == "candidate":
        long_ago = now - JUDGED_FOR
        since = max(entry.updated.at, long_ago) if entry.updated else long_ago
        return not first(database, JUDGED, profile["id"], entry.url, instant(since))
    if post is None:
        return True
    if due and is_due(post, now):
        return True
    return listed_hash(entry) not in json.loads(post["got_hashes"])
