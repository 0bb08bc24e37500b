"""Looking at a page: by class, as lines of text."""

from collections.abc import Callable, Iterable
from typing import cast

from lxml import etree
from lxml.html import HtmlElement

from scraper.body.tree import parse
from scraper.pages import Changed


def tree_of(html: str, url: str) -> HtmlElement:
    """The tree of the page at `url`. Raises Changed for what has no markup at all."""
    try:
        return parse(html)
    except ValueError as error:
        raise Changed(f"{url} is no HTML page", "html", str(error)) from error


def has_class(*names: str) -> str:
    """An XPath condition: one of these classes."""
    return " or ".join(f"contains(concat(' ', @class, ' '), ' {name} ')" for name in names)


def strings(expression: str) -> Callable[[HtmlElement], list[str]]:
    """A compiled XPath expression that finds attributes or texts."""
    return cast(Callable[[HtmlElement], list[str]], etree.XPath(expression))


def line(element: HtmlElement) -> str:
    """The text of an element on one line."""
    return folded("".join(element.itertext()))


def folded(text: str) -> str:
    return " ".join(text.split())


def first_line(elements: Iterable[HtmlElement]) -> str | None:
    """The text of the first of these elements that has any."""
    return next((text for text in map(line, elements) if text), None)
