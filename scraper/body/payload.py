"""The article that a page of Tencent Cloud's developer community carries as JSON beside its HTML.

Next.js puts the answer of `article/detail` into `<script id="__NEXT_DATA__">`, under a key that begins
with `#url:"/api/article/detail"` (seen on pages of 2025 and 2026). For articles of the new editor it
is the only place of the content: their HTML has none. The content is one of three things: a Draft.js
document, a Markdown string, a ProseMirror document; the first also as a string of JSON.
"""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from scraper.body.lenient import common_mark
from scraper.items import SourceFormat

NEXT_DATA = "__NEXT_DATA__"
KEY = '#url:"/api/article/detail"'
#: The script's tag. No longer one is looked at: a page may open a hundred thousand and close none.
SCRIPT = re.compile(r"<script\b[^>]{0,200}\bid=[\"']?__NEXT_DATA__\b[^>]{0,200}>")
#: A pair of escaped surrogates, one alone, or an escaped backslash, after which `ud83d` is a word.
ESCAPES = re.compile(
    r"(?P<pair>\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})"
    r"|(?P<lone>\\u[dD][89a-fA-F][\da-fA-F]{2})|\\\\"
)
#: The beginning of an object or a list as JSON, or as a program prints one; `{% raw %}` is Markdown.
STRUCTURE = re.compile(
    r"""\s*(?:\{\s*(?:\}\s*\Z|["'][^"'\n]{1,40}["']\s*:)|\[\s*(?:\]\s*\Z|\{\s*["']))"""
)
#: What is encoded (Base64, hexadecimal) has no blank, and no writing but letters and digits of ASCII.
ENCODED = re.compile(r"\s*[A-Za-z0-9+/_=-]{200,}\s*")
WRAPPER = ("<!--markdown-->", "<!--/markdown-->")


class NoPayload(ValueError):
    """The page carries no article as JSON, or one without content; the message says which.

    `missing` is what it lacks: `__NEXT_DATA__`, a key in it, or `articleInfo.content`.
    """

    def __init__(self, message: str, missing: str) -> None:
        super().__init__(message)
        self.missing = missing


def source(page: str, url: str) -> str | dict[str, Any]:
    """The content of the article at `url`: Markdown as CommonMark, or a document as an object.

    Raises NoPayload.
    """
    article = detail(page, url)
    _, content = shape(article)
    if isinstance(content, str):
        return common_mark(content, title=str(article["articleInfo"].get("title") or ""))
    return content


def detail(page: str, url: str) -> dict[str, Any]:
    """The `article/detail` object of a page (or of its JSON alone): the one of `url`, else the first.

    Lone surrogates, which Draft.js writes as the text of every image, become U+FFFD: neither UTF-8
    nor SQLite takes them. Raises NoPayload.
    """
    text = carried(page)
    try:
        found = list(details(read_json(text)))
    except (ValueError, RecursionError) as error:
        raise NoPayload(f"no __NEXT_DATA__ that can be read: {error}", "JSON") from error
    if not found:
        missing = "articleInfo" if KEY in text.replace("\\", "") else KEY
        raise NoPayload(f"no key {KEY}… with an articleInfo in __NEXT_DATA__", missing)
    wanted = urlsplit(url).path.rpartition("/")[2]
    return next((d for d in found if str(d["articleInfo"].get("articleId")) == wanted), found[0])


def carried(page: str) -> str:
    """The text of a page's `__NEXT_DATA__`, or the page itself where it is JSON. Raises NoPayload."""
    if script := SCRIPT.search(page):
        return page[script.end() :].partition("</script>")[0]
    if page.lstrip().startswith("{"):
        return page
    raise NoPayload("no __NEXT_DATA__", NEXT_DATA)


def shape(article: dict[str, Any]) -> tuple[SourceFormat, str | dict[str, Any]]:
    """What the content of an `article/detail` object is, and the content. Raises NoPayload."""
    content = article["articleInfo"].get("content")
    if isinstance(content, str) and content.lstrip().startswith("{"):
        content = document(content) or content
    if isinstance(content, dict) and isinstance(content.get("blocks"), list):
        return "draftjs", content
    if isinstance(content, dict) and content.get("type") == "doc":
        return "prosemirror", content
    if isinstance(content, str) and is_written(content) and (markdown := unwrapped(content)):
        return "markdown", markdown
    raise NoPayload(
        f"articleInfo.content is neither Draft.js, ProseMirror nor Markdown: {content!r:.60}",
        "articleInfo.content",
    )


def is_written(content: str) -> bool:
    """Whether somebody may have written this: it is no document cut off, nor one that is encoded."""
    return not (STRUCTURE.match(content) or ENCODED.fullmatch(content))


def document(text: str) -> dict[str, Any] | None:
    """A document that is sent as a string of JSON; None for Markdown that begins with a brace."""
    try:
        content = read_json(text)
    except (ValueError, RecursionError):
        return None
    known = isinstance(content, dict) and ("blocks" in content or content.get("type") == "doc")
    return content if known else None


def unwrapped(markdown: str) -> str:
    """Markdown without the comments that publishing clients put around it."""
    return markdown.strip().removeprefix(WRAPPER[0]).removesuffix(WRAPPER[1]).strip("\n")


def read_json(text: str) -> Any:
    """JSON with lone surrogates replaced. Raises ValueError and RecursionError."""
    return json.loads(ESCAPES.sub(lambda m: r"\ufffd" if m["lone"] else m[0], text))


def details(tree: Any) -> Iterator[dict[str, Any]]:
    """Every `article/detail` object in a tree of JSON, wherever a release of the site puts it."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            stack.extend(reversed(node))
        elif isinstance(node, dict):
            for key, value in node.items():
                if not key.startswith(KEY):
                    stack.append(value)
                elif isinstance(value, dict) and isinstance(value.get("articleInfo"), dict):
                    yield value
