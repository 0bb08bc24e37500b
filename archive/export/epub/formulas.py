"""TeX as MathML, which readers of books show without a program."""

import re
from functools import cache

from lxml import etree
from math_core import LatexError, LatexToMathML

#: Characters, as in `static/formulas.js`: of 1,402 formulas of real posts the longest has 1,473.
LONGEST = 4000
#: What would lead elsewhere, or is there twice when two formulas have the same label; and what MathML 3,
#: the one of books, gives to `<mstyle>` alone, where MathML Core gives it to all.
REFUSED = {
    "id": (),
    "href": (),
    "scriptlevel": ("mstyle",),
    "displaystyle": ("math", "mstyle", "mtable"),
}

#: A length that MathML 3 does not know; in a formula of the size of its text it is an em.
REM = re.compile(r"-?[\d.]+rem")


def mathml(tex: str, *, block: bool) -> etree._Element | None:
    """The `<math>` of a formula, which also says its TeX; None for what is none, or too deep.

    All 185 different formulas of the 124 pages with known sources become one. Thousands of things in each
    other may end the process: call it where that is foreseen.
    """
    if len(tex) > LONGEST:
        return None
    try:
        made = converter().convert_with_local_state(tex, displaystyle=block)
        element = etree.fromstring(made)  # libxml2 takes 256 elements in each other
    except (LatexError, etree.XMLSyntaxError):
        return None
    for text in list(element.iter("{*}mtext")):
        etree.strip_tags(text, "*")  # HTML, which MathML 3 has no place for
    for part in element.iter():
        fit(part)
    element.set("alttext", tex)
    return element


def fit(part: etree._Element) -> None:
    """Take from a part of MathML Core what MathML 3 has not."""
    for name, takers in REFUSED.items():
        if etree.QName(part).localname not in takers:
            part.attrib.pop(name, "")
    for name in map(str, part.keys()):
        if REM.fullmatch(value := part.get(name, "")):
            part.set(name, value.replace("rem", "em"))


@cache
def converter() -> LatexToMathML:
    """Wide tildes are drawn too narrow by some readers, which is better than not at all."""
    return LatexToMathML(xml_namespace=True, allow_unreliable_rendering=True, fancy_error=False)
