"""MathML → TeX, for pages that keep nothing else: MathJax 3 leaves MathML for screen readers.

MathJax marks what stood in braces (`data-mjx-texclass="ORD"`) and what `\\left … \\right` made
(`INNER`), so most of the author's TeX can be told exactly. What TeX has two names for (`\\le`, `\\leq`)
cannot; `symbols` takes the usual one.
"""

import re
from collections.abc import Callable, Iterator

from scraper.body.symbols import COMMANDS, FUNCTIONS, OVER, SPACES, UNDER, VARIANTS, joined
from scraper.body.tree import Element, text_of

_DEEPEST = 60
_ENVIRONMENTS = {
    ("(", ")"): "pmatrix",
    ("[", "]"): "bmatrix",
    ("{", ""): "cases",
    ("|", "|"): "vmatrix",
}


def tex_of_mathml(math: Element) -> str:
    """The TeX of a `<math>` element, empty for an empty one."""
    return _row(math, 0)


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def _class(element: Element) -> str:
    return element.get("data-mjx-texclass") or ""


def _row(element: Element, depth: int) -> str:
    children = [child for child in element if not _tag(child).startswith("annotation")]
    return (
        _matrix(children, depth)
        or _binomial(children, depth)
        or joined(_parts(element, children, depth))
    )


def _parts(element: Element, children: list[Element], depth: int) -> Iterator[str]:
    fenced = _class(element) == "INNER"
    for index, child in enumerate(children):
        part = _tex(child, depth + 1)
        if fenced and index == 0 and _class(child) == "OPEN":
            part = f"\\left{part or '.'}"
        elif fenced and index == len(children) - 1 and _class(child) == "CLOSE":
            part = f"\\right{part or '.'}"
        yield part


def _binomial(children: list[Element], depth: int) -> str:
    """`\\binom` is a fraction without a line between round brackets."""
    if len(children) != 3 or _tag(children[1]) != "mfrac":
        return ""
    if (children[1].get("linethickness") or "").rstrip("pxemt") not in ("0", "0.0"):
        return ""
    above, below = (_tex(child, depth + 1) for child in children[1])
    return f"\\binom{{{above}}}{{{below}}}"


def _matrix(children: list[Element], depth: int) -> str:
    """A table between brackets is a matrix, behind a brace alone it is a list of cases."""
    if len(children) not in (2, 3) or _tag(children[1]) != "mtable":
        return ""
    fences = tuple(text_of(child).strip() for child in (children[0], *children[2:]))
    name = _ENVIRONMENTS.get((fences[0], fences[1] if len(fences) > 1 else ""))
    return _environment(name, children[1], depth) if name else ""


def _table(element: Element, depth: int) -> str:
    sides = (element.get("columnalign") or "").split()
    if sides[:2] == ["right", "left"]:
        return _environment("aligned", element, depth)
    if element.get("displaystyle") == "true" and not sides:
        return _environment("gathered", element, depth)
    return _environment("matrix", element, depth)


def _environment(name: str, table: Element, depth: int) -> str:
    lines = [
        " & ".join(_row(cell, depth + 2) for cell in line if _tag(cell) == "mtd")
        for line in table
        if _tag(line) in ("mtr", "mlabeledtr")
    ]
    return f"\\begin{{{name}}}" + " \\\\\n".join(lines) + f"\\end{{{name}}}"


def _tex(element: Element, depth: int) -> str:
    if depth > _DEEPEST:
        return text_of(element)
    return _HANDLERS.get(_tag(element), _row)(element, depth)


def _identifier(element: Element, depth: int) -> str:
    text = text_of(element).strip()
    variant = element.get("data-mjx-variant") or element.get("mathvariant") or ""
    if variant in VARIANTS:
        return f"{VARIANTS[variant]}{{{_symbols(text)}}}"
    if text in FUNCTIONS:
        return f"\\{text}"
    return (
        f"\\mathrm{{{text}}}"
        if variant == "normal" and text.isascii() and text.isalpha()
        else _symbols(text)
    )


def _operator(element: Element, depth: int) -> str:
    text = text_of(element).strip()
    if text in FUNCTIONS:
        return f"\\{text}"
    if len(text) > 1 and text.isalpha():
        return f"\\operatorname{{{text}}}"
    return _symbols(text)


def _symbols(text: str) -> str:
    return joined([COMMANDS.get(char, char) for char in text])


