"""KaTeX' drawing of a formula → TeX, for pages that hold nothing else (`output: "html"`).

The drawing is a tree of boxes whose classes name what TeX made them of, and whose heights tell what
stands above what. So the TeX can be told but for its spelling (KaTeX/KaTeX#4110: not exactly). What
this reads from a drawing draws the same again: `benchmarks/formulas.py` measures it.
"""

import re
from collections.abc import Callable

from scraper.body.boxes import classes, em, is_line, stack, stacks
from scraper.body.symbols import COMMANDS, FUNCTIONS, OVER, joined
from scraper.body.tree import Element, select, text_of, words

_NOTHING = words(
    "strut pstrut vlist-s nulldelimiter arraycolsep frac-line overline-line underline-line hide-tail newline fix"
    " vertical-separator"
)
_VARIANTS = {
    "mathbb": "\\mathbb", "mathcal": "\\mathcal", "mathscr": "\\mathscr", "mathfrak": "\\mathfrak",
    "mathbf": "\\mathbf", "boldsymbol": "\\boldsymbol", "mathboldsf": "\\mathbf", "mathsf": "\\mathsf",
    "mathtt": "\\mathtt", "mathrm": "\\mathrm", "textbf": "\\textbf", "mathit": "\\mathit",
}  # fmt: skip
# The pieces that a tall bracket is built of
_PIECES = {"⎧": "\\{", "⎨": "\\{", "⎫": "\\}", "⎬": "\\}", "⎛": "(", "⎝": "(", "⎞": ")", "⎠": ")", "⎡": "[", "⎣": "[",
           "⎤": "]", "⎦": "]", "∣": "|", "∥": "\\|", "⎪": "|", "⎢": "\\lfloor", "⎥": "\\rfloor"}  # fmt: skip
_ENVIRONMENTS = {
    ("(", ")"): "pmatrix",
    ("[", "]"): "bmatrix",
    ("\\{", ""): "cases",
    ("|", "|"): "vmatrix",
}
_TABLE = select("descendant-or-self::span[contains(concat(' ',@class,' '),' mtable ')]")
_DEEPEST = 60


def tex_of_drawing(drawing: Element) -> str:
    """The TeX of a `katex-html` element."""
    return _row(list(drawing), 0)


def _row(elements: list[Element], depth: int) -> str:
    if matrix := _matrix(elements, depth):
        return matrix
    parts: list[str] = []
    for index, element in enumerate(elements):
        part = _tex(element, depth + 1)
        following = elements[index + 1] if index + 1 < len(elements) else None
        if following is not None and "msupsub" in classes(following) and _is_group(element):
            part = f"{{{part}}}"
        parts.append(part)
    return joined(parts)


def _is_group(element: Element) -> bool:
    """Whether a base is several things in braces."""
    return len(element) > 1 and classes(element) <= {"mord", "mtight"} and not stacks(element)


def _tex(element: Element, depth: int) -> str:
    names = classes(element)
    if names & _NOTHING:
        return ""
    if depth > _DEEPEST:
        return text_of(element)
    for name, read in _READERS.items():
        if name in names:
            return read(element, depth)
    if len(element) and not (element.text or "").strip():
        return _row(list(element), depth)
    return _leaf(text_of(element), names)


def _leaf(text: str, names: frozenset[str]) -> str:
    text = text.strip("\u200b \n")
    tex = joined(COMMANDS.get(char, char) for char in text)
    if text == "\ue020":
        return "\\not"
    variant = next((command for name, command in _VARIANTS.items() if name in names), "")
    return f"{variant}{{{tex}}}" if variant and text and not tex.startswith("\\") else tex


def _scripts(element: Element, depth: int) -> str:
    out = ""
    for shift, boxes in reversed(stack(element)):
        script = _row(boxes, depth + 1)
        if script and shift < 0 and set(script) == {"'"}:
            out += script
        elif script:
            out += ("^" if shift < 0 else "_") + _braced(script)
    return out


def _braced(tex: str) -> str:
    return tex if len(tex) == 1 or re.fullmatch(r"\\[A-Za-z]+", tex) else f"{{{tex}}}"


def _fraction(element: Element, depth: int) -> str:
    parts = [_row(boxes, depth + 1) for _, boxes in stack(element) if not is_line(boxes)]
    lined = any(is_line(boxes) for _, boxes in stack(element))
    above, below = (*parts, "", "")[:2]
    return f"\\{'frac' if lined else 'genfrac{}{}{0pt}{}'}{{{above}}}{{{below}}}"


