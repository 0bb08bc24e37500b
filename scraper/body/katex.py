"""The TeX in KaTeX markup whose MathML a site has stripped to text, as CSDN does.

`<math><mi>P</mi>…<annotation>P(\\cdot)</annotation></math>` without its tags is the visible
characters, then the TeX: on indented lines with blank lines between (the usual form, 11,939 of
11,992 formulas), or glued, `P(⋅)P(\\cdot)` (seen in 2026).
"""

import re
import unicodedata

_CHUNKS = re.compile(r"\n[^\S\n]*\n")
# Words that stand for one glyph or none, so they say nothing about which characters are visible
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)")
_LEADING_ACCENT = re.compile(r"\A[^\x00-\x7f]+(?=\\)")
_INVISIBLE = re.compile("[\\s\u200b-\u200f\u2060-\u2064\ufeff]+")
_PARSE_ERROR = re.compile(r"KaTeX parse error:.*?: ", re.DOTALL)


def tex_after_glyphs(text: str, visible: str) -> str:
    """The TeX at the end of `text`, which begins with the characters of the formula.

    `visible` is the text of the rendered formula. Empty where no split explains the text.
    """
    text = text.replace("\xa0", " ")
    if _PARSE_ERROR.search(text):
        return ""
    if "\n" in text.strip():
        return _last_chunk(text)
    return _glued(text.strip(), _INVISIBLE.sub("", visible))


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
    """The rest after the glyphs: after exactly the visible text, else after the same characters."""
    if visible and text.startswith(visible) and len(text) > len(visible):
        return _LEADING_ACCENT.sub("", text[len(visible) :]).strip()
    for split in range(1, len(text)):
        glyphs, tex = text[:split], text[split:]
        if _balanced(tex) and _same(glyphs, tex):
            return _LEADING_ACCENT.sub("", tex).strip()
    return ""


def _same(glyphs: str, tex: str) -> bool:
    """Whether TeX shows the letters and digits of `glyphs`, commands counted as nothing."""
    plain = _COMMAND.sub("", tex)
    return _letters(glyphs) == _letters(plain)


def _letters(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text)
    return sorted(char for char in folded if char.isascii() and char.isalnum())
