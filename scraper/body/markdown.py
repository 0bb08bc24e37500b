"""The tree after all steps → Markdown: CommonMark with pipe tables, `$…$`, footnotes and callouts.

HTML that stays in it: `<br>` in table cells, `<kbd>`, `<sub>`, `<sup>`, `<mark>`, `<details>` and
`<summary>`. Everything else that looks like HTML is text and escaped.
"""

import re
from html import escape as escape_html
from typing import NamedTuple

from scraper.body.escaping import escape_start, fence, title
from scraper.body.inline import Inline, Piece
from scraper.body.tables import cells, pipe_table, rows
from scraper.body.tree import Element, holds, text_of, words

BLOCKS = words(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure "
    "footer h1 h2 h3 h4 h5 h6 header hr html legend li main ol p pre section summary table tbody "
    "td tfoot th thead tr ul footnote caption"
)
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_DEEPEST = 100  # levels of blocks; below that the text is written as it stands
_MEDIA = holds(".//img|.//tex|.//pre")


class Block(NamedTuple):
    """A finished block and what it is, for its neighbours: `text`, `list`, `code` …"""

    kind: str
    text: str


def to_markdown(root: Element) -> str:
    """The Markdown of a container, without a line end at its end."""
    return "\n\n".join(block.text for block in Writer(root).blocks(root, 0))


class Writer:
    """Writes one container. What holds blocks is found once, from the blocks upwards."""

    def __init__(self, root: Element) -> None:
        self._holders: set[Element] = set()
        for block in root.iter(*BLOCKS):
            for holder in block.iterancestors():
                if holder in self._holders:
                    break
                self._holders.add(holder)

    def blocks(self, element: Element, depth: int) -> list[Block]:
        """All blocks in an element, inline content between them as paragraphs."""
        if depth > _DEEPEST:
            flat = Inline()
            flat.text(text_of(element))
            return _paragraphs(flat)
        out: list[Block] = []
        run = Inline()
        run.text(element.text)
        for child in element:
            if self._is_block(child):
                out += _paragraphs(run)
                run = Inline()
                out += self._block(child, depth + 1)
            else:
                run.node(child)
            run.text(child.tail)
        return _apart(out + _paragraphs(run))

    def _is_block(self, element: Element) -> bool:
        if element.tag == "tex":
            return bool(element.get("display") == "block")
        return element.tag in BLOCKS or (element.tag != "a" and element in self._holders)

    def _block(self, element: Element, depth: int) -> list[Block]:
        tag = element.tag
        if tag in _HEADINGS:
            return _heading(element)
        if tag == "pre":
            return [Block("code", _fenced(element))]
        if tag == "tex":
            return [Block("tex", f"$$\n{element.text}\n$$")] if element.text else []
        if tag == "summary":
            return []  # `_details` has written it
        if tag == "hr":
            return [Block("rule", "---")]
        if tag == "table":
            return self._table(element, depth)
        if tag in ("ul", "ol"):
            return self._list(element, depth)
        if tag == "blockquote":
            return self._quote(element, depth)
        if tag == "dl":
            return self._definitions(element, depth)
        if tag == "details":
            return self._details(element, depth)
        if tag == "footnote":
            body = _indented(_joined(self.blocks(element, depth), False), "    ")
            return [Block("footnote", f"[^{element.get('label')}]: {body}")]
        return self.blocks(element, depth)

    def _list(self, element: Element, depth: int) -> list[Block]:
        items: list[str] = []
        number = _integer(element.get("start"), 1)
        loose = any(len(item) and item[0].tag == "p" for item in element.iterchildren("li"))
        for child in element:
            if child.tag != "li" and child.tag in ("ul", "ol") and items:
                inner = _joined(self._list(child, depth + 1), False)
                width = len(items[-1]) - len(items[-1].lstrip("0123456789.-")) + 1
                items[-1] += "\n" + " " * width + _indented(inner, " " * width)
                continue
            number = _integer(child.get("value"), number)
            marker = f"{number}. " if element.tag == "ol" else "- "
            body = _joined(self._item(child, depth), not loose)
            items.append((marker + _indented(body, " " * len(marker))).rstrip())
            number += 1
        if not items:
            return []
        return [Block(str(element.tag), ("\n\n" if loose else "\n").join(items))]

    def _item(self, child: Element, depth: int) -> list[Block]:
        return self.blocks(child, depth + 1) if child.tag == "li" else self._block(child, depth + 1)

    def _quote(self, element: Element, depth: int) -> list[Block]:
        body = _joined(self.blocks(element, depth), False)
        if kind := element.get("callout"):
            head = f"[!{kind}] {element.get('title') or ''}".rstrip()
            body = f"{head}\n{body}" if body else head
        return [
            Block("quote", "\n".join(f"> {line}" if line else ">" for line in body.split("\n")))
        ]

    def _definitions(self, element: Element, depth: int) -> list[Block]:
        """`term` and `: definition`, as PHP Markdown Extra, Pandoc, Kramdown and Goldmark read it."""
        out: list[str] = []
        pairs = [pair for child in element for pair in (child if child.tag == "div" else [child])]
        if any(child.tag not in ("dt", "dd") for child in pairs):
            return self.blocks(element, depth)
        for child in pairs:
            body = _joined(self.blocks(child, depth + 1), False)
            if body:
                out.append(body if child.tag == "dt" else ":   " + _indented(body, "    "))
        return [Block("definitions", "\n\n".join(out))] if out else self.blocks(element, depth)

    def _details(self, element: Element, depth: int) -> list[Block]:
        summary = next(element.iterchildren("summary"), None)
        head = ""
        if summary is not None:
            head = escape_html(" ".join(text_of(summary).split()), quote=False)
        body = self.blocks(element, depth)
        if not head:
            return body
        return [
            Block("html", f"<details>\n<summary>{head}</summary>"),
            *body,
            Block("html", "</details>"),
        ]

    def _table(self, element: Element, depth: int) -> list[Block]:
        """A table of one cell is a frame: it is written as what it holds."""
        found = [cell for row in rows(element) for cell in cells(row)]
        if len(found) < 2:
            return self.blocks(element, depth) if not found else self.blocks(found[0], depth)
        out = [
            block
            for caption in element.iterchildren("caption")
            for block in self.blocks(caption, depth)
        ]
        table = pipe_table(element)
        return [*out, Block("table", table)] if table else out


