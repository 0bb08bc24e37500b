"""TeX that stands in the text as the author typed it: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`.

Such a page leaves the drawing to a script, or never draws. Inside a formula the site's Markdown may
have taken `_` for emphasis and line ends for `<br>`; both are put back.
"""

from collections import defaultdict
from collections.abc import Iterator

from scraper.body.delimiters import OBJECT, formulas, may_hold
from scraper.body.tree import Element, holds, new, sweep, text_of, unwrap

_VERBATIM = frozenset(("pre", "code", "tex", "kbd", "samp"))
# A script on the page that draws formulas: MathJax by any way, KaTeX' auto-render
_DRAWS = holds(
    ".//script[contains(@src,'athjax') or contains(@src,'athJax') or contains(@src,'auto-render')"
    " or contains(@type,'mathjax') or contains(.,'MathJax.Hub') or contains(.,'tex2jax')"
    " or contains(.,'renderMathInElement') or contains(.,'inlineMath')]"
)
_BROKEN = ("br", "em", "i")  # what a Markdown engine makes of the inside of a formula


def rawtex(root: Element, base: str) -> None:
    """Make elements of the formulas in the text."""
    if not may_hold(text_of(root)):
        return
    drawn = _DRAWS(root.getroottree().getroot())
    _mend(root, drawn)
    stack = [root]
    while stack:
        element = stack.pop()
        inside = element.tag not in _VERBATIM
        stack += element if inside else ()
        if inside:
            _put_inside(element, drawn)
        if element is not root:
            _put_behind(element, drawn)


def _mend(root: Element, drawn: bool) -> None:
    """Turn emphasis and line breaks inside a formula back into `_` and line ends."""
    broken: dict[Element, list[Element]] = defaultdict(list)
    for element in root.iter(*_BROKEN):
        parent = element.getparent()
        if parent is not None and not len(element) and parent.tag not in ("pre", "code"):
            broken[parent].append(element)
    for parent, elements in broken.items():
        _mend_in(parent, set(elements), drawn)
    sweep(root)


def _mend_in(parent: Element, broken: set[Element], drawn: bool) -> None:
    flat, places = _flatten(parent, broken)
    found = formulas(flat, drawn)
    formula = next(found, None)
    for element, at in places.items():
        while formula is not None and formula.end <= at:
            formula = next(found, None)
        if formula is not None and formula.start < at:
            element.text = "\n" if element.tag == "br" else f"_{text_of(element)}_"
            unwrap(element)


def _flatten(parent: Element, broken: set[Element]) -> tuple[str, dict[Element, int]]:
    """The text of a parent as it was before, and where in it each broken element begins."""
    pieces, places, length = [parent.text or ""], {}, len(parent.text or "")
    for child in parent:
        places[child] = length
        if child in broken:
            piece = "\n" if child.tag == "br" else f"_{child.text or ''}_"
        else:
            piece = OBJECT
        pieces += piece, child.tail or ""
        length += len(piece) + len(child.tail or "")
    return "".join(pieces), {child: at for child, at in places.items() if child in broken}


def _split(text: str, drawn: bool) -> Iterator[tuple[Element | None, str]]:
    """Formulas, each with the text behind it; the text before the first one comes with None."""
    element, position = None, 0
    for formula in formulas(text, drawn):
        yield element, text[position : formula.start]
        element = new("tex", formula.tex, display="block" if formula.display else "inline")
        position = formula.end
    yield element, text[position:]


def _put_inside(element: Element, drawn: bool) -> None:
    """Put elements for the formulas in the text at the start of an element."""
    (_, before), *parts = _split(element.text or "", drawn)
    if parts:
        element.text = before
        element[:0] = [_with_tail(formula, tail) for formula, tail in parts]


def _put_behind(element: Element, drawn: bool) -> None:
    """Put elements for the formulas in the text behind an element."""
    (_, before), *parts = _split(element.tail or "", drawn)
    if parts:
        element.tail = None
        for formula, tail in reversed(parts):
            element.addnext(_with_tail(formula, tail))
        element.tail = before


def _with_tail(formula: Element | None, tail: str) -> Element:
    made = new("tex") if formula is None else formula
    made.tail = tail
    return made
