"""CSDN's lists of posts as HTML of three eras: from a page to entries.

Seen: list pages of 2019-02, 2021-05 (a column) and 2024-04 (a profile).
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from parsel import Selector

from scraper.csdn.links import link_to_post
from scraper.csdn.lists import ListPage, entry_of
from scraper.csdn.values import beijing, count_in, counts, folded, joined, kind_in
from scraper.items import Entry, Profile
from scraper.pages import Changed

COUNTER_WORDS = {"阅读": "views", "点赞": "likes", "收藏": "collects", "评论": "comments"}
#: Without words the order is this, in all that was seen.
COUNTER_ORDER = ("views", "comments")
#: A day, or a time. What is relative ("21 小时前") is left to the post's page.
ABSOLUTE = re.compile(r"[0-9]{4}[-.][0-9]{1,2}[-.][0-9]{1,2}(?: [0-9:]{5,8})?")
COLUMN = re.compile(
    r"https://(?:[\w-]+\.)?blog\.csdn\.net/(?:[^/?#]+/)?category_[0-9]+\.html", re.ASCII
)
LIST_TOTAL = re.compile(r"\bvar listTotal\s*=\s*([0-9]{1,9})")


@dataclass(frozen=True, kw_only=True)
class Shape:
    """CSS selectors of a list's items, and inside an item of its parts; `of` is in its addresses."""

    of: str
    item: str
    title: str
    summary: str
    time: str
    counts: str


SHAPES = (
    Shape(  # /<user>/article/list/<n>, since 2018
        of="/article/list/",
        item="div.article-item-box",
        title="h4",
        summary=".content",
        time="span.date",
        counts="span.read-num",
    ),
    Shape(  # /<user>/category_<id>.html, since 2020
        of="/category_",
        item="ul.column_article_list > li",
        title="h2.title",
        summary=".column_article_desc",
        time=".column_article_data > span:first-child",
        counts=".column_article_data > span:not(:first-child)",
    ),
    Shape(  # the profile page, since 2021
        of="",
        item="article.blog-list-box",
        title="h4",
        summary=".blog-list-content",
        time=".view-time-box",
        counts=".view-num, .give-like-num, .comment-num",
    ),
)


def html_list(page: Selector, profile: Profile, url: str) -> ListPage:
    """A page that lists posts, in whichever shape. Raises Changed where no shape fits."""
    entries = [e for shape in SHAPES for e in html_entries(page, shape, profile)]
    total = LIST_TOTAL.search(" ".join(page.css("script::text").getall()))
    if not entries and not total:
        raise lists_nothing(url, joined(page.css("title")))
    if "/article/list/" in url:
        return ListPage(entries=entries, total=int(total[1]) if total else None)
    # A column counts its own posts; the columns of an author are in every page's margin.
    return ListPage(entries=entries, columns=[] if total else column_pages(page))


def lists_nothing(url: str, found: str) -> Changed:
    """What is said of a list that should have posts and has none: which items it lacks."""
    known = (shape.item for shape in SHAPES if shape.of in url)
    json = "data.list" if "get-business-list" in url else None
    return Changed(f"{url} lists no posts", json or next(known), found)


def html_entries(page: Selector, shape: Shape, profile: Profile) -> Iterator[Entry]:
    """The items of one shape that are the author's own: adverts among them lead to other users."""
    for item in page.css(shape.item):
        link = link_to_post(item.css("a[href*='/article/details/']::attr(href)").get())
        if link and (link.user or profile.handle).lower() == profile.handle.lower():
            yield html_entry(item, shape, entry_of(profile, link.article, link.url))


def html_entry(item: Selector, shape: Shape, entry: Entry) -> Entry:
    """The entry with what an item shows."""
    # Not the word for the kind, which stands inside the heading.
    title = item.css(shape.title).xpath(
        ".//text()[not(parent::*[contains(@class,'article-type')])]"
    )
    shown = joined(item.css(shape.time))
    time = ABSOLUTE.search(shown)
    when, edited = beijing(time and time[0]), "更新" in shown
    return replace(
        entry,
        title=folded("".join(title.getall())),
        # Escaped twice over in 2019.
        summary=html.unescape(html.unescape(joined(item.css(shape.summary)))) or None,
        kind=kind_in(joined(item.css(".article-type"))),
        published=None if edited else when,
        updated=when if edited else None,
        metrics=html_counts(item.css(shape.counts)),
    )


def html_counts(nodes: Any) -> dict[str, int]:
    """Counters with their words, or without and in order."""
    found: dict[str, Any] = {}
    for node, usual in zip(nodes, [*COUNTER_ORDER, *COUNTER_WORDS.values()], strict=False):
        text = joined(node)
        word = next((word for word in COUNTER_WORDS if word in text), None)
        found[COUNTER_WORDS[word] if word else usual] = count_in(text)
    return counts(found)


def column_pages(page: Selector) -> list[str]:
    """The addresses of the columns that a page links to, each once."""
    links = page.css("a[href*='/category_']::attr(href)").getall()
    return list(dict.fromkeys(found[0] for link in links if (found := COLUMN.match(link))))
