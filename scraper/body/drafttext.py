"""The text of a Draft.js block with its styles and links, as HTML.

Ranges count UTF-16 code units (checked on saved articles: Python's own slicing is off by one after
every emoji), and they may overlap as they like.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise, takewhile
from typing import Any

#: Style → element. BOLD, ITALIC and CODE were seen; the others are draft-js' own.
STYLES = {
    "BOLD": "strong",
    "ITALIC": "em",
    "STRIKETHROUGH": "del",
    "SUBSCRIPT": "sub",
    "SUPERSCRIPT": "sup",
    "CODE": "code",
}

Object = dict[str, Any]
Range = tuple[int, int, Any]


@dataclass(frozen=True, slots=True)
class Span:
    """An element around the units from `start` to before `end`."""

    start: int
    end: int
    tag: str
    attributes: str = ""

    @property
    def nesting(self) -> tuple[bool, int, int]:
        """Sorts the outer before the inner: code innermost, for Markdown has nothing within it."""
        return self.tag == "code", -self.end, self.start


def inline(block: Object, entities: Object) -> str:
    """A block's text as HTML; elements that overlap are closed and opened again."""
    units = text_of(block).encode("utf-16-le", "surrogatepass")
    length = len(units) // 2
    spans = [*links(block, entities, length), *styles(block, length)]
    starting: dict[int, list[Span]] = {}
    for span in spans:
        starting.setdefault(span.start, []).append(span)
    html: list[str] = []
    opened: list[Span] = []
    for start, end in pairwise(sorted({0, length, *starting, *(span.end for span in spans)})):
        going_on = [span for span in opened if span.end > start]
        wanted = sorted([*going_on, *starting.get(start, ())], key=lambda span: span.nesting)
        html += change(opened, wanted)
        text = units[2 * start : 2 * end].decode("utf-16-le", "replace")
        html.append(escape(text).replace("\n", "<br>"))
        opened = wanted
    return "".join([*html, *change(opened, [])])


def change(opened: list[Span], wanted: list[Span]) -> Iterator[str]:
    """The tags that lead from one stack of open elements to another."""
    pairs = zip(opened, wanted, strict=False)
    kept = len(list(takewhile(lambda pair: pair[0] is pair[1], pairs)))
    yield from (f"</{span.tag}>" for span in reversed(opened[kept:]))
    yield from (f"<{span.tag}{span.attributes}>" for span in wanted[kept:])


def links(block: Object, entities: Object, length: int) -> Iterator[Span]:
    """The block's links; the first of two that overlap."""
    last = 0
    for start, end, key in sorted(
        ranges(block, "entityRanges", "key", length), key=lambda r: r[:2]
    ):
        entity = mapping(entities.get(str(key)))
        url = mapping(entity.get("data")).get("url")
        if entity.get("type") == "LINK" and url and start >= last:
            yield Span(start, end, "a", f' href="{escape(str(url))}"')
            last = end


def styles(block: Object, length: int) -> Iterator[Span]:
    """The block's styles, each over its largest stretches."""
    given = list(ranges(block, "inlineStyleRanges", "style", length))
    for style, tag in STYLES.items():
        stretches = (r[:2] for r in given if r[2] == style)
        yield from (Span(start, end, tag) for start, end in united(stretches))


def united(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches in order, those that overlap or touch made one."""
    whole: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if whole and start <= whole[-1][1]:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return whole


def ranges(block: Object, name: str, value: str, length: int) -> Iterator[Range]:
    """A block's ranges of one kind, cut to its text: start, end, and the range's `value`."""
    given = block.get(name)
    for found in map(mapping, given if isinstance(given, list) else ()):
        offset, size = found.get("offset"), found.get("length")
        if isinstance(offset, int) and isinstance(size, int):
            start, end = max(offset, 0), min(offset + size, length)
            if start < end:
                yield start, end, found.get(value)


def entities_of(block: Object, entities: Object) -> Iterator[Object]:
    """The entities that a block refers to, in its order."""
    given = block.get("entityRanges")
    for found in map(mapping, given if isinstance(given, list) else ()):
        if entity := mapping(entities.get(str(found.get("key")))):
            yield entity


def text_of(block: Object) -> str:
    text = block.get("text")
    return text if isinstance(text, str) else ""


def mapping(value: Any) -> Object:
    """`value` if it is an object of JSON, else an empty one."""
    return value if isinstance(value, dict) else {}
