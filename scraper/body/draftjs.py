"""A Draft.js document → HTML, for the same steps as any other HTML.

A document is `{"blocks": […], "entityMap": {…}}`. The types of blocks and entities are those seen in
Tencent Cloud's payloads and, for the rest, draft-js' own:
https://draftjs.org/docs/api-reference-content-block
"""

import json
from collections.abc import Callable, Iterator
from html import escape
from itertools import groupby
from typing import Any

from scraper.body.drafttext import entities_of, inline, mapping, text_of

HEADINGS = {
    "header-one": "h1",
    "header-two": "h2",
    "header-three": "h3",
    "header-four": "h4",
    "header-five": "h5",
    "header-six": "h6",
}
LISTS = {"ordered-list-item": "ol", "unordered-list-item": "ul"}
PROSE = frozenset(("unstyled", "paragraph", "None"))
#: A list nested deeper than this is no document, but an attack on whoever renders it.
DEEPEST = 12

Object = dict[str, Any]
Group = Callable[[list[Object], Object], Iterator[str]]


def to_html(content: Object) -> str:
    """The document as HTML; empty where it shows nothing.

    What is of an unknown kind becomes a marked placeholder that holds its data.
    """
    blocks = content.get("blocks")
    known = [b for b in blocks if isinstance(b, dict)] if isinstance(blocks, list) else []
    entities = mapping(content.get("entityMap"))
    html: list[str] = []
    for kind, group in groupby(known, key=group_of):
        html += GROUPS.get(kind, singly)([*group], entities)
    return "".join(html)


def group_of(block: Object) -> str:
    """What neighbouring blocks have in common if they are parts of one element."""
    kind = str(block.get("type"))
    return "list" if kind in LISTS else kind


def singly(blocks: list[Object], entities: Object) -> Iterator[str]:
    """Blocks that are an element each."""
    for block in blocks:
        kind, shown = str(block.get("type")), inline(block, entities)
        if shown:
            tag = HEADINGS.get(kind, "p")
            yield f"<{tag}>{shown}</{tag}>"
        elif kind not in PROSE and kind not in HEADINGS:
            yield f"<p>{placeholder(kind, block.get('data'))}</p>"


def code(blocks: list[Object], _: Object) -> Iterator[str]:
    """Code blocks, each with its line breaks in its one text.

    The language is a weak hint: the editor says `javascript` until its author says otherwise.
    """
    for block in blocks:
        data = mapping(block.get("data"))
        language = str(data.get("languageByAi") or data.get("syntax") or "text")
        text = escape(text_of(block))
        yield f'<pre><code class="language-{escape(language)}">{text}</code></pre>'


def quote(blocks: list[Object], entities: Object) -> Iterator[str]:
    paragraphs = "".join(f"<p>{inline(block, entities)}</p>" for block in blocks)
    yield f"<blockquote>{paragraphs}</blockquote>"


def atomic(blocks: list[Object], entities: Object) -> Iterator[str]:
    """Blocks that stand for an entity. Their text means nothing: a space, or half of an emoji."""
    for block in blocks:
        shown = [embedded(entity) for entity in entities_of(block, entities)]
        yield f"<p>{''.join(shown) or placeholder('atomic', block.get('data'))}</p>"


def embedded(entity: Object) -> str:
    """What an entity shows by itself."""
    kind, data = str(entity.get("type")), mapping(entity.get("data"))
    if kind == "IMAGE" and data.get("imageUrl"):
        alt = str(data.get("imageAlt") or "")
        return f'<img src="{escape(str(data["imageUrl"]))}" alt="{escape(alt)}">'
    return placeholder(kind, data)


def placeholder(kind: str, data: Any) -> str:
    """Something that nobody here can show: its kind, and its data, so that it can be found."""
    raw = json.dumps(data, ensure_ascii=False)
    return f'<span class="unknown">[{escape(kind)}] <code>{escape(raw)}</code></span>'


def listed(blocks: list[Object], entities: Object) -> Iterator[str]:
    """Neighbouring list items as lists, nested by their depth."""
    opened: list[tuple[int, str]] = []
    for block in blocks:
        here = (depth_of(block), LISTS[block["type"]])
        while opened and opened[-1] != here and opened[-1][0] >= here[0]:
            yield f"</li></{opened.pop()[1]}>"
        if opened and opened[-1] == here:
            yield "</li>"
        else:
            opened.append(here)
            yield f"<{here[1]}>"
        yield f"<li>{inline(block, entities)}"
    yield from (f"</li></{tag}>" for _, tag in reversed(opened))


def depth_of(block: Object) -> int:
    depth = block.get("depth")
    return min(max(depth, 0), DEEPEST) if isinstance(depth, int) else 0


GROUPS: dict[str, Group] = {
    "list": listed,
    "blockquote": quote,
    "atomic": atomic,
    "code-block": code,
}
