"""What was fetched, as it was fetched: zstd at level 10, against a sibling page of the same template.

A dictionary is not trained but chosen: the first page of its kind in a profile, whole. On the sites
of four blogs that compresses to 0.130 · 0.038 · 0.096 · 0.129 of the HTML (a dictionary trained on
20 pages: 0.110 · 0.064 · 0.085 · 0.139; none: 0.27 · 0.08 · 0.23 · 0.29) at 0.3–1.7 ms of CPU a
page, costs nothing to make, and serves from the second page on.
"""

import hashlib
import json
import sys
from dataclasses import dataclass

from sqlite_utils import Database

from archive.connection import ArchiveUnusable
from archive.ledger import Crawl
from archive.rows import Row, first, insert, instant
from archive.traces import withheld
from scraper.items import Page

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

#: A dictionary, and how it is used.
Prepared = tuple[zstd.ZstdDict, int]

LEVEL = 10  # 19 saves 5 % more and takes 25 times as long
#: The first page of a kind may be a wall or a stub: one that is so many times as large as its
#: dictionary becomes the next one. Nothing below the smallest size is worth it.
OUTGROWN = 2
SMALLEST = 1024

#: Dictionaries made ready, by sha256; a crawl of one profile uses two or three.
loaded: dict[str, zstd.ZstdDict] = {}
MOST_LOADED = 8


def record_fetch(crawl: Crawl, page: Page, post_id: int | None = None) -> tuple[int, str]:
    """Keep a response. Returns the fetch's id and the page's sha256 in hexadecimal.

    Without a `post_id` the body of one that tells of a purged post is not kept.
    """
    if post_id is None:
        page = withheld(crawl, page)
    sha256 = keep(crawl, page)
    row = {
        "profile_id": crawl.profile_id,
        "post_id": post_id,
        "crawl_id": crawl.id,
        "url": page.url,
        "kind": page.kind,
        "status": page.status,
        "fetched_at": instant(page.fetched_at),
        "etag": page.headers.get("etag"),
        "last_modified": page.headers.get("last-modified"),
        "request_headers": page.request_headers,
        "headers": page.headers,
        "raw_sha256": sha256,
    }
    return insert(crawl.database, "fetches", row), sha256


def record_robots(crawl: Crawl, page: Page) -> None:
    """Keep a robots.txt unless it answered the same the last time, whichever profile asked."""
    last = first(crawl.database, LAST_ROBOTS, page.url)
    now = (page.status, hashlib.sha256(page.body).hexdigest())
    if last is None or now != (last["status"], last["raw_sha256"]):
        record_fetch(crawl, page)


LAST_ROBOTS = """
SELECT status, raw_sha256 FROM fetches WHERE url = ? AND kind = 'robots' ORDER BY id DESC LIMIT 1
"""


def keep(crawl: Crawl, page: Page) -> str:
    """Store a page's bytes unless they are there; returns their sha256."""
    sha256 = hashlib.sha256(page.body).hexdigest()
    if first(crawl.database, "SELECT 1 FROM raw_pages WHERE sha256 = ?", sha256):
        return sha256
    model = first(crawl.database, MODEL, crawl.profile_id, page.kind)
    outgrown = len(page.body) >= (OUTGROWN * model["length"] if model else SMALLEST)
    chosen = None if outgrown or not model else model["sha256"]
    row = {
        "sha256": sha256,
        "encoding": page.encoding,
        "length": len(page.body),
        "dictionary": chosen,
        "zstd": packed(crawl.database, page.body, chosen),
    }
    insert(crawl.database, "raw_pages", row)
    if outgrown:
        crawl.database.conn.execute(CHOOSE, (crawl.profile_id, page.kind, sha256))
    return sha256


MODEL = """
SELECT sha256, length FROM dictionaries JOIN raw_pages ON sha256 = raw_sha256
WHERE profile_id = ? AND kind = ?
"""
CHOOSE = "INSERT OR REPLACE INTO dictionaries (profile_id, kind, raw_sha256) VALUES (?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Validators:
    """What asks whether a page is still the stored one, and what to give back if it is."""

    etag: str | None
    last_modified: str | None
    headers: dict[str, str]
    sha256: str


def validators(database: Database, url: str) -> Validators | None:
    """Those of the last good fetch of an address; None where there was none, or it had none."""
    row = first(database, LAST_GOOD, url)
    if row is None or not (row["etag"] or row["last_modified"]):
        return None
    headers = json.loads(row["headers"])
    return Validators(row["etag"], row["last_modified"], headers, row["raw_sha256"])


LAST_GOOD = """
SELECT etag, last_modified, headers, raw_sha256 FROM fetches WHERE url = ? AND status = 200
ORDER BY id DESC LIMIT 1
"""


def stored_page(database: Database, sha256: str) -> bytes:
    """The bytes of a page. Raises ArchiveUnusable when they are not what was stored."""
    row = first(database, "SELECT dictionary, zstd FROM raw_pages WHERE sha256 = ?", sha256)
    body = unpacked(database, row) if row else b""
    if hashlib.sha256(body).hexdigest() != sha256:
        raise ArchiveUnusable(f"the raw page {sha256} is missing or damaged; restore a backup")
    return body


def packed(database: Database, body: bytes, sha256: str | None) -> bytes:
    """The bytes of a page compressed, against the page `sha256` if there is one."""
    return zstd.compress(body, LEVEL, zstd_dict=dictionary(database, sha256))


def unpacked(database: Database, row: Row) -> bytes:
    """A raw page decompressed; empty when that fails."""
    try:
        return zstd.decompress(row["zstd"], zstd_dict=dictionary(database, row["dictionary"]))
    except zstd.ZstdError:
        return b""


def dictionary(database: Database, sha256: str | None) -> Prepared | None:
    """The page `sha256` made ready as a dictionary."""
    if sha256 is None:
        return None
    if sha256 not in loaded:
        if len(loaded) >= MOST_LOADED:
            loaded.clear()
        loaded[sha256] = zstd.ZstdDict(stored_page(database, sha256), is_raw=True)
    return loaded[sha256].as_digested_dict
