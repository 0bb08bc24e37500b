"""JSON-LD: what schema.org's Article, and what is like it, says of a page."""

import json
from collections.abc import Iterator
from typing import Any

from lxml.html import HtmlElement

ARTICLES = frozenset(
    {"Article", "BlogPosting", "NewsArticle", "TechArticle", "ScholarlyArticle", "Report"}
)


def article_data(tree: HtmlElement) -> dict[str, Any]:
    """The one article that the page describes; {} for none, and for several (a listing)."""
    found = [data for data in objects(tree) if types_of(data) & ARTICLES]
    return found[0] if len(found) == 1 else {}


def objects(tree: HtmlElement) -> Iterator[dict[str, Any]]:
    """All objects at the top of the page's scripts, and in their `@graph`."""
    for script in tree.iter("script"):
        if (script.get("type") or "").lower() != "application/ld+json":
            continue
        try:
            root = json.loads(script.text or "", strict=False)
        except (ValueError, RecursionError):
            continue  # half a template; other sources say the same
        for item in root if isinstance(root, list) else [root]:
            if isinstance(item, dict):
                graph = item.get("@graph")
                inner = graph if isinstance(graph, list) else []
                yield from (one for one in [item, *inner] if isinstance(one, dict))


def types_of(data: dict[str, Any]) -> set[str]:
    """The types of an object; `@type` is a name or a list of names."""
    given = data.get("@type")
    return {
        name for name in (given if isinstance(given, list) else [given]) if isinstance(name, str)
    }


def name_of(value: object) -> str | None:
    """The name of an author, who is a text, an object, or the first of several."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("name")
    return value if isinstance(value, str) and value else None


def words_of(value: object) -> list[str]:
    """Keywords, which are a list or one text with commas."""
    if isinstance(value, str):
        return value.split(",")
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []
