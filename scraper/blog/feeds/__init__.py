"""A feed as a list of entries: RSS 2.0 and 1.0, Atom, JSON Feed, however broken. Pure: bytes in."""

from scraper.blog.decoding import decoded
from scraper.blog.feeds.jsonfeed import json_feed
from scraper.blog.feeds.model import EmptyFeed, Feed, FeedEntry, FeedError, NotAFeed
from scraper.blog.feeds.xmlfeed import xml_feed

__all__ = ["EmptyFeed", "Feed", "FeedEntry", "FeedError", "NotAFeed", "parse_feed"]


def parse_feed(body: bytes, url: str, content_type: str = "") -> Feed:
    """The feed that `body` is; `url` is its address, `content_type` the response's header.

    The last entry of a truncated feed goes as far as the file does. Raises NotAFeed, EmptyFeed.
    """
    text = decoded(body, content_type).strip()
    if not text:
        raise EmptyFeed(f"{url} is empty")
    feed = json_feed(text, url) if text.startswith("{") else xml_feed(text, url)
    if not feed.entries:
        missing = "entries[].link" if feed.nameless else "entries"
        raise EmptyFeed(f"{url} is a feed without entries", missing)
    return feed
