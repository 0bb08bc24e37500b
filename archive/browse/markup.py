"""Archived Markdown as HTML to read: safe whatever it holds, formulas as their source for KaTeX.

The archive is hostile. Of HTML only what `scraper.body.markdown` writes is let through, all else is
shown as it stands; no address is loaded but a held picture's; and nh3 has the last word.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.gfm import gfm_plugin

from archive.browse.renderer import Renderer

#: Characters. A post of 126,000 was laid out in a second; the largest of 2,500 seen has 511,899.
LONGEST = 400_000
#: Whole lines if they are not too long. A browser lays out only the pieces in sight; a megabyte in one
#: takes it four seconds.
PIECE = re.compile(r"(?s).{1,20000}(?:\n|\Z)|.{1,20000}")

TAGS = nh3.ALLOWED_TAGS | {"input", "section"}
ATTRIBUTES: dict[str, set[str]] = {
    "*": {"class", "id"},
    "a": {"href", "title"},
    "span": {"title"},
    "img": {"src", "alt", "title", "loading"},
    "input": {"type", "checked", "disabled"},
    "ol": {"start"},
    "pre": {"tabindex"},
    "div": {"tabindex"},
}
SCHEMES = {"http", "https", "mailto", "data"}
REL = "noopener noreferrer nofollow"


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


def reading(markdown: str, held: Mapping[str, str]) -> Reading:
    """Markdown as it is read. `held` are the addresses here of pictures and files, by those of the body."""
    if len(markdown) > LONGEST:
        return as_source(markdown)
    environment: dict[str, Any] = {"held": held}
    tokens = parser().parse(markdown, environment)
    contents = headings(tokens)
    html = parser().renderer.render(tokens, parser().options, environment)
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        link_rel=REL,
        url_schemes=SCHEMES,
        strip_comments=True,
    )
    return Reading(clean, contents)


def as_source(markdown: str) -> Reading:
    """Markdown as it stands, in pieces: of a body that is too much to be laid out."""
    pieces = (f"<pre>\n{escape(piece)}</pre>" for piece in PIECE.findall(markdown))
    return Reading("".join(pieces), plain=True)


def headings(tokens: Sequence[Token]) -> list[Heading]:
    """The headings of the first four levels, in order; they get their anchors here."""
    found: list[Heading] = []
    for opened, inline in zip(tokens, tokens[1:], strict=False):
        if opened.type == "heading_open" and (level := int(opened.tag[1])) <= 4:
            text = "".join(part.content for part in inline.children or ())
            found.append(Heading(level, f"part-{len(found) + 1}", text))
            opened.attrSet("id", found[-1].anchor)
    return found


@cache
def parser() -> MarkdownIt:
    """The reader of the Markdown that `scraper.body.markdown` writes; made once."""
    made = MarkdownIt("commonmark", {"html": True}, renderer_cls=Renderer)
    made.use(gfm_plugin).use(deflist_plugin)
    # Labels would be anchors of the author's; a digit beside a dollar is money.
    made.use(dollarmath_plugin, allow_labels=False, allow_digits=False, double_inline=True)
    made.add_render_rule("math_inline_double", Renderer.math_inline_double)
    return made
