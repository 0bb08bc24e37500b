"""Drawings (SVG) that do nothing: no script, no request, no link, wherever they are opened.

A drawing is a program. What is kept of one is what is known to be harmless, by lists of what may stay;
an element outside of them goes with all that it holds. It is written anew while it is read, so that a
drawing of a million elements takes no more memory than its bytes. The same bytes give the same bytes.
"""

import re
from io import BytesIO, StringIO
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

from lxml import etree

from scraper.media.css import inert_css

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_NAMESPACES = {"xmlns": _SVG[1:-1], "xmlns:xlink": _XLINK[1:-1]}
_QUALIFIED = {
    f"{_XLINK}href": "xlink:href",
    f"{_XML}space": "xml:space",
    f"{_XML}lang": "xml:lang",
}
#: SVG 1.1 and 2 without script, foreignObject, metadata, fonts, audio, video and cursors.
_ELEMENTS = """
svg g a defs symbol use switch view title desc style image
path rect circle ellipse line polyline polygon text tspan tref textPath
marker pattern clipPath mask linearGradient radialGradient meshgradient meshrow meshpatch stop
animate animateColor animateMotion animateTransform set mpath filter
feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
feTurbulence
"""
ELEMENTS = frozenset(f"{_SVG}{name}" for name in _ELEMENTS.split())
MOST_ELEMENTS = 200_000  # a plot of 100,000 points has less; these take two seconds to read
_PICTURES = (f"{_SVG}image", f"{_SVG}feImage")
_EMBEDDED = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,[\w+/=\s]*", re.ASCII)
_LENGTH = re.compile(r"\s*(\d{1,9}(?:\.\d{0,9})?)(px|pt|in|cm|mm|)\s*")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}


class NotSvg(ValueError):
    """No SVG: not well-formed, another root element, or one that is too much to read."""


def inert(content: bytes) -> bytes:
    """The drawing as UTF-8 without whatever runs, asks for something, or leads elsewhere.

    Comments, processing instructions and the document type go, with its entities. Raises NotSvg.
    """
    written = _Inert()
    # libxml2's own limits of depth and expansion hold unless huge_tree is set.
    parser = etree.XMLParser(
        target=written,  # type: ignore[arg-type]  # stubs fear bytes where lxml gives str
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    try:
        etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise NotSvg(f"no drawing: {error}") from error
    return written.out.getvalue().encode()


def size_of(drawing: bytes) -> tuple[int | None, int | None]:
    """Width and height in CSS pixels, by its own word or its view box; None where it fills its place.

    `drawing` is one that `inert` returned.
    """
    _, root = next(iter(etree.iterparse(BytesIO(drawing), events=("start",))))
    width, height = _pixels(root.get("width", "")), _pixels(root.get("height", ""))
    box = root.get("viewBox", "").replace(",", " ").split()
    if not (width and height) and len(box) == 4:
        width, height = _pixels(box[2]), _pixels(box[3])
    return width, height


class _Inert:
    """What lxml hands a document to, element by element; writes what may stay."""

    def __init__(self) -> None:
        self.out = StringIO()
        self.xml = XMLGenerator(self.out, short_empty_elements=True)
        self.read = self.left_out = 0  # elements read; depth below one that is left out
        self.style: list[str] | None = None  # the style sheet that is being read

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.read += 1
        if self.read == 1 and tag != f"{_SVG}svg":
            raise NotSvg(f"a document of {tag[:80]}")
        if self.read > MOST_ELEMENTS:
            raise NotSvg(f"more than {MOST_ELEMENTS} elements")
        if self.left_out or self.style is not None or not _may_stay(tag, attributes):
            self.left_out += 1
            return
        namespaces = _NAMESPACES if self.read == 1 else {}
        kept = AttributesImpl({**namespaces, **_kept(tag, attributes)})
        self.xml.startElement(tag.removeprefix(_SVG), kept)
        if tag == f"{_SVG}style":
            self.style = []

    def data(self, text: str) -> None:
        if self.left_out:
            return
        if self.style is None:
            self.xml.characters(text)
        else:
            self.style.append(text)

    def end(self, tag: str) -> None:
        if self.left_out:
            self.left_out -= 1
            return
        if self.style is not None:
            self.xml.characters(inert_css("".join(self.style)))
            self.style = None
        self.xml.endElement(tag.removeprefix(_SVG))

    def close(self) -> None:
        """Nothing is left to write; lxml asks for it."""


def _may_stay(tag: str, attributes: dict[str, str]) -> bool:
    """Whether an element may; one that animates must not change what runs or where it comes from."""
    animated = attributes.get("attributeName", "").strip().rpartition(":")[2].lower()
    steady = animated in ("href", "src", "style") or animated.startswith("on")
    return tag in ELEMENTS and not steady


def _kept(tag: str, attributes: dict[str, str]) -> dict[str, str]:
    """The attributes that may stay, by the names that they have in the file."""
    kept = {}
    for name, value in attributes.items():
        if name == "href" or name == f"{_XLINK}href":
            if value.startswith("#") or (tag in _PICTURES and _EMBEDDED.fullmatch(value)):
                kept[_QUALIFIED.get(name, name)] = value
        elif name in _QUALIFIED or not (
            "{" in name or ":" in name or name.lower().startswith("on")
        ):
            kept[_QUALIFIED.get(name, name)] = inert_css(value)
    return kept


def _pixels(length: str) -> int | None:
    found = _LENGTH.fullmatch(length)
    return (round(float(found[1]) * _PIXELS[found[2]]) or None) if found else None
