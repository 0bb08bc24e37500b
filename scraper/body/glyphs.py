"""MathJax 3 drawings as SVG → MathML, for pages that keep neither TeX nor MathML (hexo-filter-mathjax).

Every group names the MathML node it draws (`data-mml-node`), every glyph its character (`data-c`, in
hexadecimal). What is missing is which script is above: its group is moved up or down.
"""

import re
import unicodedata
from collections.abc import Iterator

from scraper.body.tree import Element, new, select, text_of

_DRAWN = select(".//*[@data-mml-node='math']")
_DOWN = re.compile(r"translate\(\s*-?[\d.]+\s*,\s*-")
_SCRIPTS = frozenset(("msup", "msub", "msubsup", "mover", "munder", "munderover"))
_LEAVES = frozenset(("mi", "mn", "mo", "mtext", "ms"))
_RELATIONS = "=≤≥<>≈≡∈→⇒∼≠"
_DEEPEST = 60
# Words in the names of Unicode's mathematical letters → MathML's variants, the longest first
_VARIANTS = {
    "DOUBLE-STRUCK": "double-struck",
    "SCRIPT": "script",
    "FRAKTUR": "fraktur",
    "BLACK-LETTER": "fraktur",
    "SANS-SERIF": "sans-serif",
    "MONOSPACE": "monospace",
    "BOLD ITALIC": "bold-italic",
    "BOLD": "bold",
}


def mathml_of_svg(container: Element) -> Element | None:
    """A `<math>` element with what a drawing shows, None where it says nothing of its nodes."""
    drawn = _DRAWN(container)
    return _node(drawn[0], 0) if drawn else None


def _node(group: Element, depth: int) -> Element:
    name = group.get("data-mml-node") or "mrow"
    if name in _LEAVES:
        return _leaf(name, group)
    made = new("mrow" if name == "TeXAtom" else name)
    if texclass := group.get("data-mjx-texclass") or ("ORD" if name == "TeXAtom" else ""):
        made.set("data-mjx-texclass", texclass)
    groups = list(_groups(group)) if depth < _DEEPEST else []
    if name in _SCRIPTS and len(groups) > 1:
        base, *scripts = groups
        groups = [base, *sorted(scripts, key=_is_above)]  # MathML has what is below first
    if name in ("mover", "munder") and groups:
        groups[-1].set("data-narrow", "true")
    for inner in groups:
        if (
            name not in ("msqrt", "mroot") or inner.get("data-mml-node") != "mo"
        ):  # the root sign itself
            made.append(_node(inner, depth + 1))
    if name == "mtable" and _aligns(made):
        made.set("columnalign", "right left")
    if name == "mfrac" and next(group.iterchildren("rect"), None) is None:
        made.set("linethickness", "0")
    return made


def _aligns(table: Element) -> bool:
    """Whether the second column begins with relations, as aligned equations do."""
    seconds = [text_of(row[1]).strip() for row in table if len(row) > 1]
    return any(text[:1] in _RELATIONS for text in seconds if text)


def _groups(group: Element) -> Iterator[Element]:
    """The groups of the next nodes; groups that only move or scale them are looked through."""
    for child in group:
        if child.get("data-mml-node"):
            yield child
        elif child.tag == "g":
            yield from _groups(child)


def _is_above(group: Element) -> bool:
    return not _DOWN.match(group.get("transform") or "")


def _leaf(name: str, group: Element) -> Element:
    codes = [glyph.get("data-c") or "" for glyph in group.iter("path", "use")]
    chars = "".join(chr(int(code, 16)) for code in codes if re.fullmatch("[0-9A-Fa-f]{1,5}", code))
    text = "".join(element.text or "" for element in group.iter("text"))
    made = new(name, "".join(map(_plain, chars)) or text)
    if group.get("data-narrow"):
        made.set("stretchy", "false")
    named = unicodedata.name(chars[0], "") if chars else ""
    if name == "mi" and (
        variant := next((v for word, v in _VARIANTS.items() if word in named), "")
    ):
        made.set("mathvariant", variant)
    return made


def _plain(char: str) -> str:
    """A letter without its typeface; Unicode names the plain one in one step, `<font> 0045`."""
    kind, _, code = unicodedata.decomposition(char).partition(" ")
    return chr(int(code, 16)) if kind == "<font>" else char
