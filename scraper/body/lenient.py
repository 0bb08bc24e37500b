"""Markdown as authors in Tencent Cloud's editor write it → CommonMark that reads the same.

Three habits, all seen in one article of 2025: text glued to a closing fence (CommonMark then takes the
rest of the article for code), one line break for a new paragraph, the title repeated as first line.
Headings without blank lines around them are CommonMark already.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

FENCE = re.compile(r"(?P<indent>\s*)(?P<mark>`{3,}|~{3,})(?P<info>.*)")
FORMULA = "$$"
#: A line that no line of prose can be broken off from: heading, quote, table, HTML, rule, code.
CLOSED = re.compile(r"\s*(?:[#>|<]|[-*_=]{2,}\s*$|$)|\t| {4}|.*\|")
#: A line that begins a block by itself, so that the line before needs no mark of its end.
BLOCK = re.compile(r"\s*(?:[-*+] |\d{1,9}[.)] )")
MARKS = re.compile(r"[\s#*_`]+")


def common_mark(markdown: str, title: str = "") -> str:
    """The same article in strict CommonMark, without a first line that only repeats `title`."""
    lines = markdown.replace("\r\n", "\n").split("\n")
    if first_is_title(lines, title):
        del lines[0]
    return "\n".join(broken(read(lines))).strip("\n")


def first_is_title(lines: list[str], title: str) -> bool:
    return lines[0].startswith("# ") and MARKS.sub("", lines[0]) == MARKS.sub("", title)


def read(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Every line, and whether it is verbatim: code, a formula, or the marks of either.

    Text glued to a closing fence becomes a line of its own. No language has a name outside of
    ASCII: such text after a fence within code is prose.
    """
    opened = ""
    for line in lines:
        mark, info = mark_of(line, opened)
        if opened and mark.startswith(opened) and not info.isascii():
            indent, _, _ = line.partition(mark)
            yield from ((indent + mark, True), ("", False), (indent + info.strip(), False))
            opened = ""
        else:
            yield line, bool(opened or mark)
            opened = after(opened, mark, info)


def mark_of(line: str, opened: str) -> tuple[str, str]:
    """The mark by which a line opens or closes something verbatim, and what follows it, if it does."""
    fence = FENCE.fullmatch(line)
    if fence and opened != FORMULA and (opened or "`" not in fence["info"]):
        return fence["mark"], fence["info"]
    odd = line.count(FORMULA) % 2 and opened in ("", FORMULA)
    return (FORMULA, "") if odd else ("", "")


def after(opened: str, mark: str, info: str) -> str:
    """The mark that is open after a line with `mark`: a closing one has nothing behind it."""
    if not opened:
        return mark
    return "" if mark.startswith(opened) and not info.strip() else opened


def broken(lines: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """Keep the line breaks of prose: two spaces at the end of a line before another of its block."""
    for (line, verbatim), (following, next_verbatim) in pairwise([*lines, ("", False)]):
        joined = not (verbatim or next_verbatim or CLOSED.match(line) or CLOSED.match(following))
        yield f"{line.rstrip()}  " if joined and not BLOCK.match(following) else line
