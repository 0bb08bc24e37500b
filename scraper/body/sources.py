"""Content that a page carries beside its HTML, or instead of it, as HTML for the steps."""

import re
from typing import Any

import pyromark
from pyromark import Options

from scraper.body import draftjs, payload, prosemirror
from scraper.body.absolute import absolute
from scraper.body.tree import Element, fragment
from scraper.items import SourceFormat

_MARKDOWN = pyromark.Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_MATH
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
)
#: A note may quote a web page, but does not begin as one.
_WEB_PAGE = re.compile(r"\s*<(?:!doctype|html|script)", re.I)


def markdown_of(page: str, url: str) -> str:
    """The Markdown on a page: in its JSON, or the page itself where it is Markdown, links absolute.

    Raises `ValueError` for a web page whose JSON holds no Markdown.
    """
    text = payload.source(page, url) if _WEB_PAGE.match(page) else page
    if not isinstance(text, str):
        raise ValueError(f"{url} holds a document where Markdown was expected")
    return absolute(text, url)


def content_node(page: str, url: str, source_format: SourceFormat) -> Element:
    """The content of a page, whatever it holds it as but HTML, as a tree. Raises `ValueError`."""
    if source_format == "markdown":
        return fragment(_MARKDOWN.html(markdown_of(page, url)))
    content = payload.source(page, url)
    if not isinstance(content, dict):
        raise ValueError(f"{url} holds Markdown where a document was expected")
    return fragment(_to_html(content, source_format))


def _to_html(content: dict[str, Any], source_format: SourceFormat) -> str:
    if source_format == "draftjs":
        return draftjs.to_html(content)
    return prosemirror.to_html(content)
