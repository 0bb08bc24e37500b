"""The `<meta>` elements of a page, by name: Open Graph, Dublin Core and plain HTML."""

import re
from collections import defaultdict

from lxml.html import HtmlElement

from scraper.text import folded, unique

NAMES = ("property", "name", "itemprop", "http-equiv")


class Metas:
    """Contents by lower-case name, in their order."""

    def __init__(self, tree: HtmlElement) -> None:
        self.contents: dict[str, list[str]] = defaultdict(list)
        for element in tree.iter("meta"):
            name = next((n for attribute in NAMES if (n := element.get(attribute))), None)
            content = folded(element.get("content") or "")
            if name and content:
                self.contents[name.lower()].append(content)

    def all(self, *names: str) -> list[str]:
        """Everything that these names say."""
        return [content for name in names for content in self.contents.get(name, ())]

    def first(self, *names: str) -> str | None:
        """What the first of these names says."""
        return next(iter(self.all(*names)), None)

    def author(self) -> str | None:
        """The author's name. Docusaurus gives an address in its place."""
        names = self.all("author", "article:author", "dc.creator")
        return next((name for name in names if "://" not in name), None)

    def tags(self) -> tuple[str, ...]:
        """`article:tag`, one each; Docusaurus has all in one with commas, Hexo so the site's keywords."""
        given = self.all("article:tag")
        if any("," in tag for tag in given) and self.is_hexo:
            return ()
        return unique(tag for text in given for tag in re.split("[,，]", text))

    @property
    def is_hexo(self) -> bool:
        """Whether Hexo made the page, whose times of change are those of files."""
        return any(name.startswith("Hexo") for name in self.all("generator"))