def _words(element: Element, depth: int) -> str:
    text = text_of(element)
    return "\\ " if text in (" ", "\xa0") else f"\\text{{{text}}}" if text.strip() else ""


def _space(element: Element, depth: int) -> str:
    found = re.fullmatch(r"(-?[\d.]{1,8})em", element.get("width") or "")
    width = (
        float(found[1])
        if found and found[1].count(".") < 2 and found[1] not in ("-.", ".")
        else 0.0
    )
    return next((command for em, command in SPACES.items() if abs(em - width) < 0.01), "")


def _argument(element: Element, depth: int) -> str:
    """A script: bare where one token stood bare, else in braces."""
    tex = _tex(element, depth + 1)
    bare = _tag(element) in ("mi", "mn", "mo") and (
        len(tex) == 1 or re.fullmatch(r"\\[A-Za-z]+", tex)
    )
    return tex if bare or set(tex) == {"'"} else f"{{{tex}}}"


def _base(element: Element, depth: int) -> str:
    """What scripts hang on; a row of several things needs its braces."""
    tex = _tex(element, depth + 1)
    return (
        f"{{{tex}}}"
        if _tag(element) == "mrow" and len(element) > 1 and _class(element) != "INNER"
        else tex
    )


def _scripts(below: bool, above: bool) -> Callable[[Element, int], str]:
    def scripts(element: Element, depth: int) -> str:
        base, *others = list(element)[: 1 + below + above] or [element]
        tex = _base(base, depth) if base is not element else ""
        signs = ["_"] * below + ["^"] * above
        for sign, other in zip(signs, others, strict=False):
            script = _argument(other, depth)
            tex += script if sign == "^" and script and set(script) == {"'"} else sign + script
        return tex

    return scripts


def _over(element: Element, depth: int) -> str:
    if len(element) < 2:
        return _row(element, depth)
    sign = text_of(element[1]).strip()
    if sign in OVER:
        stretches = element[1].get("stretchy") != "false"
        return f"{OVER[sign][stretches]}{{{_tex(element[0], depth + 1)}}}"
    if _takes_limits(element[0]):
        return _scripts(False, True)(element, depth)
    return f"\\overset{{{_tex(element[1], depth + 1)}}}{{{_tex(element[0], depth + 1)}}}"


def _under(element: Element, depth: int) -> str:
    if len(element) < 2:
        return _row(element, depth)
    sign = text_of(element[1]).strip()
    if sign in UNDER:
        return f"{UNDER[sign]}{{{_tex(element[0], depth + 1)}}}"
    if _takes_limits(element[0]) or _tag(element[0]) in ("munder", "mover"):
        return _scripts(True, False)(element, depth)
    return f"\\underset{{{_tex(element[1], depth + 1)}}}{{{_tex(element[0], depth + 1)}}}"


def _takes_limits(base: Element) -> bool:
    return (
        _tag(base) in ("mo", "mi")
        or _class(base) in ("OP", "ORD")
        or _tag(base) in ("munder", "mover")
    )


def _fraction(element: Element, depth: int) -> str:
    above, below = ([_tex(child, depth + 1) for child in element] + ["", ""])[:2]
    return f"\\frac{{{above}}}{{{below}}}"


def _root(element: Element, depth: int) -> str:
    if _tag(element) == "msqrt" or len(element) < 2:
        return f"\\sqrt{{{_row(element, depth)}}}"
    return f"\\sqrt[{_tex(element[1], depth + 1)}]{{{_tex(element[0], depth + 1)}}}"


def _enclosed(element: Element, depth: int) -> str:
    return (
        f"\\boxed{{{_row(element, depth)}}}"
        if element.get("notation") == "box"
        else _row(element, depth)
    )


_HANDLERS: dict[str, Callable[[Element, int], str]] = {
    "mi": _identifier,
    "mn": lambda element, depth: _symbols(text_of(element).strip()),
    "mo": _operator,
    "mtext": _words,
    "ms": _words,
    "mspace": _space,
    "msub": _scripts(True, False),
    "msup": _scripts(False, True),
    "msubsup": _scripts(True, True),
    "munder": _under,
    "mover": _over,
    "munderover": _scripts(True, True),
    "mfrac": _fraction,
    "msqrt": _root,
    "mroot": _root,
    "mtable": _table,
    "menclose": _enclosed,
    "mphantom": lambda element, depth: "",
}
