"""The TeX in KaTeX markup whose MathML a site has stripped to text, as CSDN does.

`<math><mi>P</mi>…<annotation>P(\\cdot)</annotation></math>` without its tags is the visible
characters, then the TeX: on indented lines with blank lines between (the usual form, 11,939 of
11,992 formulas), or glued, `P(⋅)P(\\cdot)` (seen in 2026).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

_CHUNKS = re.compile(r"\n[^\S\n]*\n")
_INVISIBLE = re.compile("[\\s\u200b-\u200f\u2060-\u2064\ufeff]+")
# One glyph that KaTeX' MathML and its drawing have different characters for
_SAME = str.maketrans({"≠": "=", "∉": "∈", "∥": "‖", "∣": "|", "ı": "i", "ȷ": "j", "−": "-"})
_DELIMITERS = frozenset("()[]{}|‖⟨⟩⌊⌋⌈⌉⎧⎨⎩⎪⎫⎬⎭⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦")
# Accents and lines are drawn, or written as another character
_DRAWN = frozenset("^ˆ~˜¯ˉ‾―_→⃗←˙¨.ˇ˘´`ˊˋ⏞⏟\ue020\u0338√")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)")
_LEADING_ACCENT = re.compile(r"\A[^\x00-\x7f]+(?=\\)")


def tex_after_glyphs(text: str, visible: str) -> str:
    """The TeX at the end of `text`, which begins with the characters of the formula.

    `visible` is the text of the rendered formula. Empty where no split explains the text.
    """
    text = text.replace("\xa0", " ")
    if "KaTeX parse error:" in text:
        return ""
    if _CHUNKS.search(text.strip()):
        return _last_chunk(text)
    visible = _INVISIBLE.sub("", visible)
    return _glued(text.strip(), visible) if visible else text.strip()  # spaces alone: `\\qquad`


def _last_chunk(text: str) -> str:
    """The lines after the glyphs. TeX with a blank line in it is cut there: take back what it lacks."""
    chunks = [chunk.strip() for chunk in _CHUNKS.split(text) if chunk.strip()]
    tex = chunks.pop()
    while chunks and not _balanced(tex):
        tex = f"{chunks.pop()}\n{tex}"
    return tex


def _balanced(tex: str) -> bool:
    """Whether every brace and environment that ends here also begins here."""
    braces = re.sub(r"\\[{}\\]", "", tex)
    return (
        braces.count("{") == braces.count("}")
        and tex.count("\\begin") == tex.count("\\end")
        and len(re.findall(r"\\left(?![a-z])", tex)) == len(re.findall(r"\\right(?![a-z])", tex))
    )


def _glued(text: str, visible: str) -> str:
    """The rest after the glyphs: after the visible text itself, else after the same characters."""
    if visible and text.startswith(visible) and len(text) > len(visible):
        return _tex(text, len(visible))
    for unseen in (_DRAWN, _DRAWN | _DELIMITERS):
        splits = list(_splits(text, visible, unseen))
        for split in reversed(splits):
            if _balanced(text[split:]):
                return _tex(text, split)
    plausible = (split for split in range(1, len(text)) if _spells(text[:split], text[split:]))
    return next((_tex(text, split) for split in plausible), "")


def _tex(text: str, split: int) -> str:
    return _LEADING_ACCENT.sub("", text[split:]).strip()


def _splits(text: str, visible: str, unseen: frozenset[str]) -> Iterator[int]:
    """Where the text so far has exactly the characters of the drawing, those in `unseen` aside."""
    left = Counter(char for char in visible.translate(_SAME) if char not in unseen)
    wanting = sum(left.values())
    for position, char in enumerate(text.translate(_SAME)):
        if char not in unseen and not _INVISIBLE.match(char):
            left[char] -= 1
            wanting -= 1
            if left[char] < 0:
                return
        if wanting == 0:
            yield position + 1


def _spells(glyphs: str, tex: str) -> bool:
    """Whether TeX shows the letters and digits of `glyphs`, commands counted as nothing."""
    return _balanced(tex) and _letters(glyphs) == _letters(_COMMAND.sub("", tex))


def _letters(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text)
    return sorted(char for char in folded if char.isascii() and char.isalnum())
