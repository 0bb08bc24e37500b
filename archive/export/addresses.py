"""Which addresses are archived posts."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from archive.export.destinations import destinations
from archive.rows import first
from scraper.csdn.links import link_to_post
from scraper.items import Link


@dataclass(frozen=True, slots=True)
class Reference:
    """What names a post: its identity on its site, and its title."""

    platform: str
    handle: str
    source_id: str
    title: str


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
        seen = {url for found in destinations(markdown) for url in found.spellings}
        found = {url: self.post(url) for url in sorted(seen | {link.url for link in links})}
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
    """An address without what tells no two posts apart: scheme, case of the host, last slash, and the
    part (`#…`); of an article of CSDN, which has many, its number.
    """
    if article := link_to_post(url):
        return f"csdn {article.article}"
    path, mark, query = url.partition("#")[0].partition("//")[2].partition("?")
    host, slash, rest = path.rstrip("/").partition("/")
    return f"{host.lower()}{slash}{rest}{mark}{query}"
