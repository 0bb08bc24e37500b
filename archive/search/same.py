"""The same article on several platforms: one result, not three."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sqlite_utils import Database

from archive.rows import rows
from archive.search.segment import segment

#: Characters of a text that are compared; platforms differ in what they add at its end.
COMPARED = 4000
#: The share of words that two renderings of one text have in common at the least: 0.94 and more for
#: one Markdown source in two of 14 families of pages (546 pairs), 0.33 at most for two posts (1,035).
ALIKE = 0.8
#: Posts that are looked at after each, in the order found: what is alike ranks alike, and is
#: published within days.
AHEAD = 100

#: All but letters, digits, and what makes C++ and C# of C.
BLANK = re.compile(r"[^\w+#]+|_")
TITLES = "SELECT id, title FROM posts WHERE id IN (SELECT value FROM json_each(?))"
TEXT = """
SELECT substr(body_text, 1, ?) AS text FROM posts JOIN renderings ON renderings.id = rendering_id
WHERE posts.id = ?
"""


def articles(db: Database, posts: Sequence[int], wanted: int) -> list[list[int]]:
    """The first `wanted` articles among posts, best first.

    Each is the ids of posts that have its text: the same title, but for case, spaces and punctuation,
    and nearly the same words. The first id is the one that stands first in `posts`.
    """
    texts = Texts(db, posts)
    taken: set[int] = set()
    found: list[list[int]] = []
    for place, lead in enumerate(posts):
        if len(found) == wanted:
            break
        if lead not in taken:
            ahead = (post for post in posts[place + 1 : place + 1 + AHEAD] if post not in taken)
            found.append([lead, *texts.same(lead, ahead)])
            taken.update(found[-1])
    return found


def letters(title: str) -> str:
    """What is left of a title without case, spaces and punctuation."""
    return BLANK.sub("", title).casefold() or title


class Texts:
    """The titles and words of posts, read when they are first asked for."""

    def __init__(self, db: Database, posts: Sequence[int]) -> None:
        self.db = db
        self.unread = iter(posts)
        self.titles: dict[int, str] = {}
        self.known: dict[int, frozenset[str]] = {}

    def title(self, post: int) -> str:
        """The letters of a title; titles are read many at once, in the order of the posts."""
        while post not in self.titles:
            some = json.dumps(list(islice(self.unread, AHEAD)))
            self.titles |= {row["id"]: letters(row["title"]) for row in rows(self.db, TITLES, some)}
        return self.titles[post]

    def words(self, post: int) -> frozenset[str]:
        """The words of a post's text; none where no text is archived."""
        if post not in self.known:
            found = rows(self.db, TEXT, COMPARED, post)
            self.known[post] = frozenset(segment(found[0]["text"]).split() if found else ())
        return self.known[post]

    def same(self, one: int, others: Iterable[int]) -> Iterator[int]:
        """Those of other posts that are the same article; a post without a text is no other's."""
        title = self.title(one)
        for other in others:
            if self.title(other) == title and self.alike(one, other):
                yield other

    def alike(self, one: int, other: int) -> bool:
        """Whether two posts have nearly the same words."""
        these, those = self.words(one), self.words(other)
        return 2 * len(these & those) > ALIKE * (len(these) + len(those))
