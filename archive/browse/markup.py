"""Archived Markdown as HTML to read: safe whatever it holds, formulas as their source for KaTeX.

The archive is hostile. Of HTML only what `scraper.body.markdown` writes is let through, no address is
followed but a held picture's, and what would take seconds to lay out is shown as its source.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin
from mdit_py_plugins.gfm import gfm_plugin
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

#: Characters. A post of 200,000 is laid out in a second; the largest of 2,500 seen has 511,899.
LONGEST = 400_000
LONGEST_CODE = 50_000

TAGS = nh3.ALLOWED_TAGS | {"input", "section", "details", "summary", "figure", "button"}
ATTRIBUTES: dict[str, set[str]] = {
    "*": {"class", "id"},
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "input": {"type", "checked", "disabled"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
    "details": {"open"},
    "pre": {"tabindex"},
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A line of the table of contents: its level, from 1, its anchor and its text."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A body as HTML, and its headings. `plain`: it was too long to be laid out."""

    html: str
    headings: Sequence[Heading] = field(default=())
    plain: bool = False


def reading(markdown: str, pictures: Mapping[str, str]) -> Reading:
    """Markdown as it is read. `pictures` are the addresses of held pictures, by those of the body."""
    if len(markdown) > LONGEST:
        return Reading(f"<pre>{escape(markdown)}</pre>", plain=True)
    environment: dict[str, Any] = {"pictures": pictures}
    tokens = parser().parse(markdown, environment)
    html = parser().renderer.render(tokens, parser().options, environment)
    return Reading(
        nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, link_rel=REL), headings(tokens)
    )


REL = "noopener noreferrer nofollow"


def headings(tokens: Sequence[Token]) -> list[Heading]:
    """The headings that have an anchor, in order."""
    found = []
    for opened, inline in zip(tokens, tokens[1:], strict=False):
        if opened.type == "heading_open" and (anchor := opened.attrGet("id")):
            text = "".join(part.content for part in inline.children or () if part.content)
            found.append(Heading(int(opened.tag[1]), str(anchor), text))
    return found


class Renderer(RendererHTML):
    """HTML of tokens: code in colours, pictures from the archive."""

    def fence(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        language = tokens[index].info.split(maxsplit=1)[0] if tokens[index].info.strip() else ""
        label = f'<span class="language">{escape(language)}</span>' if language else ""
        return f'<figure class="code">{label}{coloured(tokens[index].content, language)}</figure>\n'

    def code_block(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return f'<figure class="code">{coloured(tokens[index].content, "")}</figure>\n'

    def image(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        address = str(tokens[index].attrGet("src") or "")
        alt = self.renderInlineAsText(tokens[index].children or [], options, env)
        return picture(address, alt, env["pictures"].get(address))

    def table_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return '<div class="table"><table>\n'

    def table_close(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "</table></div>\n"


def coloured(code: str, language: str) -> str:
    """Code as `<pre>`, in the classes of Pygments where it knows the language."""
    try:
        lexer = get_lexer_by_name(language) if len(code) <= LONGEST_CODE and language else None
    except ClassNotFound:
        lexer = None
    inside = highlight(code, lexer, HtmlFormatter(nowrap=True)) if lexer else escape(code)
    return f'<pre tabindex="0"><code>{inside}</code></pre>'


def picture(address: str, alt: str, held: str | None) -> str:
    """A held picture, or where the original was."""
    if held:
        return f'<img src="{escape(held)}" alt="{escape(alt)}" loading="lazy">'
    shown = escape(alt or "picture")
    return f'<a class="absent" href="{escape(address)}" title="not archived">{shown}</a>'


def formula(tex: str, options: Mapping[str, Any]) -> str:
    """A formula's source; a script of ours has KaTeX set it."""
    return escape(tex.strip())


@cache
def parser() -> MarkdownIt:
    """The reader of the Markdown that `scraper.body.markdown` writes; made once."""
    made = MarkdownIt("commonmark", {"html": True}, renderer_cls=Renderer)
    made.use(gfm_plugin, dollarmath=True)
    made.use(anchors_plugin, max_level=4, slug_func=lambda title: "part")
    return made