def _paragraphs(run: Inline) -> list[Block]:
    """The paragraphs of a run: two breaks in a row end one, as old editors wrote them."""
    parts = [run.pieces[:0]]
    breaks = 0
    for piece in run.pieces:
        if piece[0] == "break":
            breaks += 1
        elif piece[1].strip():
            if breaks > 1:
                parts.append([])
            breaks = 0
        parts[-1].append(piece)
    texts = (_paragraph(part) for part in parts)
    return [Block("text", text) for text in texts if text]


def _paragraph(pieces: list[Piece]) -> str:
    """One paragraph; the box of a task at its start is no text that needs escaping."""
    while pieces and not pieces[0][1].strip():
        pieces = pieces[1:]
    if not pieces:
        return ""
    box = pieces[0][1] if pieces[0][1] in ("[ ] ", "[x] ") else ""
    return box + escape_start(Inline(pieces=pieces[bool(box) :]).string())


def _heading(element: Element) -> list[Block]:
    run = Inline()
    run.children(element)
    text = re.sub(r"\s*\n\s*", " ", run.string())
    text = re.sub(r"(?<=\s)(#+)$", r"\\\1", text)
    return [Block("heading", f"{'#' * int(element.tag[1])} {text}")] if text else []


def _fenced(pre: Element) -> str:
    info = (pre.get("lang") or "") + title(pre.get("title")).replace(' "', ' title="', 1)
    return fence(text_of(pre), info)


def _apart(blocks: list[Block]) -> list[Block]:
    """Two lists in a row would be read as one: the second takes the other marker."""
    for index in range(1, len(blocks)):
        before, block = blocks[index - 1], blocks[index]
        if block.kind in ("ul", "ol") and block.kind == before.kind and before.text[0] != "*":
            blocks[index] = Block(block.kind, _other_marker(block.text))
    return blocks


def _other_marker(text: str) -> str:
    return re.sub(
        r"^-(?= |$)", "*", re.sub(r"^(\d+)\.(?= |$)", r"\1)", text, flags=re.M), flags=re.M
    )


def _joined(blocks: list[Block], tight: bool) -> str:
    """Blocks of a list item; in a tight list, what may follow a line of text follows at once."""
    out = ""
    for index, block in enumerate(blocks):
        if index:
            close = (
                tight and blocks[index - 1].kind == "text" and block.kind in ("ul", "ol", "code")
            )
            out += "\n" if close else "\n\n"
        out += block.text
    return out


def _indented(text: str, indent: str) -> str:
    """All lines but the first indented; empty lines stay empty."""
    return re.sub(r"\n(?=[^\n])", f"\n{indent}", text)


def _integer(value: str | None, default: int) -> int:
    value = (value or "").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else default
