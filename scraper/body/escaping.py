"""What Markdown would misread, written so that it reads it right: prose, addresses, code, TeX."""

import re
from urllib.parse import quote

_CJK = "\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff60"
_SOFT_BREAK = re.compile(rf"(?<=[{_CJK}])[ \t]*\n\s*(?=[{_CJK}])")
_SPACE = re.compile(r"\s{2,}|[^\S ]")  # what is not one blank already

_SPECIAL = re.compile(
    r"""\\(?=[!-/:-@\[-`{-~]) | ` | \*(?!(?<=\s\*)\s) | (?<![^\W_])_ | _(?![^\W_]) | ~(?=~) | (?<=~)~
      | <(?=[A-Za-z/!?]) | &(?=\#?\w+;) | \[(?=[^\]\n]{0,300}(?:\][(\[:]|\]?$)) | \[(?=\^)""",
    re.VERBOSE,
)
_AT_START = re.compile(
    r"^(\s*)(?=\#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|[-=_*][-=_*\s]*$|~~~|[|:-][\s|:-]*$|\[[ xX]\])"
    r"|^(\s*\d{1,9})(?=[.)](?:\s|$))",
    re.MULTILINE,
)
_UNSAFE = re.compile(r"[\s\x00-\x20<>\\`|\"]")


def flowing(text: str) -> str:
    """Running text: white space collapses, and a line end between two Chinese characters vanishes."""
    if "\n" in text:
        text = _SOFT_BREAK.sub("", text)
    return _SPACE.sub(" ", text)


def escape(text: str) -> str:
    """Prose with a backslash before what would open or close something."""
    return _SPECIAL.sub(lambda found: "&amp;" if found[0] == "&" else f"\\{found[0]}", text)


def escape_start(paragraph: str) -> str:
    """A paragraph none of whose lines begins like a heading, list, quote, rule or table."""
    return _AT_START.sub(r"\1\2\\", paragraph)


def inline_tex(tex: str, display: bool) -> str:
    """`$…$` or `$$…$$` on one line, unless a comment in the TeX needs its line end."""
    if not re.search(r"(?<!\\)%", tex):
        tex = tex.replace("\n", " ")
    return f"$${tex}$$" if display else f"${tex}$"


def code_span(code: str) -> str:
    """Code in a line, in as many backticks as it needs; empty for code that shows nothing."""
    if "\n" in code:
        code = " ".join(filter(None, (line.strip() for line in code.split("\n"))))
    code = code.replace("\xa0", " ").replace("\u200b", "")
    if not code.strip():
        return ""
    fence = "`" * (max(map(len, re.findall("`+", code)), default=0) + 1)
    if "`" in (code[0], code[-1]) or code[0] == code[-1] == " ":
        code = f" {code} "
    return f"{fence}{code}{fence}"


def fence(code: str, info: str) -> str:
    """A fenced block; the fence is longer than any run of backticks in the code."""
    ticks = "`" * max(3, max(map(len, re.findall("`+", code)), default=0) + 1)
    return f"{ticks}{info.replace('`', '')}\n{code}\n{ticks}"


def title(text: str | None) -> str:
    """The title part of a link or image, with the blank before it."""
    flat = flowing(text or "").strip().replace("\\", "\\\\").replace('"', '\\"')
    return f' "{flat}"' if flat else ""


def destination(address: str) -> str:
    """An address without white space, quotes, angle brackets and unbalanced round brackets."""
    address = _UNSAFE.sub(lambda found: quote(found[0]), address)
    if "(" not in address and ")" not in address:
        return address
    depth = 0
    for char in address:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
    return address if depth == 0 else address.replace("(", "%28").replace(")", "%29")
