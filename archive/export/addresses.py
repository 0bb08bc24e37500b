"""The addresses in a Markdown body: where they stand, and which of them are archived posts."""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from archive.lookup import spellings
from archive.media.shown import host_of
from archive.rows import rows
from scraper.items import Link

#: Backticks, or the address in the web of a link or picture as `scraper.body.escaping.destination` writes it.
TOKEN = re.compile(
    r"""(?<!\\)(?P<slashes>\\*)(?P<ticks>`+)
    |   (?<!\\)\]\((?P<address>(?i:https?):(?:[^\s()]|\((?:[^\s()]|\([^\s()]*\))*\))+)(?=[\s)])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Reference:
    """What names a post: its identity on its site, and its title."""

    platform: str
    handle: str
    source_id: str
    title: str


def destinations(markdown: str) -> Iterator["re.Match[str]"]:
    """Where the links and pictures of a body lead, as the group `address` of each match.

    What stands in code is passed over: code ends at a run of as many backticks as it begins with, and a
    run that has no such end is text. A parser tells the same in a millisecond, this in a tenth.
    """
    tokens = list(TOKEN.finditer(markdown))
    ahead = Counter(len(found["ticks"]) for found in tokens if found["ticks"])
    code = 0
    for found in tokens:
        if found["address"]:
            if not code:
                yield found
            continue
        ticks = len(found["ticks"])
        ahead[ticks] -= 1
        if not code:
            ticks -= len(found["slashes"]) % 2  # the first is a character of the text
        if code:
            code = 0 if code == ticks else code
        elif ticks and ahead[ticks]:
            code = ticks


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
        self.hosts = {host_of(url) for (url,) in found}

    def here(self, markdown: str, links: Iterable[Link]) -> Mapping[str, Reference]:
        """The addresses in a body and in links that are a selected post's, and that post.

        A part of the post (`#…`) is passed over, and what follows the path (`?spm=…`) unless the post's
        own address has it.
        """
        seen = [found["address"] for found in destinations(markdown)] + [link.url for link in links]
        wanted = {url: meanings(url) for url in seen if host_of(url) in self.hosts}
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


def meanings(url: str) -> list[str]:
    """The addresses under which what a link leads to may be known, the likeliest first."""
    whole = url.partition("#")[0]
    return list(dict.fromkeys(spellings(whole) + spellings(whole.partition("?")[0])))
