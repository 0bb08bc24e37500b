"""The words of many posts in parts, of which a search loads those that may have its words.

A part is {word: numbers of posts}, each number less the one before. It has all words that begin with the
same Chinese character, or with the same two letters, so that beginnings of words are found, too.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from archive.search.segment import INVISIBLE, RUN, SUFFIX, SUFFIXES, SYMBOLS, segment

#: As `static/find.js` has it: letters and digits, and what stands for the ++ of C++.
WORD = re.compile(rf"(?:[^\W_]|[{''.join(SUFFIXES.values())}])+")
POSTS_PER_PART = 50  # of some 1,500 words, half of them Chinese pairs: a part is a few 100 KB
MOST_PARTS = 256  # files that are open at once


class Index:
    """The words of `posts` posts. They wait in files, so that memory holds those of one part."""

    def __init__(self, posts: int) -> None:
        self.count = min(1 << (posts // POSTS_PER_PART).bit_length(), MOST_PARTS)
        self.posts = 0

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            folder = Path(opened.enter_context(TemporaryDirectory()))
            paths = [folder / str(number) for number in range(self.count)]
            self.drafts = [
                opened.enter_context(path.open("w+", encoding="utf-8", newline="\n"))
                for path in paths
            ]
            self.opened = opened.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.opened.close()

    def add(self, text: str) -> None:
        """The text of the next post."""
        found = defaultdict[int, list[str]](list)
        for word in set(WORD.findall(segment(text))):
            found[part_of(word, self.count)].append(word)
        for part, words in found.items():
            self.drafts[part].write(f"{self.posts} {' '.join(words)}\n")
        self.posts += 1

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Each part by its name, and the rules by which a query is cut into words."""
        yield "rules", {"parts": self.count, **RULES}
        for number, draft in enumerate(self.drafts):
            draft.seek(0)
            found, last = defaultdict[str, list[int]](list), defaultdict[str, int](int)
            for line in draft:
                post, *words = line.split()
                for word in words:
                    found[word].append(int(post) - last[word])
                    last[word] = int(post)
            yield str(number), dict(sorted(found.items()))


def part_of(word: str, count: int) -> int:
    """The number of the part that has a word, of `count`."""
    first, second = ord(word[0]), ord(word[1]) if len(word) > 1 and not RUN.match(word) else 0
    return (first * 31 + second) % count


#: `archive.search.segment` for a browser; Chinese is cut there as here.
RULES = {
    "run": RUN.pattern,
    "invisible": INVISIBLE.pattern,
    "symbols": SYMBOLS.pattern,
    "suffix": SUFFIX.pattern,
    "suffixes": SUFFIXES,
}
