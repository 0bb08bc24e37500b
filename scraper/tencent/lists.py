"""Lists of articles in JSON, recognised by shape: objects with an article's id and a title.

Which API lists a user's articles, and under which key the profile's own page carries them, has
changed before and will again. So nothing here depends on the name of a list.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from lxml.html import HtmlElement

from scraper.answers import shown
from scraper.items import Entry
from scraper.pages import Changed, Failed
from scraper.tencent.expected import no_articles
from scraper.tencent.facts import ARTICLE, Facts, article_url, is_number, whole_number
from scraper.tencent.walk import ListPage

PUBLISHED = ("publishtime", "writetime", "createtime", "addtime")
SUMMARY = ("summary", "usersummary", "abstract", "description", "desc")
#: `window.__INITIAL_STATE__ = {` and its like: JSON that a script assigns.
ASSIGNED = re.compile(r"=\s*(?=[{\[])")
TOTALS = ("total", "totalcount", "articletotal", "count")


def answered(tree: Any, url: str, handle: str) -> ListPage:
    """The list in the answer of an API, in the old envelope `{code, msg, data}` or without one.

    Raises Failed for the API's own error, and Changed, naming what is missing.
    """
    if not isinstance(tree, dict):
        raise Changed(f"{url} answered with no object", "data", shown(tree))
    if tree.get("code") not in (None, 0):
        raise Failed(f"{url} answered with code {tree['code']}: {tree.get('msg')}")
    data = tree["data"] if isinstance(tree.get("data"), dict) else tree
    rows = next((value for value in data.values() if isinstance(value, list)), None)
    if rows is None:
        raise Changed(f"{url} answered without a list", "data.list", shown(data))
    page = list_page(rows, data, handle)
    if rows and not page.entries:
        raise no_articles(rows)
    return page


def embedded(root: HtmlElement, handle: str) -> ListPage | None:
    """The longest list of this user's articles in the scripts of a page, or None."""
    found = (found for tree in scripts(root) for found in lists(tree))
    pages = [list_page(rows, parent, handle) for rows, parent in found]
    best = max(pages, key=lambda page: len(page.entries), default=None)
    return best if best and best.entries else None


def scripts(root: HtmlElement) -> Iterator[Any]:
    """Every object of JSON that a page's scripts are, or assign."""
    decoder = json.JSONDecoder()
    for script in root.iter("script"):
        text = (script.text or "").strip()
        starts = [0] if text[:1] in ("{", "[") else [m.end() for m in ASSIGNED.finditer(text)]
        past = 0
        for start in starts:
            if start < past:
                continue
            try:
                tree, past = decoder.raw_decode(text, start)
            except (ValueError, RecursionError):
                continue
            yield tree


def lists(tree: Any) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Every list of objects in a tree, with the object that holds it."""
    stack: list[tuple[Any, dict[str, Any]]] = [(tree, {})]
    while stack:
        node, parent = stack.pop()
        if isinstance(node, list):
            if any(isinstance(item, dict) for item in node):
                yield node, parent
            stack.extend((item, parent) for item in reversed(node))
        elif isinstance(node, dict):
            stack.extend((value, node) for value in reversed(node.values()))


def list_page(rows: list[Any], parent: dict[str, Any], handle: str) -> ListPage:
    """The user's articles among the rows of a list, each once, and the total that stands beside it."""
    found = [entry_of(row, handle) for row in rows if isinstance(row, dict)]
    articles = {entry.source_id: entry for entry in found if entry}
    return ListPage([*articles.values()], others=found.count(None), total=total_of(parent))


def entry_of(row: dict[str, Any], handle: str) -> Entry | None:
    """The article that a row states, in itself or in an object right below it."""
    for inner in (row, *(value for value in row.values() if isinstance(value, dict))):
        own, facts = Facts(inner), Facts({**row, **inner})
        article_id, title = id_of(own), own.text("title", "articletitle")
        if article_id and title and not foreign(facts, handle):
            return Entry(
                platform="tencent_cloud",
                handle=handle,
                source_id=article_id,
                url=article_url(article_id),
                title=title,
                listing="posts",
                position=0,
                summary=facts.text(*SUMMARY),
                kind=facts.kind,
                published=facts.time(*PUBLISHED),
                tags=facts.tags,
                metrics=facts.metrics,
            )
    return None


def id_of(facts: Facts) -> str | None:
    """An article's id: by its own name, by an address, or as the `id` of something with a date."""
    dated = facts.time(*PUBLISHED) is not None
    names = ("articleid", "objectid", "objid", "id") if dated else ("articleid",)
    value = facts.first(*names)
    if is_number(value) or (isinstance(value, str) and value.isdecimal()):
        return str(value)
    address = ARTICLE.search(facts.text("url", "link", "href") or "")
    return address and address[1]


def foreign(facts: Facts, handle: str) -> bool:
    """Whether a row names somebody else as its author: a recommended article, a liked one."""
    author = facts.first("author", "authorinfo", "user")
    uid = Facts(author).first("uid", "id") if isinstance(author, dict) else None
    uid = uid or facts.first("uid", "authoruid", "createuid")
    return uid is not None and str(uid) != handle


def total_of(data: dict[str, Any]) -> int | None:
    found = (whole_number(Facts(data).fields.get(name)) for name in TOTALS)
    return next((total for total in found if total is not None), None)
