"""What a container holds before the first step: the other half of every judgement about a body.

It shares no rule with the steps. A step that stops recognising a markup loses what this still counts.
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from scraper.body.tree import Element, classes, text_of, words

_FORMULAS = frozenset(("katex", "mathcode", "mjx-chtml"))
_CODE = words(
    "syntaxhighlighter dp-highlighter hljs-ln rouge-table lntable highlighttable crayon-syntax"
)
_UNSEEN = frozenset(("noscript", "svg", "style", "template", "script"))
_NO_PICTURES = words("emoji wp-smiley look-more-preCode link-link-icon")
_PARAGRAPHS = frozenset(("p", "h2", "h3", "h4"))
_SHORTEST = 12  # characters; shorter paragraphs may well be labels
_NUMBERS = re.compile(r"[\d\s]*")
_UNREAD = re.compile(r"[\W_]+")


@dataclass(slots=True)
class Survey:
    """Elements counted, code and plain paragraphs by their letters."""

    counts: Counter[str]
    blocks: list[str]
    paragraphs: list[str]


def letters(text: str) -> str:
    """Only what is read: letters, digits and ideographs."""
    return _UNREAD.sub("", text)


def survey(root: Element) -> Survey:
    """Look at every element that a reader sees, once; nothing is looked for inside code or formulas."""
    found = Survey(Counter(), [], [])
    stack = [root]
    while stack:
        element = stack.pop()
        if not _closed(element, found):
            stack.extend(reversed(element))
    return found


def _closed(element: Element, found: Survey) -> bool:
    """Count an element; true where what is inside belongs to it alone."""
    tag, names = element.tag, classes(element)
    if tag == "mjx-container" or names & _FORMULAS or _is_tex_script(element):
        found.counts["formulas"] += 1
        return True
    if tag in _UNSEEN or "toc" in names or names & _CODE:
        return True
    if tag == "pre":
        text = text_of(element)
        found.blocks += [] if _NUMBERS.fullmatch(text) else [letters(text)]
        return True
    if tag == "img":
        found.counts["images"] += _is_picture(element, names)
    elif tag == "table":
        found.counts["tables"] += _holds_data(element)
    elif tag in _PARAGRAPHS and not len(element) and len(element.text or "") > _SHORTEST:
        found.paragraphs.append(letters(element.text or ""))
    return False


def _is_tex_script(element: Element) -> bool:
    return element.tag == "script" and (element.get("type") or "").startswith("math/tex")


def _is_picture(image: Element, names: frozenset[str]) -> bool:
    return (
        bool(image.get("src"))
        and not names & _NO_PICTURES
        and "1" not in (image.get("width"), image.get("height"))
    )


def _holds_data(table: Element) -> bool:
    """Whether a table is one: several cells, and no frame around tables or code."""
    inner = islice(table.iter("table", "pre"), 2)
    return len(list(inner)) == 1 and len(list(islice(table.iter("td"), 2))) == 2
