"""A post's title: the heading that the page's own `<title>` repeats, without the site's name."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lxml.html import HtmlElement

from scraper.blog.metadata.meta import Metas
from scraper.body.tree import text_of
from scraper.text import folded

#: The marks of a link to the heading itself: MkDocs, Sphinx, Docusaurus.
ANCHOR = re.compile(r"[\s#¶§🔗]+$")
#: Between a title and the site's name.
SEPARATOR = r"\s*(?:[|\-–—·•»_:：]|::)\s*"


class Heading(NamedTuple):
    """A heading and its text; neither, where no heading is the title."""

    element: HtmlElement | None = None
    text: str = ""


def heading_of(tree: HtmlElement, metas: Metas, names: frozenset[str]) -> Heading:
    """The heading that is the page's title. `names` are the site's: a masthead is no title."""
    stated = [folded(tree.findtext(".//title") or ""), *metas.all("og:title", "twitter:title")]
    for tag in ("h1", "h2"):
        found = [
            heading
            for element in tree.iter(tag)
            for heading in readings(element)
            if heading.text not in names and any(heading.text in text for text in stated)
        ]
        if found:
            return max(found, key=lambda heading: len(heading.text))
    return Heading()


def readings(element: HtmlElement) -> Iterator[Heading]:
    """A heading as it stands, and without a link's mark at its end: both `C#` and `Intro#` occur."""
    text = folded(text_of(element))
    yield from (Heading(element, t) for t in (text, ANCHOR.sub("", text)) if t)


def without_site(metas: Metas, names: frozenset[str]) -> str:
    """The title in the page's head, for a page without a heading."""
    title = metas.first("og:title", "twitter:title") or ""
    for name in names:
        end = re.sub(f"{SEPARATOR}{re.escape(name)}$|^{re.escape(name)}{SEPARATOR}", "", title)
        title = end or title
    return title
