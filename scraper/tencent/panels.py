"""The lists that the HTML of a profile shows, in the markup of either era.

| era | seen in | item |
|---|---|---|
| 2018–22 | clients of 2020–22, the times of saved pages | `.com-log-panel` with `.com-article-panel` in it |
| 2022 on | public scrapers of columns and of 推荐阅读 | `.cdc-article-panel` |

Only the item's class is a name; what is in it is read by shape: the link to an article, the links to
tags, times. Where a time is written twice, as in `5 天前2026-07-16 21:30:31`, the absolute one wins.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from lxml.html import HtmlElement

from scraper.body.tree import select
from scraper.counts import count
from scraper.dates import moment
from scraper.items import Entry, Moment
from scraper.tencent.facts import ARTICLE, USER, article_url
from scraper.tencent.markup import first_line, has_class, line
from scraper.tencent.walk import ListPage

ITEM = has_class("com-log-panel", "com-article-panel", "cdc-article-panel")
PANELS = select(f"//*[{ITEM}][not(ancestor::*[{ITEM}])]")
TIMES = select(".//time | .//*[contains(@class, 'date') and not(.//time)]")
TITLES = select(".//*[contains(@class, 'title') and not(.//*[contains(@class, 'title')])]")
EXCERPTS = select(".//*[contains(@class, 'desc') or contains(@class, 'abstract')]")
TAGS = select(".//a[contains(@href, '/developer/tag/')]")
TAG_BOXES = select(".//*[contains(@class, 'tags')]")
AUTHORS = select(".//*[contains(@class, 'user-name')]")
OLD_COUNTERS = select(f".//*[{has_class('com-i-view', 'com-i-like')}]/following-sibling::*[1]")
NEW_COUNTERS = select(f".//*[{has_class('cdc-icon__number')}]")

#: What a line of the activities is about, when it is not the user's own article.
OTHERS = re.compile(r"(?:点?赞|喜欢|收藏|评论|推荐|关注|回答|回复|提问|分享|加入|订阅)了")
ABSOLUTE = re.compile(r"\d{4}[-/]\d{1,2}[-/]\d{1,2}(?: \d{1,2}:\d\d(?::\d\d)?)?")


def panels(root: HtmlElement, handle: str, name: str | None = None) -> ListPage | None:
    """The articles of a user on a page of the profile; None where the page has no such list.

    `name` is the user's own, where it is known: lists may show other people's articles.
    """
    found = [entry_of(panel, handle, name) for panel in PANELS(root)]
    articles = {entry.source_id: entry for entry in found if entry}
    return ListPage([*articles.values()], others=found.count(None)) if found else None


def entry_of(panel: HtmlElement, handle: str, name: str | None) -> Entry | None:
    """The article that one item shows; None for other activities and other people's articles."""
    links = [link for link in panel.iter("a") if ARTICLE.search(link.get("href") or "")]
    title = first_line([*links, *TITLES(panel)])
    if not links or not title or foreign(panel, title, handle, name):
        return None
    address = ARTICLE.search(links[0].get("href") or "")
    assert address
    times = list(times_of(panel))
    return Entry(
        platform="tencent_cloud",
        handle=handle,
        source_id=address[1],
        url=article_url(address[1]),
        title=title,
        listing="posts",
        position=0,
        summary=first_line(EXCERPTS(panel)),
        listed=times[0] if len(times) > 1 else None,
        published=times[-1] if times else None,
        tags=tags_of(panel),
        metrics=metrics_of(panel),
    )


def foreign(panel: HtmlElement, title: str, handle: str, name: str | None) -> bool:
    """Whether an item is about another activity, or names somebody else as the author."""
    activity = line(panel).partition(title)[0]
    users = {found[1] for a in panel.iter("a") if (found := USER.search(a.get("href") or ""))}
    author = first_line(AUTHORS(panel))
    return bool(OTHERS.search(activity) or users - {handle} or (name and author and author != name))


def times_of(panel: HtmlElement) -> Iterator[Moment]:
    """The times of an item: of the activity first, of the article last."""
    now = datetime.now(UTC)
    for element in TIMES(panel):
        shown = line(element)
        absolute = ABSOLUTE.search(shown)
        exact = element.get("datetime") or element.get("title") or (absolute and absolute[0])
        found = moment(exact or shown, now=now)
        if found:
            yield replace(found, text=shown)


def tags_of(panel: HtmlElement) -> tuple[str, ...]:
    """The names of an item's tags, from their links or from a text that joins them by "、"."""
    names = [line(tag) for tag in TAGS(panel)]
    boxes = () if names else TAG_BOXES(panel)
    names += [name for box in boxes for name in line(box).split("、")]
    return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))


def metrics_of(panel: HtmlElement) -> dict[str, int]:
    """Reads and likes of the old panels; reads, comments and likes, in this order, of the new."""
    old = [count(line(element)) for element in OLD_COUNTERS(panel)]
    new = [count(line(element)) for element in NEW_COUNTERS(panel)]
    named = [*zip(("views", "likes"), old, strict=False)]
    named += zip(("views", "comments", "likes"), new, strict=False)
    return {name: value for name, value in named if value is not None}
