"""The items of a crawl that was made elsewhere, as `-O posts.jsonl` writes them."""

from dataclasses import replace
from typing import Any

import msgspec

from archive.importing.lines import Damaged
from archive.importing.plausible import check_moments, known
from archive.records import Address
from archive.store import Archive
from scraper.items import Entry, Listing, Observation, Page, Post, Profile

Item = Profile | Entry | Listing | Post | Observation

#: `type` → what it is, and a field that no line of an export has; with None all of the type are items.
ITEMS: dict[str, tuple[type[Item] | None, str | None]] = {
    "profile": (Profile, "metrics"),
    "entry": (Entry, None),
    "listing": (Listing, None),
    "post": (Post, "body"),
    "observation": (Observation, None),
    "page": (None, "headers"),  # JSON has no bytes, of which these two are made
    "media": (None, "content"),
}
TIMES = ("joined", "listed", "published", "updated")


def is_item(line: dict[str, Any]) -> bool:
    """Whether a line is an item of a crawl, not of an export."""
    kind = line.get("type")
    if not isinstance(kind, str) or kind not in ITEMS:
        return False
    mark = ITEMS[kind][1]
    return mark is None or mark in line


class Addresses(msgspec.Struct):
    """Where an item stands, what it is tied to, and the picture of an author."""

    url: Address
    links: list[Address]
    avatar: Address | None


class Crawled:
    """Records items in an empty archive as a crawl would have done."""

    def __init__(self, scratch: Archive) -> None:
        self.scratch, self.posts = scratch, set[tuple[str, str, str]]()

    def take(self, line: dict[str, Any]) -> None:
        """Record an item. Raises Damaged, msgspec.ValidationError."""
        made, _ = ITEMS[line["type"]]
        if made is None:
            return
        item: Item = msgspec.convert(with_zones(line | {"page": None}), made)
        profile = known(item.platform, item.handle)
        check_addresses(item)
        moments = [getattr(item, name, None) for name in TIMES]
        check_moments(*moments, now=self.scratch.clock)
        if isinstance(item, Post):
            item = self.complete(item)
        if (item.platform, item.handle) not in self.scratch.crawls:
            self.scratch.begin_crawl(replace(profile, url=profile.url))
        self.scratch.record(item)

    def complete(self, post: Post) -> Post:
        """A post with a page: its Markdown, for what was fetched is not in the file. Raises Damaged."""
        name = (post.platform, post.handle, post.source_id)
        if post.body is None or not post.body.text:
            raise Damaged("a post without a body")
        if name in self.posts:
            raise Damaged(f"{':'.join(name)} stands in an earlier line, too")
        self.posts.add(name)
        moment = post.updated or post.published
        page = Page(
            platform=post.platform,
            handle=post.handle,
            url=post.url,
            kind="post",
            status=200,
            request_headers={},
            headers={},
            body=post.body.markdown.encode(),
            encoding="utf-8",
            fetched_at=moment.at if moment else self.scratch.clock(),
        )
        return replace(post, page=page, source_format="markdown")

    def close(self) -> None:
        """End the crawls."""
        for platform, handle in list(self.scratch.crawls):
            self.scratch.end_crawl(platform, handle, "imported")


def check_addresses(item: Item) -> None:
    """Raise msgspec.ValidationError for an address that is none of the web."""
    links = [link.url for link in getattr(item, "links", ())]
    avatar = getattr(item, "avatar", None)
    msgspec.convert({"url": item.url, "links": links, "avatar": avatar}, Addresses)


def with_zones(line: dict[str, Any]) -> dict[str, Any]:
    """A line whose times say that they are UTC, which Scrapy leaves out."""
    zoned = {}
    for name in TIMES:
        moment = line.get(name)
        if isinstance(moment, dict) and isinstance(at := moment.get("at"), str):
            zoned[name] = moment | {"at": at if at.endswith("Z") or "+" in at else f"{at}Z"}
    return line | zoned
