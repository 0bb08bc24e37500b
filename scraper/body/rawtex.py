"""TeX that stands in the text as the author typed it: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`.

Such a page leaves the drawing to a script, or never draws. Inside a formula the site's Markdown may
have taken `_` for emphasis and line ends for `<br>`; both are put back.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

from lxml import etree

from scraper.body.delimiters import OBJECT, formulas
from scraper.body.tree import Element, holds, new, sweep, text_of, unwrap

_TEXTS: Callable[[Element], list[etree._ElementUnicodeResult]] = etree.XPath(  # type: ignore[assignment]
    ".//text()[contains(.,'$') or contains(.,'\\(') or contains(.,'\\[') or contains(.,'\\begin{')]"
)
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
    drawn = _DRAWS(root.getroottree().getroot())
    _mend(root, drawn)
    for text in _TEXTS(root):
        owner = text.getparent()
        if owner is not None and not _is_verbatim(owner, bool(text.is_tail)):
            _put(owner, text, drawn)


def _is_verbatim(owner: Element, is_tail: bool) -> bool:
    """Whether a text stands in code, where a dollar is a dollar."""
    within = any(element.tag in _VERBATIM for element in owner.iterancestors())
    return within or (not is_tail and owner.tag in _VERBATIM)


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
    if "$" not in flat and "\\" not in flat:
        return
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


def _put(owner: Element, text: etree._ElementUnicodeResult, drawn: bool) -> None:
    """Put elements for the formulas of one text, which is the text or the tail of its parent."""
    (_, before), *parts = _split(str(text), drawn)
    formulas = []
    for formula, tail in parts:
        if formula is not None:
            formula.tail = tail
            formulas.append(formula)
    if text.is_tail:
        owner.tail = None
        for formula in reversed(formulas):
            owner.addnext(formula)
        owner.tail = before
    else:
        owner.text = before
        owner[:0] = formulas
