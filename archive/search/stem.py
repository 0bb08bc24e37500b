"""The stems of words as the index holds them: SQLite's own, asked of SQLite.

Its Porter stemmer is not quite the published one (`technology` is `technolog`, `is` stays), so a
library's would disagree with the index.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from string import ascii_lowercase, digits

from archive.search.segment import RUN

TOKENIZER = "porter unicode61 remove_diacritics 2"
STEMMED = re.compile("[a-z0-9]{3,64}")
#: One ending for every way in which the stemmer can cut a word inside its last letters.
ENDINGS = [
    "al",
    "ant",
    "ation",
    "ative",
    "ator",
    "bility",
    "ed",
    "eed",
    "ent",
    "ful",
    "ing",
    "ion",
    "ism",
    "ity",
    "ness",
    "ous",
    "y",
]


def stems(words: Iterable[str]) -> dict[str, str]:
    """Each word with its stem; Chinese, which has none, and what is no word to the tokenizer are left out."""
    distinct = sorted({word for word in words if not RUN.fullmatch(word)})
    if not distinct:
        return {}
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(f"CREATE VIRTUAL TABLE words USING fts5 (word, tokenize='{TOKENIZER}')")
        db.execute("CREATE VIRTUAL TABLE stems USING fts5vocab (words, instance)")
        db.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", enumerate(distinct))
        found = db.execute("SELECT doc, term FROM stems").fetchall()
    return {distinct[row]: stem for row, stem in found}


def _longer(start: str) -> Iterator[str]:
    return (start + character for character in ascii_lowercase + digits)


def _completed(start: str) -> Iterator[str]:
    for ending in ENDINGS:
        for cut in range(len(ending)):
            if start.endswith(ending[:cut]):
                yield start + ending[cut:]


def beginnings(start: str) -> list[tuple[str, bool]]:
    """What to ask the index for, to find every word that begins with `start`.

    The index stems a prefix like a word, so that `tokeniz*` misses tokenizer, which is `token`, and
    `key*`, which is `kei*`, misses keyboard. Each pair is a word, and whether words that begin with
    it are wanted too.
    """
    if not STEMMED.fullmatch(start):
        return [(start, True)]
    longer, completed = list(_longer(start)), list(_completed(start))
    stem_of = stems([start, *longer, *completed])
    found = (stem_of[start], start)
    shorter = {stem_of[w]: w for w in completed if not stem_of[w].startswith(found)}
    wanted = [(start, True), *((word, False) for word in sorted(shorter.values()))]
    if start.startswith(stem_of[start]):
        return wanted
    again = [word for word in longer if not word.startswith(stem_of[word])]
    return wanted + [(word, True) for word in longer + [w for a in again for w in _longer(a)]]
