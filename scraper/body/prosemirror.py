"""A ProseMirror document → HTML, for the same steps as any other HTML.

Tencent Cloud's new rich-text editor is said to store such documents (a public client's notes); none was
seen. So names are read in both spellings in use: `code_block` of prosemirror-markdown, `codeBlock` of
Tiptap. https://prosemirror.net/docs/ref/#model · https://tiptap.dev/docs/editor/extensions/nodes
"""

import json
from collections.abc import Callable
from html import escape
from typing import Any

Object = dict[str, Any]

#: Node → element around its content.
NODES = {
    "paragraph": "p",
    "blockquote": "blockquote",
    "bulletlist": "ul",
    "tasklist": "ul",
    "table": "table",
    "tablerow": "tr",
}
MARKS = {
    "bold": "strong",
    "strong": "strong",
    "italic": "em",
    "em": "em",
    "strike": "del",
    "strikethrough": "del",
    "code": "code",
    "subscript": "sub",
    "superscript": "sup",
}
FORMULAS = frozenset(("math", "mathblock", "mathdisplay", "blockmath", "katexblock"))
INLINE_FORMULAS = frozenset(("mathinline", "inlinemath", "katex", "latex", "formula"))


def to_html(doc: Object) -> str:
    """The document as HTML; empty where it shows nothing.

    A node of an unknown type is its content; without any, a marked placeholder that holds its attributes.
    Raises ValueError for a document nested some hundred levels deep.
    """
    try:
        return children(doc)
    except RecursionError as error:
        raise ValueError("the document is nested too deeply") from error


def children(node: Object) -> str:
    content = node.get("content")
    nodes = content if isinstance(content, list) else []
    return "".join(map(shown, (child for child in nodes if isinstance(child, dict))))


def shown(node: Object) -> str:
    """One node."""
    kind = plain(node.get("type"))
    if kind in SPECIAL:
        return SPECIAL[kind](node)
    if kind in NODES:
        return f"<{NODES[kind]}>{children(node)}</{NODES[kind]}>"
    if kind in FORMULAS or kind in INLINE_FORMULAS:
        mode = "; mode=display" if kind in FORMULAS else ""
        return f'<script type="math/tex{mode}">{tex(node)}</script>'
    return children(node) or placeholder(node)


def plain(name: Any) -> str:
    """`code_block`, `codeBlock` and `code-block` as one."""
    return str(name).replace("_", "").replace("-", "").lower()


def attributes(node: Object) -> Object:
    given = node.get("attrs")
    return given if isinstance(given, dict) else {}


def first(node: Object, *names: str) -> str:
    """The first attribute of these names that says anything, escaped."""
    found = (attributes(node).get(name) for name in names)
    return escape(str(next((value for value in found if value not in (None, "")), "")))


def text_of(node: Object) -> str:
    """A node's own text, or that of the text nodes right below it."""
    content = node.get("content")
    parts = (
        [node, *(n for n in content if isinstance(n, dict))]
        if isinstance(content, list)
        else [node]
    )
    return "".join(str(part.get("text") or "") for part in parts)


def text(node: Object) -> str:
    """A text node in its marks; the first mark is the outermost, code always the innermost."""
    html = escape(text_of(node)).replace("\n", "<br>")
    given = node.get("marks")
    marks = [mark for mark in given if isinstance(mark, dict)] if isinstance(given, list) else []
    for mark in sorted(reversed(marks), key=lambda mark: plain(mark.get("type")) != "code"):
        kind = plain(mark.get("type"))
        if kind == "link":
            html = f'<a href="{first(mark, "href", "url")}">{html}</a>'
        elif kind in MARKS:
            html = f"<{MARKS[kind]}>{html}</{MARKS[kind]}>"
    return html


def heading(node: Object) -> str:
    level = attributes(node).get("level")
    level = min(max(level, 1), 6) if isinstance(level, int) else 2
    return f"<h{level}>{children(node)}</h{level}>"


def code(node: Object) -> str:
    language = first(node, "language", "params", "lang", "syntax") or "text"
    return f'<pre><code class="language-{language}">{escape(text_of(node))}</code></pre>'


def ordered(node: Object) -> str:
    start = attributes(node).get("start", attributes(node).get("order"))
    start = start if isinstance(start, int) else 1
    return f'<ol start="{start}">{children(node)}</ol>'


def item(node: Object) -> str:
    """An item of a list; its paragraph, if there is only one, is no block of its own."""
    return f"<li>{item_content(node)}</li>"


def task(node: Object) -> str:
    checked = " checked" if attributes(node).get("checked") is True else ""
    return f'<li><input type="checkbox"{checked}>{item_content(node)}</li>'


def item_content(node: Object) -> str:
    html = children(node)
    single = html.startswith("<p>") and html.count("<p>") == 1
    return html[3:].replace("</p>", "", 1) if single else html


def cell(node: Object) -> str:
    """A cell of a table. Other spans than 1 are kept; absurd ones are the table step's business."""
    tag = "th" if plain(node.get("type")) == "tableheader" else "td"
    spans = {name: attributes(node).get(name) for name in ("colspan", "rowspan")}
    kept = "".join(f' {n}="{v}"' for n, v in spans.items() if isinstance(v, int) and v > 1)
    return f"<{tag}{kept}>{children(node)}</{tag}>"


def image(node: Object) -> str:
    return (
        f'<img src="{first(node, "src", "url", "imageUrl")}" alt="{first(node, "alt", "title")}">'
    )


def embed(node: Object) -> str:
    """A video or another page, as a link to it."""
    url = first(node, "src", "url", "href")
    return f'<p><a href="{url}">{url}</a></p>' if url else placeholder(node)


def tex(node: Object) -> str:
    """A formula's source. An element `script` takes it as it is, but for its own end."""
    source = next(
        (
            attributes(node)[n]
            for n in ("latex", "tex", "formula", "value")
            if n in attributes(node)
        ),
        "",
    )
    return str(source or text_of(node)).replace("</", "< /")


def placeholder(node: Object) -> str:
    """Something that nobody here can show: its type and its attributes, so that it can be found."""
    raw = json.dumps(attributes(node), ensure_ascii=False)
    kind = escape(str(node.get("type")))
    return f'<p><span class="unknown">[{kind}] <code>{escape(raw)}</code></span></p>'


SPECIAL: dict[str, Callable[[Object], str]] = {
    "text": text,
    "heading": heading,
    "codeblock": code,
    "orderedlist": ordered,
    "listitem": item,
    "taskitem": task,
    "tableheader": cell,
    "tablecell": cell,
    "image": image,
    "video": embed,
    "iframe": embed,
    "embed": embed,
    "hardbreak": lambda _: "<br>",
    "horizontalrule": lambda _: "<hr>",
}
