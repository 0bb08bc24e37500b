"""The article on a page of an unknown theme: trafilatura says which text it is, the tree says where.

trafilatura is the best at telling the article's text from the rest of a page and poor at keeping
its code, formulas and tables. So only its verdict is taken: the element whose text agrees best with
what trafilatura extracted is handed to the same steps as any other container.
"""

import logging
import re
from html import escape

from scraper.body.tree import Element, classes, fragment, words

# That it finds nothing is said by what calls us, with the address.
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)

_SPACE = re.compile(r"\s+")
_LEAST_AGREEMENT = 0.6  # below this the best element is not the article; trafilatura's text is kept
_LEAST_FOUND = (
    0.4  # share of that text found in the tree; formulas count for nothing and may be half
)
_NEARLY_ALL = (
    0.95  # of the wanted text: a container of so much of it leaves headers and boxes outside
)
_SHORTEST_CHUNK = 4  # shorter pieces ("的", "2.") occur anywhere
_UNREAD = frozenset(("script", "style", "template", "math", "svg", "mjx-container"))
_DRAWN = frozenset(("katex", "MathJax", "MathJax_Display", "MathJax_Preview"))
_CONTAINERS = words("article body div main section td center blockquote")

Share = tuple[int, int]  # characters of an element that are wanted, and all its characters


def article_node(tree: Element, html: str, url: str) -> tuple[Element, str] | None:
    """The element and `article`; trafilatura's own text and `text`; None where it finds nothing."""
    import trafilatura  # takes half a second to load, and most pages do not need it

    extracted = trafilatura.extract(html, url=url, fast=True, include_comments=False) or ""
    wanted = _SPACE.sub("", extracted)
    if not wanted:
        return None
    node = _best(tree, wanted)
    if node is not None:
        return node, "article"
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in extracted.splitlines() if line)
    return fragment(paragraphs), "text"


def _best(tree: Element, wanted: str) -> Element | None:
    """The narrowest container with nearly all of the text of the one that agrees best with `wanted`."""
    shares = _shares(tree, wanted)
    total = shares[tree][0]
    containers = [
        element for element in shares if element.tag in _CONTAINERS and shares[element][0]
    ]
    best = max(containers, key=lambda element: _agreement(shares[element], total), default=None)
    if (
        best is None
        or total < _LEAST_FOUND * len(wanted)
        or _agreement(shares[best], total) < _LEAST_AGREEMENT
    ):
        return None
    enough = _NEARLY_ALL * shares[best][0]
    inner: Element | None = best
    while inner is not None:
        best = inner
        inner = next(
            (child for child in best if child.tag in _CONTAINERS and shares[child][0] >= enough),
            None,
        )
    return best


def _agreement(share: Share, total: int) -> float:
    """F1 over characters, against all that is wanted and was found anywhere."""
    return 2 * share[0] / max(1, share[1] + total)


def _shares(tree: Element, wanted: str) -> dict[Element, Share]:
    """How much of each element's text is wanted, in one pass from the last element to the first."""
    shares: dict[Element, Share] = {}
    for element in reversed(list(tree.iter())):  # children before parents
        share = shares.get(element, (0, 0))
        if element.tag in _UNREAD or not classes(element).isdisjoint(_DRAWN):
            share = (0, 0)
        else:
            share = _add(_judge(element.text, wanted), share)
        shares[element] = share
        parent = element.getparent()
        if parent is not None:
            behind = _add(_judge(element.tail, wanted), share)
            shares[parent] = _add(shares.get(parent, (0, 0)), behind)
    return shares


def _add(one: Share, other: Share) -> Share:
    return one[0] + other[0], one[1] + other[1]


def _judge(text: str | None, wanted: str) -> Share:
    """How many characters of a piece of text are wanted, and how many it has."""
    piece = _SPACE.sub("", text or "")
    if len(piece) < _SHORTEST_CHUNK:
        return len(piece) // 2, len(piece)
    return (len(piece) if piece in wanted else 0), len(piece)
