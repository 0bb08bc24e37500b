"""Markdown → what can be compared: code, formulas, rows, images, links, headings, items, quotes, text."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urljoin

import pyromark
from pyromark import Options

from scraper.body.languages import canonical

_READER = pyromark.Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_MATH
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_YAML_STYLE_METADATA_BLOCKS
    | Options.ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
)
_MARKS = re.compile(r"[\s*_`~#>|\\\-=\[\]()!\"'.:\u200b]+")
_START, _ITEM = 60, 40  # characters of a quote and of a list item that are compared


@dataclass(slots=True)
class Features:
    """What one Markdown text holds; every list in reading order."""

    code: list[tuple[str, str]] = field(default_factory=list)
    math: list[str] = field(default_factory=list)
    rows: list[tuple[str, ...]] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    heads: list[tuple[int, str]] = field(default_factory=list)
    items: list[tuple[int, str, str]] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    text: str = ""


def plain(text: str) -> str:
    """Text without white space, marks and differences of width and case."""
    return _MARKS.sub("", unicodedata.normalize("NFKC", text)).lower()


def features(markdown: str, base: str) -> Features:
    """Read Markdown; addresses are made absolute from `base`."""
    reader = _Reader(base)
    for event in _READER.events(markdown):
        if isinstance(event, str):
            reader.say(" ")
        else:
            for kind, content in event.items():
                reader.take(str(kind), content)
    reader.found.text = plain("".join(reader.said))
    return reader.found


class _Reader:
    """Follows the events of one text; an open element remembers where its text begins."""

    def __init__(self, base: str) -> None:
        self.base, self.found, self.said = base, Features(), [""]
        self.open: list[tuple[str, Any, int]] = []
        self.row: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def take(self, kind: str, content: Any) -> None:
        if kind == "Start":
            name, about = (
                next(iter(content.items())) if isinstance(content, dict) else (content, None)
            )
            if name in ("List", "Item") and self.open and self.open[-1][0] == "Item":
                self._close_item()
            self.open.append((name, about, len(self.said)))
        elif kind == "End":
            self._end(*self.open.pop())
        elif kind in ("InlineMath", "DisplayMath"):
            self.found.math.append("".join(content.split()))
            self.say(content)
        elif kind not in ("InlineHtml", "Html", "FootnoteReference") and isinstance(content, str):
            self.say(content)

    def _since(self, start: int) -> str:
        return "".join(self.said[start:])

    def _close_item(self) -> None:
        """A list inside an item ends the item's own text."""
        name, about, start = self.open.pop()
        if about != "closed":
            self._item(start)
        self.open.append((name, "closed", start))

    def _item(self, start: int) -> None:
        lists = [about for name, about, _ in self.open if name == "List"]
        if text := plain(self._since(start))[:_ITEM]:
            self.found.items.append((len(lists), "ul" if lists[-1] is None else "ol", text))

    def _end(self, name: str, about: Any, start: int) -> None:
        text = self._since(start)
        if name == "CodeBlock":
            info = about.get("Fenced", "") if isinstance(about, dict) else ""
            self.found.code.append((canonical((info.split() or [""])[0]), _code(text)))
        elif name == "Heading":
            self.found.heads.append((int(about["level"][1]), plain(text)))
        elif name in ("Image", "Link"):
            (self.found.images if name == "Image" else self.found.links).append(
                self._address(about["dest_url"])
            )
        elif name == "TableCell":
            self.row.append(plain(text))
        elif name in ("TableRow", "TableHead"):
            self.found.rows.append(tuple(self.row))
            self.row = []
        elif name == "Item" and about != "closed":
            self._item(start)
        elif name == "BlockQuote" and not any(other[0] == "BlockQuote" for other in self.open):
            self.found.quotes.append(plain(text)[:_START])
        self.say("\n")

    def _address(self, url: str) -> str:
        return unquote(urljoin(self.base, url)).split("#")[0].rstrip("/")


def _code(text: str) -> str:
    lines = [line.rstrip() for line in text.split("\n")]
    return "\n".join(lines).strip("\n")


def shingles(text: str, size: int = 4) -> Counter[str]:
    """Runs of `size` characters, counted."""
    return (
        Counter(text[at : at + size] for at in range(max(1, len(text) - size + 1)))
        if text
        else Counter()
    )
