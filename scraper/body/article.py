"""The article on a page of an unknown theme: trafilatura says which text it is, the tree says where.

trafilatura is the best at telling the article's text from the rest of a page and poor at keeping
its code, formulas and tables. So only its verdict is taken: the element whose text agrees best with
what trafilatura extracted is handed to the same steps as any other container.
"""

import re
from html import escape

from scraper.body.tree import Element, fragment

_SPACE = re.compile(r"\s+")
_LEAST_AGREEMENT = 0.6  # below this the best element is not the article; trafilatura's text is kept
_SHORTEST_CHUNK = 4  # shorter pieces ("的", "2.") occur anywhere
_UNREAD = frozenset(("script", "style", "template"))
_CONTAINERS = frozenset(("article", "body", "div", "main", "section", "td", "center", "blockquote"))


def article_node(tree: Element, html: str, url: str) -> tuple[Element, str] | None:
    """The element and `article`; trafilatura's own text and `text`; None where it finds nothing."""
    import trafilatura  # takes half a second to load, and most pages do not need it

    extracted = trafilatura.extract(html, url=url, fast=True, include_comments=False) or ""
    wanted = _SPACE.sub("", extracted)
    if not wanted:
        return None
    node, agreement = _best(tree, wanted)
    if node is not None and agreement >= _LEAST_AGREEMENT:
        return node, "article"
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in extracted.splitlines() if line)
    return fragment(paragraphs), "text"


def _best(tree: Element, wanted: str) -> tuple[Element | None, float]:
    """The container whose text agrees best with `wanted`, by F1 over characters, in linear time."""
    held: dict[Element, tuple[int, int]] = {}  # element → (characters wanted, characters)
    best: tuple[Element | None, float] = (None, 0.0)
    for element in reversed(list(tree.iter())):  # children before parents
        good, size = held.pop(element, (0, 0))
        if element.tag not in _UNREAD:
            good, size = _add(_judge(element.text, wanted), (good, size))
        if element.tag in _CONTAINERS and good:
            agreement = 2 * good / (size + len(wanted))
            if agreement >= best[1]:  # the wider of two equals keeps images and code at the edges
                best = (element, agreement)
        parent = element.getparent()
        if parent is not None:
            tail = _judge(element.tail, wanted)
            held[parent] = _add(held.get(parent, (0, 0)), _add(tail, (good, size)))
    return best


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _judge(text: str | None, wanted: str) -> tuple[int, int]:
    """How many characters of a piece of text are wanted, and how many it has."""
    piece = _SPACE.sub("", text or "")
    if len(piece) < _SHORTEST_CHUNK:
        return len(piece) // 2, len(piece)
    return (len(piece) if piece in wanted else 0), len(piece)
