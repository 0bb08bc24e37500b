"""The addresses in a Markdown body: where they stand, and which of them are archived posts."""

import json
import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from archive.lookup import spellings
from archive.rows import rows
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


def destinations(markdown: str) -> Iterator["re.Match[str]"]:
    """Where the links and pictures of a body lead, as the group `address` of each match.

    What stands in code is passed over. A parser tells the same in 20 times as long.
    """
    found = list(ADDRESS.finditer(markdown))
    spans = list(code(markdown)) if found else []
    for one in found:
        before = bisect(spans, (one.start(),))
        escaped = markdown[one.start() - 1] == "\\"
        if not (escaped or before and spans[before - 1][1] > one.start()):
            yield one


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
    """The addresses of selected posts; asked of the database, since 100,000 posts have too many."""

    def __init__(self, database: Database, selected: Collection[int]) -> None:
        self.database, self.selected = database, frozenset(selected)
        found = database.conn.execute("SELECT url FROM post_addresses")
        self.hosts = {host(url) for (url,) in found}

    def here(self, markdown: str, links: Iterable[Link]) -> Mapping[str, Reference]:
        """The addresses in a body and in links that are a selected post's, and that post.

        A part of the post (`#…`) is passed over, and what follows the path (`?spm=…`) unless the post's
        own address has it.
        """
        seen = [found["address"] for found in destinations(markdown)] + [link.url for link in links]
        wanted = {url: meanings(url) for url in seen if host(url) in self.hosts}
        posts = self.posts({spelling for all_of_it in wanted.values() for spelling in all_of_it})
        found = {url: next(filter(None, map(posts.get, wanted[url])), None) for url in wanted}
        return {url: post for url, post in found.items() if post}

    def posts(self, urls: Collection[str]) -> Mapping[str, Reference]:
        """The selected posts that have one of these addresses, by that. The present address goes first."""
        if not urls:
            return {}
        found = rows(self.database, POSTS, json.dumps(sorted(urls)))
        return {
            row.pop("address"): Reference(**row)
            for row in reversed(found)
            if row.pop("id") in self.selected
        }


POSTS = """
SELECT post_addresses.url AS address, posts.id, posts.platform, handle, source_id, title
FROM json_each(?) CROSS JOIN post_addresses ON post_addresses.url = value
JOIN posts ON posts.id = post_id JOIN profiles ON profiles.id = profile_id
ORDER BY posts.url <> post_addresses.url, posts.platform, handle, source_id
"""


def host(url: str) -> str:
    """What stands between `//` and the path: enough to pass over links that lead to no archived blog."""
    return url.partition("//")[2].partition("/")[0].lower()


def meanings(url: str) -> list[str]:
    """The addresses under which what a link leads to may be known, the likeliest first."""
    whole = url.partition("#")[0]
    forms = dict.fromkeys((whole, whole.partition("?")[0]))
    return list(dict.fromkeys(spelling for form in forms for spelling in spellings(form)))
