"""The parsed page: one lxml tree that every step works on, and the few moves they make on it.

Elements are not removed one by one. Dropping an element joins its tail to the text before it, so a
page of fifty thousand `<wbr>` would cost quadratic time. A step marks (`doom`, `unwrap`), and one
linear sweep in C removes what is marked.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import cast

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

# huge_tree: libxml2 otherwise cuts a page off 256 elements deep, with no word about it.
_PARSER = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)

# XML knows no control characters but tab, line feed and carriage return; lxml refuses the rest.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")

_LENGTH = etree.XPath("string-length(normalize-space(.))")

_DOOMED, _UNWRAPPED = "x-doomed", "x-unwrapped"


def parse(html: str) -> HtmlElement:
    """The tree of a page. Illegal control characters vanish, lone surrogates become U+FFFD.

    Raises `ValueError` for a page without a single element.
    """
    text = _ILLEGAL.sub("", html.replace("\r\n", "\n"))
    sound = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    try:
        return document_fromstring(sound.encode(), parser=_PARSER)
    except etree.ParserError as error:
        raise ValueError(f"the page holds no markup: {error}") from error


def fragment(html: str) -> HtmlElement:
    """The tree of a piece of HTML, in one `div`."""
    return parse(f"<div>{html}</div>")


@lru_cache(maxsize=8192)
def words(names: str) -> frozenset[str]:
    """Names with white space between them, as a set."""
    return frozenset(names.split())


def classes(element: HtmlElement) -> frozenset[str]:
    """The class names of an element."""
    return words(element.get("class") or "")


def text_of(element: HtmlElement) -> str:
    """All text below an element, tails excluded."""
    return "".join(element.itertext())


def select(expression: str) -> Callable[[HtmlElement], list[HtmlElement]]:
    """A compiled XPath expression that finds elements. Compiling is most of what a search costs."""
    return cast(Callable[[HtmlElement], list[HtmlElement]], etree.XPath(expression))


def holds(expression: str) -> Callable[[HtmlElement], bool]:
    """A compiled XPath expression that is true or false of an element."""
    return cast(Callable[[HtmlElement], bool], etree.XPath(f"boolean({expression})"))


def text_length(element: HtmlElement) -> int:
    """Characters of an element's text, runs of white space counted as one."""
    return int(cast(float, _LENGTH(element)))


def new(tag: str, text: str = "", **attributes: str) -> HtmlElement:
    """A fresh element; attributes that are empty are left out."""
    made = _PARSER.makeelement(tag, {key: value for key, value in attributes.items() if value})
    made.text = text
    return made


def replace(old: HtmlElement, made: HtmlElement) -> None:
    """Put `made` where `old` stands; the text behind it stays."""
    parent = old.getparent()
    if parent is not None:
        made.tail = old.tail
        parent.replace(old, made)


def doom(element: HtmlElement) -> None:
    """Mark an element for removal, with all below it; the text behind it stays."""
    element.tag = _DOOMED


def unwrap(element: HtmlElement) -> None:
    """Mark an element to be replaced by what it holds."""
    element.tag = _UNWRAPPED


def sweep(root: HtmlElement, tags: Iterable[str] = ()) -> None:
    """Remove what is marked below `root`, and every element of `tags`."""
    etree.strip_elements(root, _DOOMED, *tags, with_tail=False)
    etree.strip_tags(root, _UNWRAPPED)
