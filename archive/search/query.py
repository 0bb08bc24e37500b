"""What a person types, as an FTS5 expression: never a syntax error, whatever it is.

    显存 优化          both words                 "CUDA Graph"   the words in this order
    显存 OR 内存       either                     quant*         words that begin so
    训练 -推理         not the second (or NOT)    ~attention     also inside RadixAttention
    显                 any word with 显 in it

A word is whatever stands between spaces, and matches as a phrase, with any punctuation or none
between its parts: `all_gather` also finds `all-gather`, `vLLM推理` also `vLLM 推理`. OR binds closer
than the space. Without anything to look for (`-推理`, `!?`, 😀) nothing is found.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from archive.search.segment import RUN, SUFFIXES, segment
from archive.search.stem import beginnings

#: An optional sign at the start of a word, then a phrase (its closing quote may be missing) or a
#: word. `--flag` is a word, not an exclusion.
TOKEN = re.compile(r'(?:(?<!\S)(-(?!-)|~))?(?:"([^"]*)"?|([^\s"]*[^\s"*]))(\*?)')
#: Quotes as Chinese keyboards type them, and what would end the expression early inside SQLite.
PLAIN = str.maketrans({"“": '"', "”": '"', "„": '"', "\0": " "})
#: The part of a phrase that a star applies to, where the stemmer would touch it.
LAST = re.compile("[a-z0-9]*$")
#: An expression that is valid and matches nothing.
NOTHING = '""'


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase to look for. `prefix`: words that begin so; `inside`: parts of names too."""

    text: str
    prefix: bool = False
    inside: bool = False

    @property
    def words(self) -> list[str]:
        """The words of the index that stand one after another where this term does."""
        words = [word for word in segment(self.text).split() if any(map(_is_indexed, word))]
        if (
            len(words) > 1
            and _is_tail(words[-1])
            and RUN.fullmatch(words[-2])
            and len(words[-2]) > 1
        ):
            words.pop()  # it follows from the pair; asking would read all words that begin so
        return words

    def match(self) -> str:
        """The FTS5 expression of this term alone; it must have words."""
        words = self.words
        phrase = " ".join(words)
        start = LAST.findall(phrase)[0]
        head = phrase.removesuffix(start)
        ends = beginnings(start) if self.prefix else [(start, _is_tail(words[-1]))]
        either = " OR ".join(f'"{head}{end}"{"*" if open_ else ""}' for end, open_ in ends)
        return f"({either})" if self.inside else f"- aux : ({either})"


@dataclass(frozen=True, slots=True)
class Query:
    """Posts that hold a term of every group in `required` and none of `excluded`."""

    required: tuple[tuple[Term, ...], ...] = ()
    excluded: tuple[Term, ...] = ()

    def match(self) -> str:
        """The expression for `posts_fts MATCH ?`."""
        if not self.required:
            return NOTHING
        found = " AND ".join(_any_of(group) for group in self.required)
        return f"({found}) NOT {_any_of(self.excluded)}" if self.excluded else found


def _is_indexed(character: str) -> bool:
    return character.isalnum() or character in SUFFIXES.values()


def _is_tail(word: str) -> bool:
    return len(word) == 1 and RUN.fullmatch(word) is not None


def _any_of(terms: tuple[Term, ...]) -> str:
    return f"({' OR '.join(term.match() for term in terms)})"


def _tokens(text: str) -> Iterator[tuple[str, Term | None]]:
    """Each token as (operator, None) or (sign, term)."""
    for sign, phrase, word, star in TOKEN.findall(
        unicodedata.normalize("NFKC", text).translate(PLAIN)
    ):
        if word in ("AND", "OR", "NOT", "|") and not sign:
            yield word, None
        else:
            yield sign, Term(phrase or word, bool(star), sign == "~")


def unclosed(text: str) -> bool:
    """Whether the last phrase of a query has no closing quote."""
    return unicodedata.normalize("NFKC", text).translate(PLAIN).count('"') % 2 == 1


def parse(text: str) -> Query:
    """The query that `text` asks for. Terms without a single letter or digit are passed over."""
    required: list[tuple[Term, ...]] = []
    excluded: list[Term] = []
    operator = ""
    for sign, term in _tokens(text):
        if term is None:
            operator = sign
            continue
        if not term.words:
            pass
        elif sign == "-" or operator == "NOT":
            excluded.append(term)
        elif operator in ("OR", "|") and required:
            required[-1] += (term,)
        else:
            required.append((term,))
        operator = ""
    return Query(tuple(required), tuple(excluded))
