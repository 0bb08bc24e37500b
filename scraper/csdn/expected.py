"""What CSDN's answers always hold: one without it has another shape, and is not read on.

From all that were seen: raw article pages of 2020-04, 2024-12 and 2025-12, a browser's copy of 2020-07,
items of the JSON list of 2021 and 2024, and what public clients of 2021 to 2026 read. An item may lack
what others have, so a page of them is at fault only where none has it.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from scraper.answers import lacking, shown
from scraper.before import Before
from scraper.csdn.frame import Frame
from scraper.csdn.links import link_to_post
from scraper.csdn.lists import ListPage
from scraper.csdn.values import beijing, counted
from scraper.csdn.walk import Walk, by_json
from scraper.pages import Changed
from scraper.plausible import check_posts, fewer

Reads = Callable[[Any], object]


def text(value: Any) -> bool:
    return isinstance(value, str)


def text_or_null(value: Any) -> bool:
    return value is None or text(value)


def number(value: Any) -> bool:
    """A count, also as "146,206" and "1.2w"."""
    return counted(value) is not None or bool(re.match("[0-9]", str(value)))


def never_or_time(value: Any) -> bool:
    """`lastTime` is 0 until the first change."""
    return value == "0" or beijing(value) is not None


#: The items of get-business-list: key → whether it can be read.
ITEM: dict[str, Reads] = {
    "articleId": number,
    "title": text,
    "description": text_or_null,
    "url": link_to_post,
    "type": number,
    "postTime": beijing,
    "viewCount": number,
    "commentCount": number,
    "diggCount": number,
}
#: The variables of an article page's own program, of every year.
ARTICLE: dict[str, Reads] = {"articleId": number, "articleType": number, "commentscount": number}
#: Those that a page has all or none of: none until 2020, all in 2024 and 2025.
NEWER: dict[str, Reads] = {
    "postTime": beijing,
    "lastTime": never_or_time,
    "viewCountFormat": number,
    "canRead": re.compile("true|false").fullmatch,
}
#: Where the counters stand that no variable states, on the pages that have the newer variables.
COUNTERS = (("#blog-digg-num",), (".get-collection", "#get-collection"))
TAG = (".tag-link-new", ".tag-link")


def check_items(items: Iterable[Any]) -> None:
    """Raise Changed for a page of the JSON list on which no item has one of the usual keys."""
    given = [item for item in items if isinstance(item, dict)]
    for key, reads in ITEM.items() if given else ():
        if not any(key in item and reads(item[key]) for item in given):
            found = shown(given[0][key]) if key in given[0] else ", ".join(given[0])
            raise lacking(f"data.list[].{key}", found)


def implausible(page: ListPage, walk: Walk, before: Before) -> Changed | None:
    """What is said of a page whose total is by half less than the posts that were there.

    `walk` has not taken the page yet. What the profile's tabs say, the total that a walk begins with,
    counts on a first crawl alone: a list that shows all that is known is believed. Raises OtherPosts for
    a page of somebody else's.
    """
    known, url, now = before.in_listing("posts"), str(walk.url), page.total
    seen = walk.seen | {entry.source_id for entry in page.entries}
    check_posts(url, page.entries, seen, known, walk.total if now is None else now)
    name = "data.total" if by_json(url) else "var listTotal"
    return None if walk.doubted else fewer(url, name, len(known) or walk.total or 0, now, before)


def check_frame(frame: Frame, url: str) -> None:
    """Raise Changed for an article's page that lacks what all have."""
    stated = frame.variables
    newer = NEWER if NEWER.keys() & stated.keys() - {"canRead"} else {}
    for name, reads in {**ARTICLE, **newer}.items():
        if not reads(stated.get(name, "")):
            raise missing(url, f"var {name}", stated.get(name) or ", ".join(stated))
    for names in COUNTERS if newer else ():
        if not frame.has(*names):
            raise missing(url, names[0], frame.text("title"))
    if not frame.text(".title-article"):
        raise missing(url, ".title-article", frame.text("title"))
    if not (stated.get("nickName") or frame.text(".follow-nickName")):
        raise missing(url, "var nickName", ", ".join(stated))
    check_tags(frame, url)


def check_tags(frame: Frame, url: str) -> None:
    """Raise Changed where links lead to a search, as those of tags alone do, and none is a tag's."""
    searches = [a for a in frame.tree.iter("a") if "so.csdn.net/so/search" in a.get("href", "")]
    if searches and not frame.has(*TAG):
        raise missing(url, TAG[0], str(searches[0].get("class")))


def missing(url: str, name: str, found: str) -> Changed:
    return Changed(f"{url} has another shape", missing=name, found=found)
