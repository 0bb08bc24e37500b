"""TeX that stands in the text as the author typed it: `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`.

Such a page leaves the drawing to a script, or never draws. Inside a formula the site's Markdown may
have taken `_` for emphasis and line ends for `<br>`; both are put back.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from lxml import etree

from scraper.body.tree import Element, holds, new, sweep, text_of, unwrap

_RAW = re.compile(
    r"""(?<![\\$])\$\$(?P<dollars>[^\ufffc]+?)(?<!\\)\$\$
      | \\\[(?P<brackets>[^\ufffc]+?)\\\]
      | \\\((?P<parentheses>[^\ufffc]+?)\\\)
      | (?P<environment>\\begin\{(?P<name>equation|align|gather|multline|eqnarray|alignat)(?P<star>\*?)\}
        [^\ufffc]+?\\end\{(?P=name)(?P=star)\})
      | (?<![\\$])\$(?!\$)(?P<dollar>[^$\ufffc]+?)(?<!\\)\$(?!\d)
    """,
    re.VERBOSE,
)
_KINDS = ("dollars", "brackets", "parentheses", "environment", "dollar")
_INLINE = ("dollar", "parentheses")
_OBJECT = "\ufffc"  # stands for an element that no formula reaches across
_TEXTS: Callable[[Element], list[etree._ElementUnicodeResult]] = etree.XPath(  # type: ignore[assignment]
    ".//text()[contains(.,'$') or contains(.,'\\(') or contains(.,'\\[') or contains(.,'\\begin{')]"
    "[not(ancestor::pre or ancestor::code or ancestor::tex or ancestor::kbd or ancestor::samp)]"
)
# A script on the page that draws formulas: MathJax by any way, KaTeX' auto-render
_DRAWN = holds(
    "ancestor-or-self::*[last()]//script[contains(@src,'athjax') or contains(@src,'athJax')"
    " or contains(@src,'auto-render') or contains(@type,'mathjax') or contains(.,'MathJax.Hub')"
    " or contains(.,'tex2jax') or contains(.,'renderMathInElement') or contains(.,'inlineMath')]"
)
_BROKEN = ("br", "em", "i")  # what a Markdown engine makes of the inside of a formula
_SIGNS = re.compile(r"\\[A-Za-z{}|,;]|[\^_]|\{.*\}", re.DOTALL)
_WORDS = re.compile(r"\\(?:text|mbox|mathrm|textbf|operatorname)\{[^}]*\}")
_CHINESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3001\u3002]")
_LONGEST = 4000  # characters; a dollar that closes later than this opened nothing


def rawtex(root: Element, base: str) -> None:
    """Make elements of the formulas in the text."""
    drawn = _DRAWN(root)
    _mend(root, drawn)
    for text in _TEXTS(root):
        _put(text, drawn)


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
    inside = [found.span() for found in _formulas(flat, drawn)]
    for element, at in places.items():
        if any(start < at < end for start, end in inside):
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
            piece = _OBJECT
        pieces += piece, child.tail or ""
        length += len(piece) + len(child.tail or "")
    return "".join(pieces), {child: at for child, at in places.items() if child in broken}


def _formulas(text: str, drawn: bool) -> Iterator[re.Match[str]]:
    """Every match that reads as a formula; after a false one the search goes on behind its dollar."""
    position = 0
    while found := _RAW.search(text, position):
        position = found.end()
        if _is_tex(found, drawn):
            yield found
        elif _inside(found)[0].startswith("dollar"):
            position = found.start() + 1


def _inside(found: re.Match[str]) -> tuple[str, str]:
    """Which delimiters a match has, and the TeX between them; an environment is its own delimiter."""
    return next(
        (kind, tex) for kind, tex in found.groupdict().items() if tex is not None and kind in _KINDS
    )


def _is_tex(found: re.Match[str], drawn: bool) -> bool:
    """Dollars are money and shell variables too: what a formula is, its inside and neighbours tell.

    On a page with an engine that draws formulas (`drawn`) everything tight between dollars is one.
    """
    kind, tex = _inside(found)
    if not tex.strip() or len(tex) > _LONGEST or "\n\n" in tex.strip():
        return False
    signs = bool(_SIGNS.search(tex))
    tight = tex == tex.strip()
    if _CHINESE.search(_WORDS.sub("", tex)) and not signs and not (drawn and tight):
        return False
    if kind != "dollar":
        return kind == "dollars" or signs or len(tex) < 40
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    glued = (after.isascii() and after.isalpha()) or (before.isascii() and before.isalnum())
    return signs or (tight and (not glued or len(tex) < 3))


def _split(text: str, drawn: bool) -> Iterator[tuple[Element | None, str]]:
    """Formulas, each with the text behind it; the text before the first one comes with None."""
    formula, position = None, 0
    for found in _formulas(text, drawn):
        yield formula, text[position : found.start()]
        kind, tex = _inside(found)
        lines = "\n".join(line for line in tex.strip().split("\n") if line.strip())
        formula = new("tex", lines, display="inline" if kind in _INLINE else "block")
        position = found.end()
    yield formula, text[position:]


def _put(text: etree._ElementUnicodeResult, drawn: bool) -> None:
    """Put elements for the formulas of one text, which is the text or the tail of its parent."""
    (_, before), *parts = _split(str(text), drawn)
    owner = text.getparent()
    if owner is None or not parts:
        return
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
