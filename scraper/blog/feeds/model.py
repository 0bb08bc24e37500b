"""What a feed says, whatever its dialect; and the ways in which it can be none."""

from dataclasses import dataclass, field

from scraper.blog.addresses import absolute
from scraper.text import folded


class FeedError(ValueError):
    """Not a feed that can be read; the message is one sentence with the address."""


class NotAFeed(FeedError):
    """Something else: a web page, a search index, an error message."""


class EmptyFeed(FeedError):
    """A feed, or a file in its place, without any entry. Never a sign that posts were deleted.

    `missing` is what it lacks: entries at all, or their addresses.
    """

    def __init__(self, message: str, missing: str = "entries") -> None:
        super().__init__(message)
        self.missing = missing


@dataclass(kw_only=True, slots=True)
class FeedEntry:
    """One entry. Times are as the feed writes them; `digest` changes with the entry's content.

    `url` is absolute and percent-encoded once. `digest` is None for an entry without content, `guid`
    for one that is called by its address.
    """

    url: str
    title: str
    published: str = ""
    updated: str = ""
    summary: str | None = None
    author: str | None = None
    tags: tuple[str, ...] = ()
    digest: str | None = None
    guid: str | None = None


def other_name(guid: str, address: str, url: str) -> str | None:
    """An entry's id, where it is not but its address; `url` is the feed's."""
    name = folded(guid)
    return None if not name or absolute(name, url) == address else name


@dataclass(kw_only=True, slots=True)
class Feed:
    """What a feed says of its site and of the last posts. `truncated`: its end is missing.

    `nameless` are the entries that have no address and are left out.
    """

    url: str
    title: str = ""
    description: str = ""
    home: str | None = None
    language: str | None = None
    generator: str = ""
    entries: list[FeedEntry] = field(default_factory=list)
    truncated: bool = False
    nameless: int = 0
