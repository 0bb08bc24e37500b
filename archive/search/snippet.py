"""Where a query stands in the original text, and the passage to show.

FTS5's own `snippet()` would show the cut words of the index, and a contentless table has no text.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from archive.search.query import Query, Term
from archive.search.segment import CJK, SUFFIX, normalise
from archive.search.stem import stems

#: A letter or digit of a script that puts spaces between words.
LETTER = f"[^\\W_{CJK}]"
PIECE = re.compile(f"{SUFFIX.pattern}|[{CJK}]+|{LETTER}+")
#: What may be another letter in disguise: not the commonest marks of Chinese, which part words as they are.
FOREIGN = re.compile(f"[^\x00-\x7f\u2010-\u203a\u3000-\u3004\u3008-\u3020！（），．：；？{CJK}]+")
PARTIAL = re.compile(f"{LETTER}{{,30}}")
SPACE = re.compile(r"\s+")
#: How many marks from one on are looked at, to find the passage that holds most of the words.
NEAR = 20

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Snippet:
    """A passage on one line, and where the found words are in it, as (start, end)."""

    text: str
    marks: tuple[Span, ...] = ()


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    letters = unicodedata.normalize("NFKD", character).casefold()
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    return plain if len(plain) == 1 else character


def fold(text: str) -> str:
    """`text` without case, diacritics and full width, every character still in its place."""
    return FOREIGN.sub(lambda match: "".join(map(_plain, match[0])), text).lower()


class Finder:
    """Finds one term in folded text: Chinese as it is, other words by their stems."""

    def __init__(self, term: Term) -> None:
        self.term = term
        self.pieces = [match[0] for match in PIECE.finditer(fold(normalise(term.text)))]
        self.stem_of = stems(self.pieces)
        self.pattern = re.compile("[\\W_]*".join(map(self._expression, self.pieces)))

    def _expression(self, piece: str) -> str:
        """Letters first, and then that none stands before them: `re` looks for letters quickly."""
        whole = re.escape(piece)
        if self.term.inside or re.match(f"[{CJK}]", piece):
            return f"({whole})"
        if SUFFIX.fullmatch(piece):
            return f"({whole}(?<!{LETTER}{whole})(?![a-z0-9+#]))"
        root = re.escape(piece[: max(1, len(self.stem_of.get(piece, piece)) - 1)])
        return f"({root}(?<!{LETTER}{root}){LETTER}*)"

    def accepts(self, found: re.Match[str], stem_of: dict[str, str]) -> bool:
        """Whether the words found are those of the term; `stem_of` has the stem of each."""
        pairs = list(zip(self.pieces, found.groups(), strict=True))
        if self.term.prefix and pairs[-1][1].startswith(pairs[-1][0]):
            pairs.pop()
        return all(
            word == piece or stem_of.get(word, word) == self.stem_of.get(piece)
            for piece, word in pairs
        )


class Highlighter:
    """Shows what a query found; made once for a query, used for every text."""

    def __init__(self, query: Query) -> None:
        self.finders = [Finder(term) for group in query.required for term in group]
        self.stem_of: dict[str, str] = {}
        for finder in self.finders:
            self.stem_of |= finder.stem_of

    def _found(self, text: str) -> list[tuple[int, int, int]]:
        """(start, end, number of the term) of every place, in order."""
        folded = fold(text)
        candidates = [
            (number, match)
            for number, finder in enumerate(self.finders)
            for match in finder.pattern.finditer(folded)
        ]
        words = {word for _, match in candidates for word in match.groups()}
        if new := words - self.stem_of.keys():
            self.stem_of |= stems(new)
        return sorted(
            (*match.span(), number)
            for number, match in candidates
            if self.finders[number].accepts(match, self.stem_of)
        )

    def marks(self, text: str) -> list[Span]:
        """The places in `text` that the query found; they do not overlap."""
        return _merged((start, end) for start, end, _ in self._found(text))

    def snippet(self, text: str, width: int = 120) -> Snippet:
        """The passage of about `width` characters with most of the query's words, else the start."""
        found = self._found(text)

        def different(place: int) -> int:
            last = found[place][0] + width * 3 // 4
            return len({term for _, end, term in found[place : place + NEAR] if end <= last})

        first = found[max(range(len(found)), key=different)][0] if found else 0
        begin, end = _window(text, first, width)
        inside = (span[:2] for span in found if span[0] >= begin and span[1] <= end)
        return _line(text, begin, end, _merged(inside))


def _merged(spans: Iterator[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _window(text: str, first: int, width: int) -> Span:
    """A passage that shows `first` with a little before it, and cuts no word."""
    begin = max(0, first - width // 4)
    if begin and PARTIAL.match(text[begin - 1]):
        begin = min(first, _end_of_word(text, begin))
    return begin, _end_of_word(text, min(len(text), begin + width))


def _end_of_word(text: str, position: int) -> int:
    partial = PARTIAL.match(text, position)
    return partial.end() if partial else position


def _line(text: str, begin: int, end: int, spans: list[Span]) -> Snippet:
    """The passage with its white space collapsed, the marks moved along, and … where it was cut."""
    edges = [begin, *(edge for span in spans for edge in span), end]
    line, starts = "…" if begin else "", []
    for left, right in zip(edges, edges[1:], strict=False):
        starts.append(len(line))
        line += SPACE.sub(" ", text[left:right])
    starts.append(len(line))
    line = line.rstrip() + ("…" if end < len(text) else "")
    return Snippet(line, tuple(zip(starts[1::2], starts[2::2], strict=False)))
