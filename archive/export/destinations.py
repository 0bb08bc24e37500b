"""Where the links and pictures of a Markdown body lead: as a parser of Markdown finds them, to be replaced.

`[text](address "title")`, `![alt](<address>)`, `[label]: address`, `<address>`, and of HTML the links and
pictures (`<a href>`, `<img src>`, `<source srcset>`). What stands in code is text to the parser, and so
is an address without any marks. All but the addresses stays as its author wrote it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape

import pyromark

# Math is none to it: prose has more dollars than formulas have links.
READER = pyromark.Markdown(
    options=pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_FOOTNOTES
)
ADDRESS = rb"(?:<(?P<between>https?:(?:\\.|[^\\<>\n])*)>|(?P<address>https?:\S+))"
#: What an address in the text of a link would mean there.
MARKS = re.compile(r"[\\`*_~\[\]&$]")
#: What follows the text of a link, and the whole of a definition.
AFTER_TEXT = re.compile(rb"[\s\[]*\]\(\s*" + ADDRESS, re.IGNORECASE)
DEFINITION = re.compile(rb"\s*\[(?:\\.|[^\\\]])*\]:\s*" + ADDRESS, re.IGNORECASE)
ELEMENT = re.compile(rb"<(?:a|img|source)\s[^<>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(
    rb"\s(?:href|src|srcset)\s*=\s*[\"']?(?P<address>https?:[^\s\"'<>]+)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Destination:
    """An address from `start` to `end` of a body, in bytes of its UTF-8.

    `spellings` are the address as it stands there and as it is meant, which differ by escapes (`&amp;`).
    `put` makes of another address what may stand in its place.
    """

    start: int
    end: int
    spellings: tuple[str, ...]
    put: Callable[[str], str] = str


def replaced(markdown: str, address: Callable[[str], str | None]) -> str:
    """A body with other addresses: what `address` gives for one, or that itself for None."""
    source, parts, end = markdown.encode(), list[bytes](), 0
    for found in destinations(markdown):
        given = (address(url) for url in found.spellings)
        if (new := next((one for one in given if one is not None), None)) is not None:
            parts += [source[end : found.start], found.put(new).encode()]
            end = found.end
    return b"".join([*parts, source[end:]]).decode()


@lru_cache(maxsize=1)  # it is asked twice of each body
def destinations(markdown: str) -> Sequence[Destination]:
    """The addresses in the web that a body leads to, in order."""
    if "://" not in markdown:
        return ()
    source = markdown.encode()
    found = [*_in_text(markdown, source), *_in_definitions(markdown, source)]
    return sorted(found, key=lambda one: one.start)


def _in_text(markdown: str, source: bytes) -> Iterator[Destination]:
    opened: list[str] = []  # where the links lead that are open
    last = 0  # the end of what was read before
    for event, place in READER.events_with_range(markdown, merge_text=True):
        start, end = place["start"], place["end"]
        match event:
            case {"Start": {"Link": {"link_type": "Autolink", "dest_url": url}}}:
                opened.append(url)
                yield Destination(start, end, (url,), _as_link(url))
            case {"Start": {"Link": {"dest_url": url}} | {"Image": {"dest_url": url}}}:
                opened.append(url)
                end = start + 1  # nothing of it yet
            case {"End": "Link" | "Image"}:
                # A bare address reaches to a blank or to the bracket that ends the link.
                yield from _at(AFTER_TEXT.match(source, last, end - 1), opened.pop())
            case {"Start": "HtmlBlock"} | {"InlineHtml": _}:
                yield from _in_html(source, start, end)
        last = end


def _in_definitions(markdown: str, source: bytes) -> Iterator[Destination]:
    if b"]:" in source:
        for definition in READER.reference_definitions(markdown).values():
            start, end = definition["span"]["start"], definition["span"]["end"]
            yield from _at(DEFINITION.match(source, start, end), definition["dest"])


def _in_html(source: bytes, start: int, end: int) -> Iterator[Destination]:
    for element in ELEMENT.finditer(source, start, end):
        for found in ATTRIBUTE.finditer(source, *element.span()):
            written = found["address"].decode()
            place = found.span("address")
            yield Destination(*place, (written, unescape(written)), escape)


def _at(found: "re.Match[bytes] | None", meant: str) -> Iterator[Destination]:
    if found and found.lastgroup:
        yield Destination(*found.span(found.lastgroup), (found[found.lastgroup].decode(), meant))


def _as_link(url: str) -> Callable[[str], str]:
    """A way in the folder is none between `<` and `>`."""
    text = MARKS.sub(r"\\\g<0>", url)
    return lambda new: f"[{text}]({new})"
