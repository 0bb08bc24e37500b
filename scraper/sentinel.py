"""The sentinel: where pages have changed their shape, no more of that kind are asked for.

A single odd page stops nothing. Three in a row of one kind that lack the same are another shape, which
the next hundred have, too: they wait for the program's repair, each profile's once on record. What is
archived stays as it is; what was not asked for stays wanted.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from scraper.items import Entry, Item, Observation, Post, Profile
from scraper.pages import AwaitsRepair

#: Changed pages in a row, of one kind, that lack the same.
ENOUGH = 3

#: Of one site the pages of one kind: `shape` of a request's meta, else its `kind`, as the archive calls
#: it. A blog is a site of its own.
Kind = tuple[str, str]


@dataclass(slots=True)
class Watch:
    """How many of the last pages of a kind lacked `missing`, and what the first had instead."""

    missing: str = ""
    times: int = 0
    found: str = ""

    def changed(self, missing: str, found: str) -> None:
        if not self.times or missing != self.missing:
            self.missing, self.times, self.found = missing, 0, found
        self.times += 1

    @property
    def tripped(self) -> bool:
        return self.times >= ENOUGH


class Sentinel:
    """Downloader middleware: refuses requests for pages of a kind that has changed.

    It learns of pages from the items that have passed all pipelines: only there it is known whether a
    page had a body, and one no worse than the archived.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.watches: defaultdict[Kind, Watch] = defaultdict(Watch)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Sentinel":
        sentinel = cls(crawler)
        crawler.signals.connect(sentinel.seen, signals.item_scraped)
        return sentinel

    def process_request(self, request: Request) -> None:
        """Raise AwaitsRepair for a page of a kind that has changed."""
        kind = self.kind(request.meta)
        watch = self.watches.get(kind) if kind else None
        if kind and watch and watch.tripped:
            raise AwaitsRepair(
                f"pages of the kind {kind[1]} are put off for the repair of the program",
                missing=watch.missing,
                found=watch.found,
            )

    def seen(self, item: Item, response: object) -> None:
        """Note a page that has changed, or one that is as it should be."""
        kind = self.kind(response.meta) if isinstance(response, Response) else None
        if kind and isinstance(item, Observation) and item.seen == "changed":
            self.watches[kind].changed(item.missing or "", item.found or "")
        elif kind and isinstance(item, Entry | Post | Profile):
            self.watches.pop(kind, None)

    def kind(self, meta: dict[str, Any]) -> Kind | None:
        """The kind of the page that a request is for; None for robots.txt and for pictures."""
        if "profile" not in meta:
            return None
        profile = meta["profile"]
        site = profile.platform if getattr(self.crawler.spider, "hosts", ()) else profile.handle
        return site, meta.get("shape") or meta["kind"]
