"""How two versions of a post differ: by line as `diff -u`, by word, and side by side.

Whatever the two hold, a comparison ends: when it has cost too much, what is left counts as written anew.
"""

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Literal

from archive.rows import Row

#: One Chinese or Japanese character, one word of anything else, or one run of spaces.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+?(?=[\u3040-\u9fff]|\W|$)|\s+|\W")

#: Pairs of equal words or lines that are looked at for one difference: some two seconds. A pair of
#: articles of 60,000 characters, one of them with every sentence changed, has a tenth of them.
THOROUGH = 10_000_000

Change = Literal["same", "gone", "new"]
Piece = tuple[Change, str]
#: What happened to lines `[1:2]` of one text and `[3:4]` of the other.
Opcode = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of both versions, in pieces; a passage written anew may be several lines of each."""

    pieces: Sequence[Piece]

    @property
    def changed(self) -> bool:
        """Whether the two versions differ here."""
        return any(change != "same" for change, _ in self.pieces)

    @property
    def before(self) -> list[Piece]:
        """What of it the older version has."""
        return [piece for piece in self.pieces if piece[0] != "new"]

    @property
    def after(self) -> list[Piece]:
        """What of it the newer version has."""
        return [piece for piece in self.pieces if piece[0] != "gone"]


def document(version: Row) -> str:
    """A version as one text: its title, its tags, its body."""
    return f"# {version['title']}\n\ntags: {version['tags']}\n\n{version['body_markdown'] or ''}\n"


def unified(older: Row, newer: Row) -> str:
    """The difference as `diff -u` writes it, by line; empty where there is none."""
    matcher = line_matcher(Purse(THOROUGH), older, newer)
    hunks = "".join(hunk(matcher, group) for group in matcher.get_grouped_opcodes())
    return hunks and f"--- seen {older['seen_at']}\n+++ seen {newer['seen_at']}\n{hunks}"


def line_matcher(purse: "Purse", older: Row, newer: Row) -> "Matcher":
    """The two versions to be compared by line, of which only a line feed makes a new one."""
    before, after = (list(StringIO(document(row))) for row in (older, newer))
    # What occurs all over is no hold: empty lines, and in a long document any line that comes often.
    return Matcher(purse, before, after, autojunk=True)


def hunk(matcher: "Matcher", group: Sequence[Opcode]) -> str:
    """Changes near each other as `diff -u` writes them, with the lines around them."""
    (_, i, _, k, _), (_, _, j, _, m) = group[0], group[-1]
    # Neither side is empty: every document has a title and its tags.
    told = [f"@@ -{i + 1},{j - i} +{k + 1},{m - k} @@\n"]
    for tag, i, j, k, m in group:
        if tag == "equal":
            told += [f" {line}" for line in matcher.a[i:j]]
        else:
            told += [f"-{line}" for line in matcher.a[i:j]]
            told += [f"+{line}" for line in matcher.b[k:m]]
    return "".join(told)


def by_word(older: Row, newer: Row) -> Iterator[Piece]:
    """The difference as runs of text, by word, and by character in Chinese."""
    for passage in passages(older, newer):
        yield from passage


def side_by_side(older: Row, newer: Row) -> Iterator[Line]:
    """The difference line by line, each line of one version with what it is in the other."""
    for passage in passages(older, newer):
        yield from lines(passage)


def passages(older: Row, newer: Row) -> Iterator[list[Piece]]:
    """Runs of whole lines that are the same, or that are not and are compared by word.

    Lines are compared first: of an article of 60,000 characters, all words at once take 48 seconds.
    """
    purse = Purse(THOROUGH)
    for same, was, now in runs(line_matcher(purse, older, newer)):
        yield [("same", was)] if same else list(words(was, now, purse))


def words(before: str, after: str, purse: "Purse") -> Iterator[Piece]:
    """How two passages differ by word, of which spaces are none."""
    was, now = WORD.findall(before), WORD.findall(after)
    for same, gone, new in runs(Matcher(purse, was, now, autojunk=False)):
        if same:
            yield "same", gone
        else:
            yield "gone", gone
            yield "new", new


def lines(passage: Sequence[Piece]) -> Iterator[Line]:
    """A passage cut where both versions have the end of a line."""
    pieces: list[Piece] = []
    for change, text in passage:
        if change != "same":
            pieces += [(change, text)] if text else []
            continue
        *whole, rest = text.split("\n")
        for part in whole:
            yield Line([*pieces, ("same", part)])
            pieces = []
        pieces += [("same", rest)] if rest else []
    if pieces:
        yield Line(pieces)


@dataclass(slots=True)
class Purse:
    """What a comparison may still cost."""

    left: int


class Matcher(difflib.SequenceMatcher[str]):
    """One for which spaces are the same only beside what is, and which ends when the purse is empty.

    Text of few words that come again and again would take hours: each pair of equal ones is looked at,
    in every part between two matches again.
    """

    # What the base class has and typeshed does not tell: both texts, and where the words of the second are.
    a: list[str]
    b: list[str]
    b2j: dict[str, list[int]]

    def __init__(
        self, purse: Purse, before: list[str], after: list[str], *, autojunk: bool
    ) -> None:
        self.purse = purse
        super().__init__(str.isspace, before, after, autojunk)

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> difflib.Match:
        """As in the standard library; no match where it would cost too much."""
        self.purse.left -= sum(1 + len(self.b2j.get(word, ())) for word in self.a[alo:ahi])
        if self.purse.left < 0:
            return difflib.Match(alo, blo, 0)
        return super().find_longest_match(alo, ahi, blo, bhi)


def runs(matcher: Matcher) -> Iterator[tuple[bool, str, str]]:
    """Runs of two lists of pieces, joined: whether they are the same, the older one, the newer one."""
    for tag, i, j, k, m in matcher.get_opcodes():
        yield tag == "equal", "".join(matcher.a[i:j]), "".join(matcher.b[k:m])
