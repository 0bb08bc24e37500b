"""The parsed page: one lxml tree that every step works on, and the few moves they make on it.

Elements are not removed one by one. Dropping an element joins its tail to the text before it, so a
page of fifty thousand `<wbr>` would cost quadratic time. A step marks (`doom`, `unwrap`), and one
linear sweep in C removes what is marked.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias, cast

from lxml import etree

Element: TypeAlias = etree._Element  # plain: lxml.html looks up a class in Python for every element

# huge_tree: libxml2 otherwise cuts a page off 256 elements deep, with no word about it.
_PARSER = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)

# XML knows no control characters but tab, line feed and carriage return; lxml refuses the rest.
_CONTROLS = bytes({*range(32), 127} - {*b"\t\n\r"})
_NONCHARACTERS = re.compile(rb"\xef\xbf[\xbe\xbf]")  # U+FFFE and U+FFFF, which lxml refuses too

_TEXT = etree.XPath("string(.)", smart_strings=False)
_LETTERS = etree.XPath("string-length(translate(., ' \t\n\r\xa0', ''))")
_LENGTH = etree.XPath("string-length(normalize-space(.))")

_DOOMED, _UNWRAPPED = "x-doomed", "x-unwrapped"


def parse(html: str) -> Element:
    """The tree of a page. Illegal control characters vanish, lone surrogates become U+FFFD.

    Raises `ValueError` for a page without a single element.
    """
    sound = html.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    markup = _NONCHARACTERS.sub(b"", sound.translate(None, _CONTROLS)).replace(b"\r\n", b"\n")
    tree = etree.fromstring(markup, _PARSER) if markup.strip() else None
    if tree is None:
        raise ValueError("the page holds no markup")
    return tree


def fragment(html: str) -> Element:
    """The tree of a piece of HTML, in one `div`."""
    return parse(f"<html><body><div>{html}</div></body></html>")[0][0]


@lru_cache(maxsize=8192)
def words(names: str) -> frozenset[str]:
    """Names with white space between them, as a set."""
    return frozenset(names.split())


def classes(element: Element) -> frozenset[str]:
    """The class names of an element."""
    return words(element.get("class") or "")


def text_of(element: Element) -> str:
    """All text below an element, tails excluded."""
    return cast(str, _TEXT(element))


def select(expression: str) -> Callable[[Element], list[Element]]:
    """A compiled XPath expression that finds elements. Compiling is most of what a search costs."""
    return cast(Callable[[Element], list[Element]], etree.XPath(expression))


def holds(expression: str) -> Callable[[Element], bool]:
    """A compiled XPath expression that is true or false of an element."""
    return cast(Callable[[Element], bool], etree.XPath(f"boolean({expression})"))


def text_length(element: Element) -> int:
    """Characters of an element's text, runs of white space counted as one."""
    return int(cast(float, _LENGTH(element)))


def letter_count(element: Element) -> int:
    """Characters of an element's text that are no white space."""
    return int(cast(float, _LETTERS(element)))


def new(tag: str, text: str = "", **attributes: str) -> Element:
    """A fresh element; attributes that are empty are left out."""
    made = etree.Element(tag, {key: value for key, value in attributes.items() if value})
    made.text = text
    return made


def replace(old: Element, made: Element) -> None:
    """Put `made` where `old` stands; the text behind it stays."""
    parent = old.getparent()
    if parent is not None:
        made.tail = old.tail
        parent.replace(old, made)


def doom(element: Element) -> None:
    """Mark an element for removal, with all below it; the text behind it stays."""
    element.tag = _DOOMED


def unwrap(element: Element) -> None:
    """Mark an element to be replaced by what it holds."""
    element.tag = _UNWRAPPED


def sweep(root: Element, tags: Iterable[str] = ()) -> None:
    """Remove what is marked below `root`, and every element of `tags`."""
    etree.strip_elements(root, _DOOMED, *tags, with_tail=False)
    etree.strip_tags(root, _UNWRAPPED)
