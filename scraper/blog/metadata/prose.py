"""The sentences of a page, to tell its language from: no code, no menus, no formulas."""

from lxml import etree
from lxml.html import HtmlElement

from scraper.text import folded

SKIPPED = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "pre",
        "code",
        "nav",
        "aside",
        "footer",
        "form",
        "button",
        "svg",
        "math",
    ]
)


def prose_of(tree: HtmlElement) -> str:
    """The text of the page's article, or of the whole page where none is marked."""
    articles = tree.findall(".//article")
    marked = articles[0] if len(articles) == 1 else tree.find(".//main")
    return (prose_below(marked) if marked is not None else "") or prose_below(tree)


def prose_below(root: HtmlElement) -> str:
    """The text below an element without what `SKIPPED` names."""
    pieces: list[str] = []
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            pieces.append(element.tail or "" if element is not root else "")
        elif element.tag in SKIPPED:
            walk.skip_subtree()
        else:
            pieces.append(element.text or "")
    return folded(" ".join(pieces))
