"""A README that indexes its author's notes → the entries of the index, from markdown-it-py's tokens.

Indexes come as lists (ordered or not), tables with several links in a cell, block quotes, and
paragraphs that open with a date or a venue (read in seven repositories, 2026-11). An entry lies below
a section heading, where a README has any. HTML comments and code fences are no blocks with links, so
nothing in them is an entry.
"""

import re
from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from scraper.github.indexed import Block, Indexed, Piece, entries, one_line, plain

PARSER = MarkdownIt("commonmark").enable("table")
#: So many characters of a README are read: GitHub's page of a repository shows as many bytes
#: (isaacs/github#1610), and the worst that was tried costs 14 s of processor time.
LONGEST = 512_000
#: A title stands at the top of a note: it is looked for in so many characters.
TOP = 5_000
FRONT_MATTER = re.compile(r"\A---\r?\n.*?\n---\r?\n", re.DOTALL)


def indexed(markdown: str) -> list[Indexed]:
    """The entries of a README in their order."""
    found: list[Indexed] = []
    above: Block | None = None
    for block in blocks(PARSER.parse(markdown[:LONGEST])):
        new = entries(block)
        if not new and above and not found[-1].description and describes(block, above):
            found[-1].description = plain(block.pieces) or None
        above = block if new else None
        found += new
    return found


def describes(below: Block, above: Block) -> bool:
    """Whether a block may describe the entry of the one above it."""
    prose = bool(below.pieces) and not below.pieces[0].href and not above.cell
    return prose and (above.item, above.section) == (below.item, below.section)


def blocks(tokens: list[Token]) -> Iterator[Block]:
    """The blocks that may hold entries, each with the path of headings above it."""
    headings = Headings(tokens)
    items: list[int] = []
    for place, token in enumerate(tokens):
        if token.type == "list_item_open":
            items.append(place)
        elif token.type == "list_item_close":
            items.pop()
        elif token.type == "inline":
            opening = tokens[place - 1]
            if opening.type == "heading_open":
                headings.enter(opening, pieces(token))
            elif opening.type != "th_open" and headings.below_first:
                cell = opening.type == "td_open"
                yield Block(headings.path, pieces(token), items[-1] if items else 0, cell)


class Headings:
    """The headings that a place in a README is below.

    A README's only h1 is its title and no section; nor is a heading that switches languages one.
    """

    def __init__(self, tokens: list[Token]) -> None:
        opened = [n for n, token in enumerate(tokens) if token.type == "heading_open"]
        titles = [n for n in opened if tokens[n].tag == "h1"]
        self.title = tokens[titles[0]] if len(titles) == 1 else None
        sections = [n for n in opened if self.is_section(tokens[n], pieces(tokens[n + 1]))]
        self.below_first = not sections
        self.stack: list[tuple[str, str]] = []

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(words for _, words in self.stack)

    def is_section(self, opening: Token, heading: list[Piece]) -> bool:
        words = [piece for piece in heading if re.search(r"\w", piece.text)]
        switch = len(words) > 1 and all(piece.href for piece in words)
        return bool(words) and not switch and opening is not self.title

    def enter(self, opening: Token, heading: list[Piece]) -> None:
        """Go on below a heading; deeper ones than it are left."""
        if not self.is_section(opening, heading):
            return
        self.below_first = True
        while self.stack and self.stack[-1][0] >= opening.tag:
            self.stack.pop()
        self.stack.append((opening.tag, plain(heading)))


def pieces(inline: Token) -> list[Piece]:
    """Inline tokens as runs of text and links; a link without words, such as a badge, is left out."""
    found: list[Piece] = []
    href, label = "", ""
    for token in inline.children or []:
        if token.type == "link_open":
            href, label = str(token.attrs["href"]), ""
        elif token.type == "link_close":
            found += [Piece(one_line(label), href)] if label.strip() else []
            href = ""
        elif href:
            label += words(token)
        elif words(token):
            found.append(Piece(words(token)))
    return found


def words(token: Token) -> str:
    """What a reader reads of an inline token."""
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    return token.content if token.type in ("text", "code_inline") else ""


def own_title(markdown: str) -> str | None:
    """A note's own title: the h1 that opens it, after front matter, badges and language links."""
    tokens = PARSER.parse(FRONT_MATTER.sub("", markdown[:TOP], count=1))
    for opening, heading in opening_blocks(tokens):
        if opening.tag == "h1":
            return plain(pieces(heading)) or None
        if any(not piece.href and re.search(r"\w", piece.text) for piece in pieces(heading)):
            return None
    return None


def opening_blocks(tokens: list[Token]) -> Iterable[tuple[Token, Token]]:
    """Each block with words and the token that opens it."""
    return (
        (one, two) for one, two in zip(tokens, tokens[1:], strict=False) if two.type == "inline"
    )
