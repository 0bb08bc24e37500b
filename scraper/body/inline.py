"""Inline content → one line of Markdown that reads back as what it was written from.

A run becomes pieces of prose, finished Markdown, TeX and breaks, and only at the end one string: what
has to be escaped depends on the neighbours.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Literal

from scraper.body.escaping import code_span, destination, escape, flowing, inline_tex, title
from scraper.body.tree import Element, text_of

Piece = tuple[Literal["prose", "raw", "tex", "break"], str]

_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~", "strike": "~~"}
_HTML = frozenset(("kbd", "sub", "sup", "mark"))  # Markdown has no marks for these
_CODE = frozenset(("code", "samp", "tt", "pre"))
_BOLD = re.compile(r"font-weight:\s*(?:bold|[6-9]00)")
_LINE_END = re.compile(r" *\n *")
_PAIRS = dict(zip("“‘（《「『【〈([\"'", "”’）》」』】〉)]\"'", strict=True))
_DEEPEST = 60  # levels of inline markup; nobody nests emphasis so deep, and the text is what counts


@dataclass(slots=True)
class Inline:
    """Pieces of one run; `within` names the marks and elements it stands in, as `**`, `a`, `cell`."""

    within: frozenset[str] = frozenset()
    depth: int = 0
    pieces: list[Piece] = field(default_factory=list)

    def text(self, text: str | None) -> None:
        if not text:
            return
        text = flowing(text)
        if self.pieces:
            kind, before = self.pieces[-1]
            text = text.lstrip(" ") if before.endswith(" ") else text
            if kind == "prose":
                self.pieces[-1] = ("prose", before + text)
                return
        self.pieces.append(("prose", text))

    def raw(self, markdown: str) -> None:
        self.pieces.append(("raw", markdown))

    def node(self, element: Element) -> None:
        """One element with all that is in it, without the text behind it."""
        tag = element.tag
        mark = _MARKS.get(
            tag, "**" if tag == "span" and _BOLD.search(element.get("style") or "") else ""
        )
        if tag == "br":
            self.pieces.append(("break", ""))
        elif tag == "tex":
            self._tex(element)
        elif tag == "img":
            alt = re.sub(r"([\[\]\\])", r"\\\1", flowing(element.get("alt") or ""))
            self.raw(
                f"![{alt}]({destination(element.get('src') or '')}{title(element.get('title'))})"
            )
        elif tag in _CODE:
            self._code(element)
        elif tag == "fnref":
            self.raw(f"[^{element.get('label')}]")
        elif tag == "input":
            self.raw("[ ] " if element.get("checked") is None else "[x] ")
        elif tag == "a" and element.get("href") and "a" not in self.within:
            self._link(element)
        elif mark and mark not in self.within:
            self._emphasis(element, mark)
        elif tag in _HTML and tag not in self.within:
            self.raw(f"<{tag}>")
            self.pieces += self._inside(element, tag).pieces
            self.raw(f"</{tag}>")
        else:
            self.children(element)

    def children(self, element: Element) -> None:
        if self.depth > _DEEPEST:
            self.text(text_of(element))
            return
        self.depth += 1
        self.text(element.text)
        for child in element:
            self.node(child)
            self.text(child.tail)
        self.depth -= 1

    def _inside(self, element: Element, name: str) -> "Inline":
        inside = Inline(self.within | {name}, self.depth)
        inside.children(element)
        return inside

    def _emphasis(self, element: Element, mark: str) -> None:
        """Emphasis where CommonMark lets it open and close: `**注意：**后` closes nothing, so the colon
        moves out; so does white space, and emphasis of nothing goes."""
        pieces = self._inside(element, mark).pieces
        before, after = _split_start(pieces, _last(self.pieces)), ""
        if pieces:
            after = _split_end(pieces, _next_char(element))
            before += _split_pair(pieces, after)
        self.text(before)
        if any(text.strip() for _, text in pieces):
            if self.pieces and self.pieces[-1] == ("raw", mark):
                self.pieces.pop()  # `**a****b**` would read as something else
            else:
                self.raw(mark)
            self.pieces += pieces
            self.raw(mark)
        else:
            self.pieces += pieces
        self.text(after)

    def _tex(self, element: Element) -> None:
        tex = element.text or ""
        if element.get("missing"):
            self.text(tex)
        elif tex:
            self.pieces.append(("tex", inline_tex(tex, element.get("display") == "block")))

    def _code(self, element: Element) -> None:
        span = code_span(text_of(element))
        link = element[0] if len(element) == 1 and element[0].tag == "a" else None
        if link is not None and "a" not in self.within and text_of(link) == text_of(element):
            span = f"[{span}]({destination(link.get('href') or '')})"
        self.raw(span)

    def _link(self, element: Element) -> None:
        label = self._inside(element, "a").string()
        if label:
            shown = element.get("title")
            named = "" if shown == text_of(element).strip() else title(shown)
            self.raw(f"[{label}]({destination(element.get('href') or '')}{named})")

    def string(self) -> str:
        """The Markdown of the run. Its line ends are hard breaks, `<br>` in a table cell."""
        cell = "cell" in self.within
        kinds = [kind for kind, _ in self.pieces]
        money = "tex" not in kinds and sum(t.count("$") for k, t in self.pieces if k == "prose") < 2
        out, last = "", ""
        for kind, text in self.pieces:
            if kind == "prose":
                text = escape(text) if money else escape(text).replace("$", "\\$")
                if "a" in self.within:
                    text = re.sub(r"(?<!\\)([\[\]])", r"\\\1", text)
            elif kind == "break":
                text = " " if "a" in self.within else "<br>" if cell else "  \n"
            if cell and kind != "break" and "a" not in self.within:
                text = text.replace("|", "\\|")
            out += _joint(out, last, kind, text) + text
            last = kind
        return (_LINE_END.sub("  \n", out) if "\n" in out else out).strip()


def _joint(out: str, last: str, kind: str, text: str) -> str:
    """What keeps two pieces apart: a dollar beside a digit or dollar is no TeX, `!` and a link an image."""
    if kind == "tex" and (out[-1:].isdigit() or out.endswith("$")):
        return " "
    if last == "tex" and text[:1].isdigit():
        return " "
    return "\u200b" if kind == "raw" and out.endswith("!") and text.startswith("[") else ""


def _last(pieces: list[Piece]) -> str:
    """The character before what comes next, a blank at the start of the run."""
    return next((text[-1] for kind, text in reversed(pieces) if text), " ")


def _next_char(element: Element) -> str:
    """The character after an element, a blank at the end of its parent."""
    if element.tail:
        return str(element.tail[0])
    following = element.getnext()
    return " " if following is None or following.tag == "br" else (text_of(following)[:1] or " ")


def _split_start(pieces: list[Piece], outside: str) -> str:
    """Take from the first piece what cannot follow an opening mark, and return it."""
    if not pieces or pieces[0][0] != "prose":
        return ""
    text = pieces[0][1]
    cut = 0
    while cut < len(text) and (
        text[cut].isspace() or _punctuates(text[cut]) and _is_letter(outside)
    ):
        outside = text[cut]
        cut += 1
    pieces[0] = ("prose", text[cut:])
    return text[:cut]


def _split_end(pieces: list[Piece], outside: str) -> str:
    """Take from the last piece what cannot precede a closing mark, and return it."""
    if pieces[-1][0] != "prose":
        return ""
    text = pieces[-1][1]
    cut = len(text)
    while cut and (text[cut - 1].isspace() or _punctuates(text[cut - 1]) and _is_letter(outside)):
        cut -= 1
        outside = text[cut]
    pieces[-1] = ("prose", text[:cut])
    return text[cut:]


def _split_pair(pieces: list[Piece], after: str) -> str:
    """The opening quotes and brackets whose closing ones have moved out of emphasis."""
    kind, text = pieces[0]
    cut = 0
    while (
        kind == "prose"
        and cut < min(len(text), len(after))
        and _PAIRS.get(text[cut]) == after[-1 - cut]
    ):
        cut += 1
    pieces[0] = (kind, text[cut:])
    return text[:cut]


def _punctuates(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _is_letter(char: str) -> bool:
    return not char.isspace() and not _punctuates(char)
