"""A post's row: found by its id or an address, filled by its page first and by listings where that is silent."""

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from archive.ledger import Crawl
from archive.media.shown import follow
from archive.recording.measures import measure
from archive.recording.rechecks import next_check
from archive.rows import Row, as_json, first, insert, instant, moment_columns, rows, update
from archive.search.index import sync
from scraper.items import Entry, Link, Post


def known_post(database: Database, profile_id: int, source_id: str, *urls: str) -> Row | None:
    """The row of a post, by its own id or else by an address that is its alone."""
    found = first(database, BY_SOURCE_ID, profile_id, source_id)
    for url in () if found else urls:
        at_address = rows(database, BY_ADDRESS, url, profile_id)
        if len(at_address) == 1:
            return at_address[0]
    return found


BY_SOURCE_ID = "SELECT * FROM posts WHERE profile_id = ? AND source_id = ?"
BY_ADDRESS = """
SELECT posts.* FROM post_addresses JOIN posts ON posts.id = post_id
WHERE post_addresses.url = ? AND profile_id = ? LIMIT 2
"""


def add_post(crawl: Crawl, item: Entry | Post, state: str) -> Row:
    """A new row for a post that has none."""
    row = {
        "profile_id": crawl.profile_id,
        "platform": crawl.platform,
        "source_id": item.source_id,
        "url": item.url,
        "title": item.title,
        "state": state,
        "first_seen_crawl": crawl.id,
        "last_seen_crawl": crawl.id,
    }
    post_id = insert(crawl.database, "posts", row)
    return first(crawl.database, "SELECT * FROM posts WHERE id = ?", post_id) or {}


def facts(item: Entry | Post) -> Row:
    """The columns of posts that an entry or a page gives; what it is silent about is left out."""
    plain = {
        name: getattr(item, name, None)
        for name in ("url", "title", "summary", "kind", "language", "author", "licence")
    }
    lists = {name: as_json(getattr(item, name, ())) for name in ("tags", "columns")}
    times = moment_columns("published", item.published) | moment_columns("updated", item.updated)
    given = {name: value for name, value in plain.items() if value}
    return given | {name: value for name, value in lists.items() if value != "[]"} | times


def amend(crawl: Crawl, post: Row, given: Row) -> None:
    """Write what differs from the row, with its tags; index, media and measures follow."""
    changed = {name: value for name, value in given.items() if post[name] != value}
    update(crawl.database, "posts", post["id"], changed)
    if "tags" in changed:
        tag(crawl.database, post["id"], json.loads(changed["tags"]))
    sync(crawl.database, post["id"])
    if "rendering_id" in changed:
        follow(crawl.database, post["id"])
        measure(crawl.database, post["id"])


def got(crawl: Crawl, post_id: int, version_id: int | None) -> Row:
    """The columns that say: the page is got, under all that this crawl's listings show of it.

    When it is due again depends on the age of its version.
    """
    shown = [row["listed_hash"] for row in rows(crawl.database, SHOWN, post_id, crawl.id)]
    told: Row = {"got_crawl": crawl.id} | ({"got_hashes": as_json(shown)} if shown else {})
    if version := first(crawl.database, SEEN_AT, version_id):
        seen = datetime.fromisoformat(version["seen_at"])
        told["next_check_at"] = instant(next_check(seen, crawl.now))
    return told


SEEN_AT = "SELECT seen_at FROM post_versions WHERE id = ?"


SHOWN = """
SELECT DISTINCT listed_hash FROM entries WHERE post_id = ? AND last_seen_crawl = ?
ORDER BY listed_hash
"""


def tag(database: Database, post_id: int, names: Iterable[str]) -> None:
    """Give a post these tags and no other."""
    database.conn.execute("DELETE FROM post_tags WHERE post_id = ?", (post_id,))
    for name in set(names):
        database.conn.execute("INSERT OR IGNORE INTO tags (name) VALUES (?)", (name,))
        database.conn.execute(TAG, (post_id, name))


TAG = "INSERT INTO post_tags (post_id, tag_id) SELECT ?, id FROM tags WHERE name = ?"


def add_address(crawl: Crawl, post_id: int, url: str) -> None:
    """Remember an address of a post."""
    crawl.database.conn.execute(ADDRESS, (url, post_id, crawl.at))


ADDRESS = "INSERT OR IGNORE INTO post_addresses (url, post_id, first_seen_at) VALUES (?, ?, ?)"


def add_links(crawl: Crawl, post_id: int, links: Iterable[Link], origin: str) -> None:
    """The links that a listing or the page gives a post now; a page's older ones go."""
    for link in links:
        row = {"post_id": post_id, "origin": origin, "role": link.role, "url": link.url}
        details = {"label": link.label, "language": link.language, "last_seen_crawl": crawl.id}
        insert(crawl.database, "post_links", row | details, clause=NEWEST_LINK)
    if origin == "page":
        crawl.database.conn.execute(OLD_PAGE_LINKS, (post_id, crawl.id))


NEWEST_LINK = """
ON CONFLICT DO UPDATE SET label = excluded.label, language = excluded.language,
    last_seen_crawl = excluded.last_seen_crawl
"""
OLD_PAGE_LINKS = (
    "DELETE FROM post_links WHERE origin = 'page' AND post_id = ? AND last_seen_crawl <> ?"
)


def listed_hash(entry: Entry) -> str:
    """What a listing shows of a post's content: title, times, description, version; no counters.

    A time that is exact to the day counts by its day: "5天前" is another instant at every look.
    """
    times = [
        moment and (moment.at.isoformat() if moment.precision == "second" else str(moment.on))
        for moment in (entry.published, entry.updated)
    ]
    shown: list[Any] = [entry.title, *times, entry.summary, entry.version]
    return hashlib.sha256(as_json(shown).encode()).hexdigest()
