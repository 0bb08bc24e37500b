"""The ends of listings: read whole, broken off, or left where all that follows is known.

A listing that is read newest first may be left after a page without news, if its total is what it was
and what has come since. A post less, or one that came further down, shows in the total: then it is read on.
"""

import json
from dataclasses import replace
from typing import Literal

from archive.ledger import AS_ASKED, REST_KNOWN, Crawl
from archive.recording.posts import known_post, listed_hash
from archive.rows import as_json, first, insert, rows, storable, update
from scraper.items import Entry, Listing

News = Literal["new", "changed", ""]


def record_listing(crawl: Crawl, listing: Listing) -> None:
    """Keep the end of a listing. Where no card is read, its total is what the profile declares."""
    row = {
        "profile_id": crawl.profile_id,
        "crawl_id": crawl.id,
        "name": listing.name,
        "url": listing.url,
        "source": listing.source,
        "declared": listing.declared,
        "seen": listing.seen,
        "complete": listing.complete,
        "reason": listing.reason,
        "ended_at": crawl.at,
    }
    insert(crawl.database, "listings", row)
    if crawl.depth == "newest" and listing.declared is not None:
        declare(crawl, listing.declared)


def declare(crawl: Crawl, posts: int) -> None:
    """Let the profile declare so many posts, and of other kinds what it did before."""
    profile = first(crawl.database, "SELECT declared FROM profiles WHERE id = ?", crawl.profile_id)
    before = json.loads(profile["declared"]) if profile else {}
    declared = {"declared": as_json({**before, "posts": posts}), "declared_posts": posts}
    update(crawl.database, "profiles", crawl.profile_id, declared)


def news(crawl: Crawl, entry: Entry) -> News:
    """What a listing shows of a post that it did not show before: the post itself, or a change; or nothing."""
    entry = storable(entry)
    post = known_post(crawl.database, crawl.profile_id, entry.source_id, entry.url)
    if post and post["state"] == "purged":
        return ""
    lines = rows(crawl.database, LINES, post["id"], entry.listing) if post else []
    if not lines:
        return "new"
    return "" if listed_hash(entry) in [line["listed_hash"] for line in lines] else "changed"


LINES = "SELECT listed_hash FROM entries WHERE post_id = ? AND listing = ?"


def rest_known(crawl: Crawl, listing: Listing, new: int) -> Listing | None:
    """The end of a listing whose rest holds nothing new; None if it may, or if all is to be read.

    `new` are the posts that this crawl saw in it for the first time.
    """
    last = first(crawl.database, LAST, crawl.profile_id, listing.name)
    if crawl.depth != "newest" or last is None:
        return None
    expected = None if last["declared"] is None else last["declared"] + new
    if listing.declared != expected:
        return None
    return replace(listing, complete=False, seen=last["seen"] + new, reason=REST_KNOWN)


LAST = f"""
SELECT declared, seen FROM listings WHERE profile_id = ? AND name = ?
AND coalesce(reason, '') NOT LIKE '{AS_ASKED}' ORDER BY id DESC LIMIT 1
"""


def make_room(crawl: Crawl, entry: Entry) -> None:
    """Move the lines from where a new one comes by one place: those below may not be read again."""
    where = (crawl.profile_id, entry.listing)
    crawl.database.conn.execute(APART, (*where, entry.position))
    crawl.database.conn.execute(ONE_FURTHER, where)


#: In two steps, for no two lines may ever have one place.
APART = """
UPDATE entries SET position = -position WHERE profile_id = ? AND listing = ? AND position >= ?
"""
ONE_FURTHER = """
UPDATE entries SET position = 1 - position WHERE profile_id = ? AND listing = ? AND position < 0
"""
