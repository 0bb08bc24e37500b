"""Drawings (SVG) as a book may have them: every name is one, once, and leads somewhere.

Browsers pass over what epubcheck refuses (seen with 5.3): an `id` that stands twice or is no XML name, as
`paint0_linear_1:2` of some editors is; a reference to no element, a colour to none that has colours, and
links, which lead out of a picture.
"""

import re
from collections.abc import Collection, Mapping
from itertools import count
from urllib.parse import unquote

from lxml import etree

from scraper.body.tree import Element, select

SVG = "{http://www.w3.org/2000/svg}"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
NAMED = select("//*[@id]")
NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
REFERENCE = re.compile(r"""(?P<before>url\(\s*["']?)#(?P<id>[^"')]*)(?P<after>["']?\s*\))""")
PAINTS = tuple(f"{SVG}{kind}" for kind in ("linearGradient", "radialGradient", "pattern"))


def sound(drawing: bytes) -> bytes:
    """A drawing that `scraper.media.svg.inert` wrote, as UTF-8. Raises lxml.etree.XMLSyntaxError."""
    root = etree.fromstring(drawing)
    names = renamed(root)
    paints = {element.get("id", "") for element in root.iter(*PAINTS)}
    clips = {element.get("id", "") for element in root.iter(f"{SVG}clipPath")}
    for element in root.iter(f"{SVG}*"):
        lead(element, names, paints | clips if element.tag == f"{SVG}use" else frozenset())
        for name, value in element.attrib.items():
            element.set(name, refer(str(value), names))
        for name in ("fill", "stroke"):
            paint(element, name, paints)
        if element.tag == f"{SVG}style":
            element.text = refer(element.text or "", names)
    return etree.tostring(root, encoding="utf-8")


def renamed(root: Element) -> Mapping[str, str]:
    """Let each `id` be a name of one element; what it was → what it is."""
    elements = NAMED(root)
    taken = {element.get("id") for element in elements}
    free = (name for number in count(1) if (name := f"_{number}") not in taken)
    names: dict[str, str] = {}
    for element in elements:
        old = str(element.attrib.pop("id"))
        if old and old not in names:
            names[old] = old if NAME.fullmatch(old) else next(free)
            element.set("id", names[old])
    return names


def lead(element: Element, names: Mapping[str, str], never: Collection[str]) -> None:
    """Let what an element refers to be in the drawing, and be none that it `never` shows; else nothing."""
    for href in HREFS:
        address = element.get(href, "")
        if not address.startswith("#"):
            continue
        target = names.get(unquote(address[1:]))
        if target is None or target in never or element.tag == f"{SVG}a":
            del element.attrib[href]
        else:
            element.set(href, f"#{target}")


def refer(value: str, names: Mapping[str, str]) -> str:
    """A value or a style sheet with the new names."""

    def new(found: "re.Match[str]") -> str:
        return f"{found['before']}#{names.get(found['id'], found['id'])}{found['after']}"

    return REFERENCE.sub(new, value) if "url(" in value else value


def paint(element: Element, name: str, paints: Collection[str]) -> None:
    """What a colour falls back to where it refers to none: to what it says itself, else to nothing."""
    found = REFERENCE.match(element.get(name, "").strip())
    if found and found["id"] not in paints:
        element.set(name, found.string[found.end() :].strip() or "none")
