"""The same article on several platforms: one result, not three."""

import re
from collections import defaultdict
from collections.abc import Sequence

from sqlite_utils import Database

from archive.segment import segment

#: Characters of a text that are compared; platforms differ in what they add at its end.
COMPARED = 4000
#: The share of words that two renderings of one text have in common at the least: 0.97 and more for
#: one Markdown source on two platforms, under 0.5 for two posts that only share a title.
ALIKE = 0.8
#: Posts of one title that are compared with each: a weekly report has hundreds of namesakes.
NAMESAKES = 10

BLANK = re.compile(r"[\W_]+")
TEXT = """
SELECT substr(body_text, 1, ?) FROM posts JOIN renderings ON renderings.id = rendering_id
WHERE posts.id = ?
"""


def articles(db: Database, posts: Sequence[tuple[int, str]], wanted: int) -> list[list[int]]:
    """The first `wanted` articles among posts, given as (id, title), best first.

    Each is the ids of all posts that have its text: the same title, but for case, spaces and
    punctuation, and nearly the same words. The first id is the one that stands first in `posts`.
    """
    keys = {post: letters(title) for post, title in posts}
    namesakes: defaultdict[str, list[int]] = defaultdict(list)
    for post, key in keys.items():
        namesakes[key].append(post)
    texts, left, found = Texts(db), dict.fromkeys(keys), list[list[int]]()
    while left and len(found) < wanted:
        lead = next(iter(left))
        others = [post for post in namesakes[keys[lead]] if post in left and post != lead]
        article = [lead, *(post for post in others[:NAMESAKES] if texts.alike(lead, post))]
        for post in article:
            del left[post]
        found.append(article)
    return found


def letters(title: str) -> str:
    """What is left of a title without case, spaces and punctuation."""
    return BLANK.sub("", title).casefold() or title


class Texts:
    """The words of posts, each post read when it is first asked for."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.known: dict[int, frozenset[str]] = {}

    def words(self, post: int) -> frozenset[str]:
        """The words of a post's text; none where no text is archived."""
        if post not in self.known:
            row = self.db.execute(TEXT, (COMPARED, post)).fetchone()
            self.known[post] = frozenset(segment(row[0]).split()) if row else frozenset()
        return self.known[post]

    def alike(self, one: int, other: int) -> bool:
        """Whether two posts have one text; a post without a text has that of no other."""
        these, those = self.words(one), self.words(other)
        return 2 * len(these & those) > ALIKE * (len(these) + len(those))
