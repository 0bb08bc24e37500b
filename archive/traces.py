"""Whether a page or a sentence tells of a post, however its address and its title are escaped there.

Of a purged post only its `source_id` is known; every list that has it says more of it, a feed all. So
such a page is kept as a fetch, and its body is not.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import unescape
from urllib.parse import unquote

from archive.ledger import Crawl
from archive.rows import rows, storable_text
from scraper.items import Page

JSON_ESCAPE = re.compile(r"\\u([0-9a-f]{4})", re.IGNORECASE)
#: The end of an address that many posts have alike: what comes before it names them.
INDEX = re.compile(r"/+((index|readme)(\.\w+)?)?$")


@dataclass(frozen=True, slots=True)
class Traces:
    """What names some posts: the last parts of their addresses, and their titles."""

    words: frozenset[str]

    def within(self, text: str) -> bool:
        """Whether a text names one of them. It may also say so of one that names another alike."""
        shown = plain(text)
        return any(word in shown and whole_word(word, shown) for word in self.words)


def traces(addresses: Iterable[str], titles: Iterable[str] = ()) -> Traces:
    """The traces of posts with these addresses, or `source_id`s, and titles."""
    words = {last_part(plain(address)) for address in addresses} | {*map(plain, titles)}
    return Traces(frozenset(words - {""}))


def plain(text: str) -> str:
    """A text without the escapes of JSON, HTML and addresses, in lower case."""
    text = JSON_ESCAPE.sub(lambda match: chr(int(match[1], 16)), text.replace("\\/", "/"))
    return storable_text(unquote(unescape(text))).casefold()


def last_part(address: str) -> str:
    """What names a post on its site: a list may give its address in relation to any folder."""
    path = re.split("[?#]", address, maxsplit=1)[0]
    return INDEX.sub("", path).rpartition("/")[2]


def whole_word(word: str, text: str) -> bool:
    """Whether a word stands in a text with no letter of Latin and no digit beside it."""
    return bool(re.search(rf"(?<![0-9a-z]){re.escape(word)}(?![0-9a-z])", text))


def withheld(crawl: Crawl, page: Page) -> Page:
    """A page that is no post's own: empty, and without validators, where it tells of a purged post."""
    purged = [row["source_id"] for row in rows(crawl.database, PURGED, crawl.profile_id)]
    if not purged or not traces(purged).within(page.text):
        return page
    return replace(page, body=b"", headers={}, request_headers={})


PURGED = "SELECT source_id FROM posts WHERE profile_id = ? AND state = 'purged'"
