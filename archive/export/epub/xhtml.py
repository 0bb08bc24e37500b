"""A body's HTML as the XHTML that a book must have: an HTML parser forgives, a reader of books refuses."""

import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from lxml import etree
from lxml.html import HtmlElement, fragment_fromstring

from archive.atom import ADDRESS, clean
from archive.browse.markup import Reading, reading
from archive.export.epub.formulas import mathml

BLOCKS = frozenset(
    ("p", "div", "ul", "ol", "dl", "table", "pre", "blockquote", "figure", "section", "details")
    + ("hr", "h1", "h2", "h3", "h4", "h5", "h6")
)
#: What may hold no block, and does where an author's HTML is not closed.
INLINE = ("kbd", "sub", "sup", "mark", "em", "strong", "s", "del", "summary")
LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
HOST = re.compile(
    rf"(?:{LABEL}\.)*(?![\d.]+$){LABEL}|(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){{4}}"
)
MAIL = re.compile(r"mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)
#: What an address must not have, though browsers take it: a `%` that is only itself, a second `#`.
BROKEN = re.compile(r"%(?![0-9A-Fa-f]{2})|#.*#")
#: The names of files in the book; see `archive.export.epub.book`.
INSIDE = re.compile(r"[0-9a-f]{10}\.xhtml")


def laid_out(markdown: str, held: Mapping[str, str]) -> Reading:
    """Markdown as it is read in a book; see `archive.browse.markup.reading`."""
    read = reading(markdown, held)
    return replace(read, html=xhtml(read.html))


def xhtml(html: str) -> str:
    """Clean HTML as the XHTML of a `<div>`, with formulas as MathML."""
    body = fragment_fromstring(clean(html), create_parent="div")
    body.set("class", "body")
    for formula in body.find_class("math"):
        set_formula(formula)
    for element in list(body.iter(*INLINE)):
        if any(part.tag in BLOCKS for part in element.iterdescendants()):
            element.drop_tag()
    close_details(body)
    for element in body.iter("a"):
        keep_way(element, body)
    for picture in body.iter("img"):
        picture.attrib.pop("loading", "")
    return etree.tostring(body, encoding="unicode")


def set_formula(formula: HtmlElement) -> None:
    """Put the MathML into the element that has the TeX, which stays where it is none."""
    kind = formula.get("class", "")
    if (made := mathml(formula.text_content(), block="block" in kind.split())) is not None:
        formula.clear(keep_tail=True)
        formula.set("class", kind)
        formula.append(made)


def close_details(body: HtmlElement) -> None:
    """A `<details>` begins with its one `<summary>`, which is nowhere else."""
    for summary in list(body.iter("summary")):
        parent = summary.getparent()
        if parent.tag != "details" or parent.index(summary) or (parent.text or "").strip():
            summary.tag = "div"
    for details in body.iter("details"):
        if len(details) == 0 or details[0].tag != "summary":
            summary = body.makeelement("summary")
            summary.text, summary.tail, details.text = "…", details.text, None
            details.insert(0, summary)


def keep_way(link: HtmlElement, body: HtmlElement) -> None:
    """Let a link lead to the web, to another chapter, or to what is in this one; else nowhere."""
    address = link.get("href", "")
    if not (leads(address) or INSIDE.fullmatch(address) or is_here(address, body)):
        for name in ("href", "rel"):
            link.attrib.pop(name, "")


def is_here(address: str, body: HtmlElement) -> bool:
    """Whether it is the address of an element of this body."""
    mark, _, name = address.partition("#")
    return not mark and bool(name) and bool(body.xpath("//*[@id=$name]", name=name))


def leads(address: str) -> bool:
    """Whether an address is one of the web or of mail by the rules, of which authors break each."""
    if not ADDRESS.fullmatch(address) or BROKEN.search(address):
        return MAIL.fullmatch(address) is not None
    try:
        parts = urlsplit(address)
        named = HOST.fullmatch(parts.hostname or "")
        return named is not None and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False
