"""The lines of an export (archive.records) as rows of an empty archive.

An export tells no times of ours. So a version counts as seen when its site says that it was changed, or
published, which is never after we saw it.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from archive.importing.lines import Damaged
from archive.importing.pages import body_of
from archive.importing.plausible import check_moments, instant_of, known
from archive.ledger import Crawl
from archive.media.shown import follow_all, host_of, key
from archive.raw import packed
from archive.recording.renderings import content_hash
from archive.records import Entry, Media, Page, Post, Profile, Rendering, Version
from archive.rows import Row, first, insert, instant, moment_columns, rows, update
from archive.store import Archive
from scraper import items

#: What a version without any time of its site counts as seen at: before all others.
UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)


class Exported:
    """Takes lines into the archive `scratch`, each whole or not at all."""

    def __init__(self, scratch: Archive) -> None:
        self.scratch, self.db = scratch, scratch.db
        self.last = dict[int, int]()  # post → the number of its last good version
        self.takers: dict[type, Callable[[Any], None]] = {
            Post: self.post,
            Page: self.page,
            Version: self.version,
            Media: self.media,
        }

    def take(self, line: dict[str, Any]) -> None:
        """Take a line. Raises Damaged, msgspec.ValidationError."""
        made = msgspec.convert(line, Profile | Post | Page | Version | Media)
        if isinstance(made, Profile):
            self.profile(made)
            return
        if isinstance(made, Post | Version):
            self.begin(made.platform, made.handle)
        try:
            with self.scratch.writing():
                self.takers[type(made)](made)
        except sqlite3.IntegrityError as error:
            same = str(error).rpartition("failed: ")[2]
            raise Damaged(f"an earlier line has the same {same}") from error

    def begin(self, platform: str, handle: str) -> None:
        """See to it that there is a profile, and a crawl to record by. Raises Damaged."""
        profile = known(platform, handle)
        if (platform, handle) not in self.scratch.crawls:
            self.scratch.begin_crawl(profile)

    def profile(self, line: Profile) -> None:
        self.begin(line.platform, line.handle)
        check_moments(line.joined, now=self.scratch.clock)
        if first(self.db, TOLD, line.platform, line.handle):
            raise Damaged(f"{line.platform}:{line.handle} stands in an earlier line, too")
        self.scratch.record(items.Profile(**msgspec.structs.asdict(line)))

    def post(self, line: Post) -> None:
        check_moments(line.published, line.updated, now=self.scratch.clock)
        crawl = self.scratch.crawl(line.platform, line.handle)
        number = insert(self.db, "posts", post_row(line, crawl))
        for url in {line.url, *line.addresses}:
            address = {"url": url, "post_id": number, "first_seen_at": crawl.at}
            insert(self.db, "post_addresses", address)
        for entry in line.entries:
            check_moments(entry.listed, now=self.scratch.clock)
            insert(self.db, "entries", entry_row(entry, number, crawl))
        for link in line.links:
            tie = msgspec.structs.asdict(link) | {"post_id": number, "last_seen_crawl": crawl.id}
            insert(self.db, "post_links", tie)

    def page(self, line: Page) -> None:
        body = body_of(line)
        row = {"sha256": line.sha256, "encoding": line.encoding, "length": len(body)}
        insert(self.db, "raw_pages", row | {"zstd": packed(self.db, body, None)})

    def version(self, line: Version) -> None:
        post = self.post_of(line)
        crawl = self.scratch.crawl(line.platform, line.handle)
        last = first(self.db, LAST, post["id"]) or {}
        row = version_row(line, post, crawl, last.get("seen_at", ""))
        number = insert(self.db, "post_versions", row)
        made = [rendering_row(rendering, number, crawl) for rendering in line.renderings]
        ids = [insert(self.db, "renderings", rendering) for rendering in made]
        if line.current or not post["shown"]:
            shown = [n for n, r in zip(ids, line.renderings, strict=True) if r.current] or ids
            pointers = {"version_id": number, "rendering_id": shown[-1]}
            update(self.db, "posts", post["id"], pointers)
        self.last[post["id"]] = line.number

    def post_of(self, line: Version) -> Row:
        """The post of a version whose turn it is, and whose page is there. Raises Damaged."""
        post = first(self.db, POST, line.platform, line.handle, line.source_id)
        if post is None:
            raise Damaged(f"no good line before has the post {line.source_id}")
        if line.number <= self.last.get(post["id"], 0):
            raise Damaged(f"an earlier line has version {line.number}, or a later one")
        if not first(self.db, "SELECT 1 FROM raw_pages WHERE sha256 = ?", line.page):
            raise Damaged(f"no good line before has the page {line.page}")
        return post

    def media(self, line: Media) -> None:
        if line.url != key(line.url):
            raise Damaged(f"{line.url[:200]} is not the address by which it is known")
        if (line.state == "held") > (line.file is not None):
            raise Damaged("held, without a file")
        row = {name: getattr(line, name) for name in ("url", "kind", "state", "reason")}
        row |= {"host": host_of(line.url), "first_seen_at": instant(self.scratch.clock())}
        if line.file:
            file = msgspec.structs.asdict(line.file)
            insert(self.db, "media_files", file, clause="ON CONFLICT DO NOTHING")
            row["sha256"] = line.file.sha256
        insert(self.db, "media", row | {"attempts": int(line.state != "held")})

    def close(self) -> Iterator[tuple[str, str]]:
        """Settle what lines that were refused left open; yields where, and what."""
        for post in rows(self.db, BODILESS):
            update(self.db, "posts", post["id"], {"state": "listed"})
            yield post["url"], "archived, and no version of it is good: it is listed only"
        with self.scratch.writing():
            follow_all(self.db)


TOLD = """
SELECT 1 FROM profiles WHERE platform = ? AND handle = ? AND last_seen_crawl IS NOT NULL
"""
POST = """
SELECT posts.id, version_id AS shown FROM posts JOIN profiles ON profiles.id = profile_id
WHERE posts.platform = ? AND handle = ? AND source_id = ?
"""
LAST = "SELECT seen_at FROM post_versions WHERE post_id = ? ORDER BY id DESC LIMIT 1"
BODILESS = "SELECT id, url FROM posts WHERE state = 'archived' AND version_id IS NULL ORDER BY id"


def post_row(line: Post, crawl: Crawl) -> Row:
    """The columns of a post, without a version."""
    apart = ("published", "updated", "locked", "missing", "addresses", "entries", "links", "handle")
    plain = {k: v for k, v in msgspec.structs.asdict(line).items() if k not in apart}
    times = moment_columns("published", line.published) | moment_columns("updated", line.updated)
    crawls = {"first_seen_crawl": crawl.id, "last_seen_crawl": crawl.id}
    standing = {
        "locked_at": crawl.at if line.locked else None,
        "missing_since": crawl.at if line.missing else None,
    }
    return plain | times | crawls | standing | {"profile_id": crawl.profile_id}


def entry_row(entry: Entry, post_id: int, crawl: Crawl) -> Row:
    """The columns of a line of a listing."""
    plain = {k: v for k, v in msgspec.structs.asdict(entry).items() if k != "listed"}
    refers = {"post_id": post_id, "profile_id": crawl.profile_id, "last_seen_crawl": crawl.id}
    return plain | moment_columns("listed", entry.listed) | refers


def version_row(line: Version, post: Row, crawl: Crawl, after: str) -> Row:
    """The columns of a version, which is seen no earlier than the one before it."""
    times = [instant_of(at, crawl.now) for at in (line.published_at, line.updated_at) if at]
    names = ("title", "tags", "published_at", "updated_at", "cut", "url", "source_format")
    return {name: getattr(line, name) for name in names} | {
        "post_id": post["id"],
        "seen_at": max(after, instant(max(times, default=UNKNOWN))),
        "crawl_id": crawl.id,
        "raw_sha256": line.page,
    }


def rendering_row(line: Rendering, version_id: int, crawl: Crawl) -> Row:
    """The columns of a rendering; what is made of a body is made again."""
    body = items.Body(markdown=line.markdown, text=line.text, images=tuple(line.images))
    return {
        "version_id": version_id,
        "extractor": line.extractor,
        "body_markdown": line.markdown,
        "body_text": line.text,
        "content_hash": content_hash(body),
        "markdown_sha256": hashlib.sha256(line.markdown.encode()).hexdigest(),
        "images": msgspec.to_builtins(line.images),
        "verdict": line.verdict,
        "score": line.score,
        "quality": msgspec.to_builtins(line.quality),
        "rendered_at": crawl.at,
    }
