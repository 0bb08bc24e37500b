"""Atom feeds (RFC 4287): one of changes, and what every feed and entry is made of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5

from lxml import etree

ATOM = "http://www.w3.org/2005/Atom"
KIND = "application/atom+xml; charset=utf-8"

#: What XML 1.0 has no place for, and titles may hold.
NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

#: An address of the web, of what RFC 3987 has for one. Pages have others in their links.
ADDRESS = re.compile(r"https?://[^\x00-\x20\x7f-\xa0<>\"{}|\\^`\[\]]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A change as a feed tells it.

    `name` identifies it for ever, `at` is UTC, `link` an absolute address of ours, `via` the post's own.
    """

    name: str
    title: str
    at: str
    author: str
    category: str
    link: str
    via: str
    summary: str


def feed(title: str, own: str, page: str, entries: Sequence[Entry]) -> bytes:
    """The feed at the absolute address `own`, of what is to be seen at `page`; newest first.

    One without an entry is as old as time.
    """
    whole = blank()
    add(whole, "id", urn(own))
    add(whole, "title", title)
    add(whole, "updated", max((entry.at for entry in entries), default="1970-01-01T00:00:00Z"))
    add(whole, "link", rel="self", href=own, type="application/atom+xml")
    add(whole, "link", rel="alternate", href=page, type="text/html")
    for entry in entries:
        add_entry(whole, entry)
    return etree.tostring(whole, xml_declaration=True, encoding="utf-8")


def blank() -> etree._Element:
    """A feed with nothing in it."""
    return etree.fromstring(f'<feed xmlns="{ATOM}"/>')


def add_entry(whole: etree._Element, entry: Entry) -> None:
    """An `<entry>` at the end of a feed."""
    made = add(whole, "entry")
    add(made, "id", urn(entry.name))
    add(made, "title", entry.title)
    add(made, "updated", entry.at)
    add(add(made, "author"), "name", entry.author)
    add(made, "category", term=entry.category)
    add(made, "link", rel="alternate", href=entry.link, type="text/html")
    if ADDRESS.fullmatch(entry.via):
        add(made, "link", rel="via", href=entry.via)
    add(made, "summary", entry.summary)


def add(
    parent: etree._Element, name: str, text: str | None = None, **attributes: str
) -> etree._Element:
    """A new last child; what XML cannot hold is replaced."""
    attributes = {key: clean(value) for key, value in attributes.items()}
    made = etree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    made.text = None if text is None else clean(text)
    return made


def urn(name: str) -> str:
    """An id that is the same whenever and wherever a feed tells of the same."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, name)}"


def clean(text: str) -> str:
    """Text as XML can hold it."""
    return NO_XML.sub("\ufffd", text)