def _root(element: Element, depth: int) -> str:
    index = next((child for child in element if "root" in classes(child)), None)
    body = [
        box for child in element if child is not index for _, boxes in stack(child) for box in boxes
    ]
    shown = _row([box for box in body if "hide-tail" not in classes(box)], depth + 1)
    return f"\\sqrt{f'[{_tex(index, depth + 1)}]' if index is not None else ''}{{{shown}}}"


def _accent(element: Element, depth: int) -> str:
    sign, base = "", ""
    for _, boxes in stack(element):
        for box in boxes:
            if "accent-body" in classes(box):
                sign = text_of(box).strip()
            else:
                base += _tex(box, depth + 1)
    command = OVER[sign][0] if sign in OVER else "\\vec"  # an arrow is a picture without text
    return f"{command}{{{base}}}"


def _lined(command: str) -> Callable[[Element, int], str]:
    def lined(element: Element, depth: int) -> str:
        body = [box for _, boxes in stack(element) if not is_line(boxes) for box in boxes]
        return f"{command}{{{_row(body, depth + 1)}}}"

    return lined


def _limits(element: Element, depth: int) -> str:
    entries = stack(element)
    base = min(range(len(entries)), key=lambda index: abs(entries[index][0]), default=0)
    out = _row(entries[base][1], depth + 1) if entries else ""
    for index in (*range(base + 1, len(entries)), *range(base)):
        if script := _row(entries[index][1], depth + 1):
            out += ("_" if index > base else "^") + _braced(script)
    return out


def _operator(element: Element, depth: int) -> str:
    if stacks(element):
        return _row(list(element), depth)
    text = text_of(element).strip("\u200b \n")
    if text in FUNCTIONS:
        return f"\\{text}"
    return (
        f"\\operatorname{{{text}}}"
        if text.isalpha() and text.isascii()
        else _leaf(text, frozenset())
    )


def _text(element: Element, depth: int) -> str:
    return f"\\text{{{text_of(element)}}}"


def _delimiter(element: Element, depth: int) -> str:
    text = text_of(element).strip("\u200b \n")
    return next((_PIECES[char] for char in text if char in _PIECES), _leaf(text[:1], frozenset()))


def _space(element: Element, depth: int) -> str:
    if text_of(element):
        return "\\ "
    width = em(element, "margin-right")
    return "\\qquad " if width >= 2 else "\\quad " if width >= 1 else ""


def _tag(element: Element, depth: int) -> str:
    return f"\\tag{{{text_of(element).strip().strip('()')}}}"


def _fences(element: Element) -> str | None:
    """The bracket of an opening or closing box; empty for one that shows nothing, None for no bracket."""
    if not classes(element) & {"mopen", "mclose"}:
        return None
    return _delimiter(element, 0) if text_of(element).strip("\u200b \n") else ""


def _matrix(elements: list[Element], depth: int) -> str:
    """A table between brackets is a matrix, behind a brace alone it is a list of cases."""
    if len(elements) != 3 or len(_TABLE(elements[1])) != 1:
        return ""
    name = _ENVIRONMENTS.get((_fences(elements[0]) or "", _fences(elements[2]) or ""))
    return _environment(name, _TABLE(elements[1])[0], depth) if name else ""


def _table(element: Element, depth: int) -> str:
    sides = [name for column in element for name in classes(column) if name.startswith("col-align")]
    return _environment(
        "aligned" if sides[:2] == ["col-align-r", "col-align-l"] else "matrix", element, depth
    )


def _environment(name: str, table: Element, depth: int) -> str:
    """Columns of boxes → rows of cells."""
    columns = [
        [_row(boxes, depth + 2) for _, boxes in stack(column)]
        for column in table
        if any(name.startswith("col-align") for name in classes(column))
    ]
    height = max(map(len, columns), default=0)
    rows = (
        " & ".join(column[row] if row < len(column) else "" for column in columns)
        for row in range(height)
    )
    return f"\\begin{{{name}}}" + " \\\\\n".join(rows) + f"\\end{{{name}}}"


_READERS: dict[str, Callable[[Element, int], str]] = {
    "msupsub": _scripts,
    "mfrac": _fraction,
    "sqrt": _root,
    "accent": _accent,
    "overline": _lined("\\overline"),
    "underline": _lined("\\underline"),
    "op-limits": _limits,
    "mtable": _table,
    "delimsizing": _delimiter,
    "text": _text,
    "tag": _tag,
    "mspace": _space,
    "mop": _operator,
}
