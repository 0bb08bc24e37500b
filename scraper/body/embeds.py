"""Videos, players and drawings that Markdown cannot show → links, or the source they were drawn from."""

import re

from scraper.body.images import join
from scraper.body.tree import Element, classes, doom, new, replace, sweep, text_of

_ADS = re.compile(
    r"doubleclick|googlesyndication|/ads?/|disqus|utteranc|giscus|about:blank|googletagmanager"
)
_MEDIA = ("iframe", "video", "audio", "embed", "object")


def embeds(root: Element, base: str) -> None:
    """Put a link where a player stood; a diagram drawn by Mermaid keeps the words that are in it."""
    for element in root.iter(*_MEDIA):
        address = _address(element)
        if address and not _ADS.search(address):
            _link(element, join(base, address))
        else:
            doom(element)
    for drawing in list(root.iter("svg")):
        if _is_diagram(drawing):
            replace(drawing, _labels(drawing))
    sweep(root)


def _labels(drawing: Element) -> Element:
    """The words of a diagram, a line each."""
    paragraph = new("p")
    for label in drawing.iter("text", "foreignObject", "foreignobject"):
        if text := " ".join(text_of(label).split()):
            paragraph.append(new("span", text))
            paragraph.append(new("br"))
    return paragraph


def _address(element: Element) -> str:
    for name in ("src", "data-src", "data-lazy-src", "data", "data-url"):
        if (value := (element.get(name) or "").strip()) and not value.startswith(
            ("data:", "about:", "javascript:")
        ):
            return value
    return (
        next((source.get("src") for source in element.iter("source") if source.get("src")), "")
        or ""
    )


def _link(element: Element, address: str) -> None:
    paragraph = new("p")
    paragraph.append(new("a", element.get("title") or address, href=address))
    replace(element, paragraph)


def _is_diagram(drawing: Element) -> bool:
    parent = drawing.getparent()
    return (drawing.get("id") or "").startswith("mermaid") or (
        parent is not None and "mermaid" in classes(parent)
    )
