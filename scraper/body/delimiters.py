"""Formulas in running text: what stands between dollars or `\\(…\\)`, and is no money.

One scan from the left; each opening sign looks for its closing sign over a bounded distance, so that a
page of a hundred thousand dollars costs what its length costs.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

OBJECT = "\ufffc"  # stands for an element that no formula reaches across

_OPENING = re.compile(
    r"(?<!\\)(?:(?<!\$)\$\$(?!\$)|(?<!\$)\$(?!\$)|\\\[|\\\(|\\begin\{(?P<name>(?:equation|align|gather|multline"
    r"|eqnarray|alignat)\*?)\})"
)
_CLOSING = {"$$": "$$", "$": "$", "\\[": "\\]", "\\(": "\\)"}
_INLINE = ("$", "\\(")
_LONGEST = 4000  # characters; what closes later was not opened here
_SHORT = 40  # characters; "\(see below\)" with no sign of TeX in it may still be a formula if it is short
_SIGNS = re.compile(r"\\[A-Za-z{}|,;]|[\^_]|\{.*\}", re.DOTALL)
_WORDS = re.compile(r"\\(?:text|mbox|mathrm|textbf|operatorname)\{[^}]*\}")
_CHINESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3001\u3002]")


class Formula(NamedTuple):
    """A formula in a text, from its opening sign at `start` to behind its closing sign at `end`."""

    start: int
    end: int
    tex: str
    display: bool


def may_hold(text: str) -> bool:
    """Whether there is any sign that opens a formula."""
    return "$" in text or "\\(" in text or "\\[" in text or "\\begin{" in text


def formulas(text: str, drawn: bool) -> Iterator[Formula]:
    """The formulas of a text. On a page with an engine that draws them (`drawn`) everything tight between
    dollars is one; elsewhere it has to look like TeX."""
    position = 0 if may_hold(text) else len(text)
    while opening := _OPENING.search(text, position):
        position = opening.end()
        close = _close(text, opening)
        if close is None:
            continue
        mark, tex = opening[0], text[opening.end() : close.start]
        if _is_tex(mark, tex, text[: opening.start()][-1:], text[close.end :][:1], drawn):
            whole = tex if mark in _CLOSING else text[opening.start() : close.end]
            yield Formula(opening.start(), close.end, _lines(whole), mark not in _INLINE)
            position = close.end


class _Close(NamedTuple):
    start: int
    end: int


def _close(text: str, opening: re.Match[str]) -> _Close | None:
    """The closing sign that belongs to an opening one."""
    sign = _CLOSING.get(opening[0]) or f"\\end{{{opening['name']}}}"
    limit = opening.end() + _LONGEST
    start = text.find(sign, opening.end() + 1, limit)
    while sign.startswith("$") and start > 0 and text[start - 1] == "\\":
        start = text.find(sign, start + 1, limit)
    return None if start < 0 else _Close(start, start + len(sign))


def _is_tex(mark: str, tex: str, before: str, after: str, drawn: bool) -> bool:
    """Dollars are money and shell variables too: what a formula is, its inside and neighbours tell."""
    if OBJECT in tex or "\n\n" in tex.strip() or not tex.strip():
        return False
    signs, tight = bool(_SIGNS.search(tex)), tex == tex.strip()
    if _CHINESE.search(_WORDS.sub("", tex)) and not signs and not (drawn and tight):
        return False
    if mark != "$":
        return mark not in ("\\[", "\\(") or signs or len(tex) < _SHORT
    if after.isdigit():
        return False
    glued = (after.isascii() and after.isalpha()) or (before.isascii() and before.isalnum())
    return signs or (tight and (not glued or len(tex) < 3))


def _lines(tex: str) -> str:
    return "\n".join(line for line in tex.strip().split("\n") if line.strip())
