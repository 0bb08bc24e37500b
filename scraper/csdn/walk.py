"""The walk over the lists of a profile's posts: lap after lap, until the site's total is reached."""

import re
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from scraper.csdn.lists import ListPage
from scraper.pages import PageError

HOME = "https://blog.csdn.net"
API = f"{HOME}/community/home-api/v1"
#: The most that any public client asks for; the site itself asks for 20.
PAGE_SIZE = 100
#: Where the number of a page stands, in the addresses of the lists that have several.
NUMBER = re.compile(r"(?<=[?&]page=)[0-9]+|(?<=/article/list/)[0-9]+")
COLUMN = re.compile(r"(/category_[0-9]+)(?:_([0-9]+))?\.html$")


@dataclass(frozen=True, kw_only=True)
class Walk:
    """How far a walk has come, and the address to ask for next (`url`, none at its end).

    Each of the `ways` that are left begins a lap. `seen` are the article ids met so far, `lap` those
    met in the present lap. `total` is the site's latest word; `shifted` says that it changed during
    the lap, so that a post may have slipped from a page not yet read to one read before. `sources`
    name the lists that were read, `trouble` is the first failure. Where what a list counts is
    `doubted`, `total` stays what was there before.
    """

    url: str | None = None
    ways: tuple[str, ...] = ()
    seen: frozenset[str] = frozenset()
    lap: frozenset[str] = frozenset()
    total: int | None = None
    shifted: bool = False
    complete: bool = False
    sources: tuple[str, ...] = ()
    trouble: PageError | None = None
    doubted: bool = False

    def after(self, page: ListPage) -> "Walk":
        """The walk when the page at `url` is read."""
        walk = self.having(page)
        if walk.complete:
            return replace(walk, url=None)
        following = next_page(self.url or "") if walk.lap > self.lap else None
        if following:
            return replace(walk, url=following)
        return replace(walk, ways=(*self.ways, *page.columns)).next_lap()

    def having(self, page: ListPage) -> "Walk":
        """The walk with what the page at `url` tells."""
        ids, at = {entry.source_id for entry in page.entries}, self.url or ""
        total = self.total if page.total is None or self.doubted else page.total
        shifted = self.shifted or (bool(self.lap) and total != self.total)
        seen, lap = self.seen | ids, self.lap | ids
        # A lap through the JSON list meets all posts itself. HTML completes what was met before.
        met = len(lap if by_json(at) else seen)
        return replace(
            self,
            seen=seen,
            lap=lap,
            total=total,
            shifted=shifted,
            complete=total is not None and met >= total and not shifted,
            sources=tuple(dict.fromkeys((*self.sources, source(at)))),
        )

    def spoilt(self, trouble: PageError) -> "Walk":
        """The walk when the page at `url` failed: a wall or a new shape will still be there later."""
        walk = replace(self, trouble=self.trouble or trouble)
        if trouble.transient:
            return walk.next_lap()
        return replace(walk, ways=tuple(way for way in self.ways if not by_json(way))).next_lap()

    def doubting(self, trouble: PageError, before: int) -> "Walk":
        """The walk when what its list counts is not believed, `before` being the posts that were there."""
        total = before or self.total
        return replace(self, total=total, trouble=self.trouble or trouble, doubted=True)

    def next_lap(self) -> "Walk":
        """The walk at the beginning of its next lap, or at its end."""
        url, *ways = self.ways or (None,)
        return replace(self, url=url, ways=tuple(ways), lap=frozenset(), shifted=False)


def walk_of(user: str, total: int | None) -> Walk:
    """A walk at its beginning: twice to the JSON list, then to the list pages and the profile page.

    `total` is what the profile's tabs say.
    """
    lists = (json_list_of(user), json_list_of(user), f"{HOME}/{user}/article/list/1")
    return Walk(ways=(*lists, home(user)), total=total).next_lap()


def home(user: str) -> str:
    return f"{HOME}/{user}?type=blog"


def by_json(url: str) -> bool:
    return url.startswith(API)


def source(url: str) -> str:
    """A list's name in the record of a crawl."""
    lists = ("get-business-list", "article/list", "category")
    return next((name for name in lists if name in url), "profile page")


def json_list_of(user: str) -> str:
    """The first page of get-business-list, with the parameters that the site itself sends."""
    empty = {"orderby": "", "noMore": "false", "year": "", "month": ""}
    asked = {"page": 1, "size": PAGE_SIZE, "businessType": "blog", **empty, "username": user}
    return f"{API}/get-business-list?{urlencode(asked)}"


def next_page(url: str) -> str | None:
    """The next page of the same list; None for the profile page, which has but one."""
    if number := NUMBER.search(url):
        return f"{url[: number.start()]}{int(number[0]) + 1}{url[number.end() :]}"
    if column := COLUMN.search(url):
        return f"{url[: column.start()]}{column[1]}_{int(column[2] or 1) + 1}.html"
    return None
