"""One block of an index → its entries: title, review status, date, description and what else it links.

    [Pending Review] [Title](./note.md)：words, also on [知乎](https://…) and in [English](./note-en.md)。
    ╰─ review_status ╰─ title, href     ╰─ description    ╰─ crosspost          ╰─ language_variant

Addresses stay as they are written; `scraper.github.repository` says where they lead.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scraper.items import Link

#: [Pending Review] · 【Not finished】 · (NeurIPS 24), before a title.
BRACKET = re.compile(r"\s*(?:\[([^\]]*)\]|【([^】]*)】|[(（]([^)）]*)[)）])")
DATE = re.compile(r"[0-9]{4}(?:([-/.])[0-9]{1,2}\1[0-9]{1,2}|年[0-9]{1,2}月[0-9]{1,2}日)(?![0-9])")
#: What stands between a title and its description, and around a date.
SEPARATORS = " \t\n:：，,、;；。|·–—-"
#: What joins two titles of one entry.
JOIN = re.compile(r"\s*(?:以及|和|与|及|and|&|、|/|\|)\s*")

#: What authors write before a note that is not ready, as `review_status`.
STATUSES = {
    "pending_review": re.compile(r"pending review|under review|待审阅?|待校对", re.IGNORECASE),
    "not_finished": re.compile(
        r"not finished|unfinished|wip|in progress|未完成|更新中|施工中", re.IGNORECASE
    ),
    "draft": re.compile(r"draft|草稿", re.IGNORECASE),
}
#: A label that says only which language the other text is in: "英文版本", "Chinese version is here".
LANGUAGES = {
    "zh": r"(?:(?:simplified |traditional )?chinese|简体中文|繁體中文|中文)",
    "en": r"(?:english|英文|英语)",
    "ja": r"(?:japanese|日文|日语|日本語)",
}
VARIANTS = {
    language: re.compile(rf"{word}(?: (?:version|edition|readme).*|版.*)?", re.IGNORECASE)
    for language, word in LANGUAGES.items()
}
#: Where authors publish the same note once more.
PLATFORMS = re.compile(
    r"https?://(?:[\w-]+\.)*(?:zhihu\.com|juejin\.(?:cn|im)|jianshu\.com|csdn\.net|cnblogs\.com"
    r"|segmentfault\.com|mp\.weixin\.qq\.com|cloud\.tencent\.com|medium\.com|dev\.to)(?:[/?#]|$)",
    re.IGNORECASE,
)
#: Addresses that lead to no note: places in the README itself, people, programs, what is not of the web.
NO_NOTE = re.compile(r"\s*(?:#|(?!https?:)[a-z][a-z0-9+.-]*:)", re.IGNORECASE)


@dataclass(kw_only=True, slots=True)
class Indexed:
    """An entry as a README writes it: `href`, and the `url` of its links, are not resolved.

    `description` is plain text; `date` what the author wrote as such; `tags` other words in brackets.
    """

    title: str
    href: str
    section: tuple[str, ...] = ()
    description: str | None = None
    review_status: str | None = None
    date: str | None = None
    tags: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of plain text, or a link with its label."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """What may hold entries: a list item, a table cell or other prose, as pieces.

    `item` tells list items apart; outside of lists it is 0. `cell` is true in a table.
    """

    section: tuple[str, ...]
    pieces: list[Piece]
    item: int = 0
    cell: bool = False


def entries(block: Block) -> list[Indexed]:
    """A list item has one entry, a table cell one for each link, other prose one for each line."""
    if block.cell:
        parts = [[piece] for piece in block.pieces if piece.href]
    else:
        parts = [block.pieces] if block.item else list(lines(block.pieces))
    found = [entry(part, block.section, anywhere=bool(block.item)) for part in parts]
    return [one for one in found if one]


def lines(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces of a paragraph, line by line."""
    line: list[Piece] = []
    for piece in pieces:
        if piece.text == "\n":
            yield line
            line = []
        else:
            line.append(piece)
    yield line


def entry(pieces: Sequence[Piece], section: tuple[str, ...], *, anywhere: bool) -> Indexed | None:
    """The entry whose title is the first link, or None.

    Prose that merely contains a link is none: unless the link may stand `anywhere`, brackets or a
    date come before it, or it is all there is.
    """
    at = next((n for n, piece in enumerate(pieces) if piece.href), None)
    if at is None or NO_NOTE.match(pieces[at].href):
        return None
    title, rest = pieces[at], list(pieces[at + 1 :])
    found = Indexed(title=title.text, href=title.href, section=section)
    before = prefixed(found, plain(pieces[:at])).rstrip(SEPARATORS)
    links = [*joined(title, rest), *(said(piece) for piece in rest if piece.href)]
    found.links = tuple(link for link in links if not NO_NOTE.match(link.url))
    after = dated(found, plain(rest))
    marked = found.review_status or found.date or found.tags
    if not anywhere and (before or (after and not marked)):
        return None
    found.description = " ".join(filter(None, (before, after))) or None
    return found


def plain(pieces: Sequence[Piece]) -> str:
    """The text of pieces as a reader sees it, on one line."""
    return one_line("".join(piece.text for piece in pieces))


def one_line(text: str) -> str:
    """Text as Markdown joins its lines; a no-break space is the author's and stays."""
    return re.sub(r"[ \t\n]+", " ", text).strip(" ")


def prefixed(found: Indexed, before: str) -> str:
    """Read the brackets before a title: status, date or tag; returns what else is there."""
    while bracket := BRACKET.match(before):
        words = next(filter(None, bracket.groups()), "").strip()
        status = next((name for name, known in STATUSES.items() if known.fullmatch(words)), None)
        if status:
            found.review_status = status
        elif DATE.fullmatch(words):
            found.date = words
        elif len(words) > 1:  # [ ] and [x] are boxes to tick
            found.tags += (words,)
        before = before[bracket.end() :]
    return dated(found, before)


def dated(found: Indexed, words: str) -> str:
    """Read a date that words begin with; returns the words without it and without separators."""
    words = words.strip(" ").lstrip(SEPARATORS)
    date = DATE.match(words)
    if date:
        found.date, words = date[0], words[date.end() :].lstrip(SEPARATORS)
    return words


def joined(title: Piece, rest: list[Piece]) -> Iterator[Link]:
    """Take from `rest` the further titles that stand before any description."""
    while len(rest) > 1 and JOIN.fullmatch(rest[0].text) and rest[1].href:
        link = said(rest[1])
        same_kind = link.role == "related" or PLATFORMS.match(title.href)
        if link.role != "language_variant" and same_kind:
            link = Link(role="co_primary", url=link.url, label=link.label)
        yield link
        del rest[:2]


def said(piece: Piece) -> Link:
    """What a link beside the title says of itself by its host or its label."""
    if PLATFORMS.match(piece.href):
        return Link(role="crosspost", url=piece.href, label=piece.text)
    for language, label in VARIANTS.items():
        if label.fullmatch(piece.text):
            return Link(
                role="language_variant", url=piece.href, label=piece.text, language=language
            )
    return Link(role="related", url=piece.href, label=piece.text)
