"""The addresses in a Markdown body: where they stand, and which of them are archived posts."""

import json
import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlite_utils import Database

from archive.rows import first
from scraper.items import Link

#: The address in the web of a link or picture, as `scraper.body.escaping.destination` writes it. It and
#: the next begin with a letter that is always the same, which Python looks for 20 times as fast.
ADDRESS = re.compile(
    r"\]\((?P<address>https?:[^\s()]*+(?:\((?:[^\s()]|\([^\s()]*\))*\)[^\s()]*+)*)(?=[\s)])"
)
TICKS = re.compile("``*")


@dataclass(frozen=True, slots=True)
class Reference:
    """What names a post: its identity on its site, and its title."""

    platform: str
    handle: str
    source_id: str
    title: str


@lru_cache(maxsize=1)  # it is asked twice of each body
def destinations(markdown: str) -> Sequence["re.Match[str]"]:
    """Where the links and pictures of a body lead, as the group `address` of each match.

    What stands in code is passed over. A parser tells the same in 20 times as long.
    """
    found = [one for one in ADDRESS.finditer(markdown) if markdown[one.start() - 1] != "\\"]
    spans = list(code(markdown)) if found else []

    def is_text(place: int) -> bool:
        before = bisect(spans, (place,))
        return not before or spans[before - 1][1] <= place

    return [one for one in found if is_text(one.start())]


def code(markdown: str) -> Iterator[tuple[int, int]]:
    """Where code begins and ends: at two runs of as many backticks. A run without another is text."""
    runs = [found.span() for found in TICKS.finditer(markdown)]
    ahead = Counter(end - start for start, end in runs)
    begun = opened = 0
    for start, end in runs:
        ticks = end - start
        ahead[ticks] -= 1
        if opened:
            if ticks == opened:
                yield begun, end
                opened = 0
            continue
        ticks -= escapes(markdown, start)
        if ticks and ahead[ticks]:
            begun, opened = start, ticks


def escapes(markdown: str, place: int) -> int:
    """1 where a backslash takes the meaning of the character at a place, else 0."""
    before = place
    while before and markdown[before - 1] == "\\":
        before -= 1
    return (place - before) % 2


def replaced(markdown: str, address: Callable[[str], str | None]) -> str:
    """A body with other addresses: what `address` gives for one, or that itself for None."""
    parts, end = [], 0
    for found in destinations(markdown):
        if (new := address(found["address"])) is not None:
            parts += [markdown[end : found.start("address")], new]
            end = found.end("address")
    return "".join([*parts, markdown[end:]])


class Addresses:
    """All addresses of selected posts: some 5 MB of memory for those of 10,000."""

    def __init__(self, database: Database, selected: Collection[int]) -> None:
        self.database = database
        found = database.conn.execute(ADDRESSES, (json.dumps(list(selected)),))
        self.posts = {plain(url): post for url, post in found}

    def here(self, markdown: str, links: Iterable[Link]) -> Mapping[str, Reference]:
        """The addresses in a body and in links that are a selected post's, and that post.

        A part of the post (`#…`) is passed over, and what follows the path (`?spm=…`) unless the post's
        own address has it.
        """
        seen = [found["address"] for found in destinations(markdown)] + [link.url for link in links]
        found = {url: self.post(url) for url in seen}
        return {url: self.reference(post) for url, post in found.items() if post}

    def post(self, url: str) -> int | None:
        """The id of the post that a link leads to."""
        return self.posts.get(plain(url)) or self.posts.get(plain(url.partition("?")[0]))

    def reference(self, post: int) -> Reference:
        """What names the post with an id."""
        return Reference(**(first(self.database, REFERENCE, post) or {}))


#: Of an address that two posts have had, the one that has it now is the last, and stays.
ADDRESSES = """
SELECT post_addresses.url, posts.id FROM json_each(?) CROSS JOIN posts ON posts.id = value
JOIN profiles ON profiles.id = profile_id JOIN post_addresses ON post_id = posts.id
ORDER BY posts.url = post_addresses.url, posts.platform, handle, source_id
"""
REFERENCE = """
SELECT posts.platform, handle, source_id, title
FROM posts JOIN profiles ON profiles.id = profile_id WHERE posts.id = ?
"""


def plain(url: str) -> str:
    """An address without what tells no two posts apart: scheme, last slash, and the part (`#…`)."""
    path, mark, query = url.partition("#")[0].partition("//")[2].partition("?")
    return f"{path.rstrip('/')}{mark}{query}"
