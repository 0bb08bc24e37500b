"""An article of the replica's Tencent Cloud in the shapes that the site keeps content in."""

import json
from html import escape
from typing import Any, Literal

from tests.replica.prose import Block

Form = Literal["draftjs", "draftjs text", "markdown", "prosemirror"]
#: What Draft.js keeps as the text of an image: the first half of an emoji, seen 5 times of 5.
HALF_EMOJI = "\ud83d"


def content(blocks: list[Block], form: Form, title: str, uid: str) -> Any:
    """The `articleInfo.content` of an article."""
    if form == "markdown":
        return f"# {title}\n\n" + "\n\n".join(markdown(block, uid) for block in blocks)
    if form == "prosemirror":
        return {"type": "doc", "content": [node for b in blocks for node in prosemirror(b, uid)]}
    document = draftjs(blocks, uid)
    return json.dumps(document) if form == "draftjs text" else document


def picture(block: Block, uid: str) -> str:
    """The address of an image, as the site stores them: by its owner and its hash."""
    name = f"{sum(map(ord, block.text)):032x}"
    return f"https://developer.qcloudimg.com/http-save/yehe-{uid}/{name}.webp"


def markdown(block: Block, uid: str) -> str:
    if block.kind == "table":
        head, *rows = [f"| {line} |".replace("\t", " | ") for line in block.text.splitlines()]
        return "\n".join([head, "| --- | --- | --- |", *rows])
    return {
        "paragraph": block.text,
        "heading": f"## {block.text}",
        "code": f"```{block.language}\n{block.text}\n```",
        "formula": f"$${block.text}$$",
        "image": f"![{block.text}]({picture(block, uid)})",
        "list": "\n".join(f"- {line}" for line in block.text.splitlines()),
        "quote": f"> {block.text}",
    }[block.kind]


def draftjs(blocks: list[Block], uid: str) -> dict[str, Any]:
    """A Draft.js document. How the site keeps tables and formulas in one is not known: as prose."""
    made: list[dict[str, Any]] = []
    entities: dict[str, Any] = {}
    for block in blocks:
        for part in draft_blocks(block):
            if block.kind == "image":
                key = len(entities)
                data = {"imageUrl": picture(block, uid), "imageAlt": block.text, "name": ""}
                entities[str(key)] = {"type": "IMAGE", "mutability": "IMMUTABLE", "data": data}
                part["entityRanges"] = [{"offset": 0, "length": 1, "key": key}]
            made.append({"key": f"{len(made):05x}", "depth": 0, **part})
    return {"blocks": made, "entityMap": entities}


def draft_blocks(block: Block) -> list[dict[str, Any]]:
    plain = {"inlineStyleRanges": [], "entityRanges": [], "data": {}}
    if block.kind == "image":
        return [{**plain, "type": "atomic", "text": HALF_EMOJI}]
    if block.kind == "list":
        lines = block.text.splitlines()
        return [{**plain, "type": "unordered-list-item", "text": line} for line in lines]
    kinds = {"heading": "header-two", "code": "code-block", "quote": "blockquote"}
    data = {"syntax": "javascript", "languageByAi": block.language} if block.language else {}
    kind = kinds.get(block.kind, "unstyled")
    return [{**plain, "type": kind, "text": block.text, "data": data}]


def prosemirror(block: Block, uid: str) -> list[dict[str, Any]]:
    """Hand-made after ProseMirror's own documentation: no document of the site was seen."""
    text = [{"type": "text", "text": block.text}]
    if block.kind == "list":
        items = [item("listItem", line) for line in block.text.splitlines()]
        return [{"type": "bulletList", "content": items}]
    if block.kind == "table":
        return [{"type": "table", "content": [*map(row, block.text.splitlines())]}]
    if block.kind == "image":
        return [{"type": "image", "attrs": {"src": picture(block, uid), "alt": block.text}}]
    if block.kind == "quote":
        return [{"type": "blockquote", "content": [{"type": "paragraph", "content": text}]}]
    kind = {"heading": "heading", "code": "codeBlock", "formula": "mathDisplay"}
    attributes = {"level": 2, "language": block.language}
    return [{"type": kind.get(block.kind, "paragraph"), "attrs": attributes, "content": text}]


def item(kind: str, text: str) -> dict[str, Any]:
    paragraph = {"type": "paragraph", "content": [{"type": "text", "text": text}]}
    return {"type": kind, "content": [paragraph]}


def row(line: str) -> dict[str, Any]:
    return {"type": "tableRow", "content": [item("tableCell", cell) for cell in line.split("\t")]}


def html(blocks: list[Block], uid: str) -> str:
    """The content as the site's server renders it, with its labels over the code."""
    return "".join(html_block(block, uid) for block in blocks)


def html_block(block: Block, uid: str) -> str:
    text = escape(block.text)
    if block.kind == "code":
        label = f"<div><span>代码语言：</span>{block.language}<span>复制</span></div>"
        return f'{label}<pre class="prism-token token language-{block.language}">{text}</pre>'
    if block.kind == "image":
        inner = f'<img src="{picture(block, uid)}?imageView2/2/w/1620" alt="{text}">'
        return f'<figure class=""><div class="rno-markdown-img-url">{inner}</div></figure>'
    if block.kind == "list":
        items = "".join(f"<li>{escape(line)}</li>" for line in block.text.splitlines())
        return f'<ul class="ul-level-0">{items}</ul>'
    if block.kind == "table":
        rows = (f"<td>{line}</td>".replace("\t", "</td><td>") for line in text.splitlines())
        return f"<table>{''.join(f'<tr>{cells}</tr>' for cells in rows)}</table>"
    tag = {"heading": "h3", "quote": "blockquote"}.get(block.kind, "p")
    return f"<{tag}>{text}</{tag}>"
