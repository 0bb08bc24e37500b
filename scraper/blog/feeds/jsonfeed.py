"""JSON Feed 1 and 1.1 (jsonfeed.org/version/1.1). Values are checked: the file may hold anything."""

import json
from typing import Any

from scraper.blog.addresses import absolute
from scraper.blog.feeds.model import Feed, FeedEntry, NotAFeed, other_name
from scraper.blog.feeds.text import digest_of, summary_text, title_text
from scraper.text import folded, unique

VERSION = "https://jsonfeed.org/version/"


def json_feed(text: str, url: str) -> Feed:
    """The feed in `text`, which lies at `url`. Raises NotAFeed, also for half a file."""
    try:
        root = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotAFeed(f"{url} is not JSON to its end: {error}") from error
    if not isinstance(root, dict) or not string(root, "version").startswith(VERSION):
        raise NotAFeed(f"{url} is JSON, but not a JSON Feed")
    entries = [read(item, url) for item in members(root, "items") if isinstance(item, dict)]
    return Feed(
        url=url,
        title=title_text(string(root, "title")),
        description=summary_text(string(root, "description")) or "",
        home=absolute(string(root, "home_page_url"), url),
        language=string(root, "language") or None,
        entries=[entry for entry in entries if entry],
        nameless=entries.count(None),
    )


def read(item: dict[str, Any], url: str) -> FeedEntry | None:
    """One item; None for one without the address of a page. `external_url` is another site's."""
    identity = string(item, "id")
    given = string(item, "url") or (identity if identity.startswith("http") else "")
    address = absolute(given, url) if given else None
    if not address:
        return None
    content = string(item, "content_html") or string(item, "content_text")
    return FeedEntry(
        url=address,
        title=title_text(string(item, "title")),
        published=folded(string(item, "date_published")),
        updated=folded(string(item, "date_modified")),
        summary=summary_text(string(item, "summary") or content),
        author=author_of(item),
        tags=unique(tag for tag in members(item, "tags") if isinstance(tag, str)),
        digest=digest_of(content),
        guid=other_name(identity, address, url),
    )


def author_of(item: dict[str, Any]) -> str | None:
    """The first author's name, in the place of either version."""
    first = next(iter(members(item, "authors")), item.get("author"))
    return (string(first, "name") or None) if isinstance(first, dict) else None


def string(table: dict[str, Any], name: str) -> str:
    """A member that is a text; "" for what is missing or something else."""
    value = table.get(name)
    return value if isinstance(value, str) else ""


def members(table: dict[str, Any], name: str) -> list[Any]:
    """A member that is a list; [] for what is missing or something else."""
    value = table.get(name)
    return value if isinstance(value, list) else []
