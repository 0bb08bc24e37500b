"""HTML of Markdown's tokens: code in colours, pictures from the archive, links that lead outside."""

import re
from collections.abc import Sequence
from html import escape, unescape
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

LONGEST_CODE = 50_000  # characters
CALLOUT = re.compile(r"\[!([A-Z]+)\] (.+)")
#: What `scraper.body.markdown` writes, as it writes it.
HTML = re.compile(r"</?(?:br|kbd|sub|sup|mark|details|summary)>")
#: Addresses that may be followed. One without a scheme would lead into Datasette.
OUTSIDE = re.compile(r"https?://|mailto:|#", re.IGNORECASE)
#: A picture in the body itself.
INSIDE = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,[\w+/=]+", re.ASCII | re.IGNORECASE)


class Renderer(RendererHTML):
    """HTML of tokens: code in colours, pictures from the archive."""

    def fence(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        language = tokens[index].info.split(maxsplit=1)[0] if tokens[index].info.strip() else ""
        label = f'<span class="language">{escape(language)}</span>' if language else ""
        return f'<figure class="code">{label}{coloured(tokens[index].content, language)}</figure>\n'

    def code_block(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return f'<figure class="code">{coloured(tokens[index].content, "")}</figure>\n'

    def blockquote_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        """A callout with a title of its author's is a quotation to Markdown."""
        words = tokens[index + 2].children if index + 2 < len(tokens) else None
        if words and (found := CALLOUT.fullmatch(words[0].content)):
            words[0].type, words[0].content = "callout_title", found[2]
            tokens[index].attrJoin("class", f"markdown-alert markdown-alert-{found[1].lower()}")
        return self.renderToken(tokens, index, options, env)

    def callout_title(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        title = escape(tokens[index].content)
        return f'<strong class="markdown-alert-title">{title}</strong><br>'

    def image(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        address = str(tokens[index].attrGet("src") or "")
        alt = self.renderInlineAsText(tokens[index].children or [], options, env)
        return picture(address, alt, env["held"].get(address), linked=env.get("linked", False))

    def link_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        env["linked"] = True
        token = tokens[index]
        address = str(token.attrs.pop("href", ""))
        if address in env["held"]:
            token.attrs |= {"href": env["held"][address], "title": f"archived from {address}"}
        elif OUTSIDE.match(address):
            token.attrSet("href", address)
        return self.renderToken(tokens, index, options, env)

    def link_close(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        env["linked"] = False
        return "</a>"

    def html_inline(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return known_html(tokens[index].content)

    def html_block(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return known_html(tokens[index].content)

    def math_inline_double(
        self, tokens: Sequence[Token], index: int, options: Any, env: Any
    ) -> str:
        return f'<span class="math block">{escape(tokens[index].content)}</span>'

    def cell_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        aligned = str(tokens[index].attrs.pop("style", "")).removeprefix("text-align:")
        if aligned:
            tokens[index].attrSet("class", aligned)
        return self.renderToken(tokens, index, options, env)

    th_open = td_open = cell_open

    def table_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return '<div class="table" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "</table></div>\n"


def known_html(text: str) -> str:
    """HTML in Markdown: the elements that our own writer leaves there, anything else as it stands."""
    shown, end = "", 0
    for found in HTML.finditer(text):
        shown += escape(unescape(text[end : found.start()])) + found[0]
        end = found.end()
    return shown + escape(unescape(text[end:]))


def coloured(code: str, language: str) -> str:
    """Code as `<pre>`, in the classes of Pygments where it knows the language."""
    try:
        lexer = get_lexer_by_name(language) if len(code) <= LONGEST_CODE and language else None
    except ClassNotFound:
        lexer = None
    inside = highlight(code, lexer, HtmlFormatter(nowrap=True)) if lexer else escape(code)
    return f'<pre tabindex="0"><code>{inside}</code></pre>'


def picture(address: str, alt: str, held: str | None, *, linked: bool) -> str:
    """A picture that is held, or is in the body itself; else where the original was, which a link
    around it tells no more (`linked`).
    """
    if source := held or (address if INSIDE.fullmatch(address) else None):
        return f'<img src="{escape(source)}" alt="{escape(alt)}" loading="lazy">'
    told = f'title="not archived: {escape(address)}">{escape(alt or "picture")}'
    if linked:
        return f'<span class="absent" {told}</span>'
    href = f'href="{escape(address)}" ' if OUTSIDE.match(address) else ""
    return f'<a class="absent" {href}{told}</a>'
