"""Callouts and admonitions of every generator → `<blockquote callout="TIP" title="…">`.

They are boxes with a kind (a class name) and a title; a title that only translates the kind is the
theme's, any other is the author's and stays.
"""

import re

from scraper.body.tree import Element, classes, doom, select, sweep, text_of, words

# What marks the box itself: GitHub, MkDocs and Sphinx, VuePress and VitePress, Docusaurus, Quarto,
# Starlight, Obsidian and Quartz, Hexo's note tag, LoveIt, rST, fuwari
_BOXES = words(
    "markdown-alert admonition custom-block hint-container theme-admonition callout starlight-aside"
    " note-block bdm-callout docs-callout nextra-callout"
)
_KINDS = {
    "note": "NOTE", "info": "NOTE", "abstract": "NOTE", "summary": "NOTE", "seealso": "NOTE", "default": "NOTE",
    "primary": "NOTE", "todo": "NOTE", "question": "NOTE", "example": "NOTE", "quote": "NOTE", "details": "NOTE",
    "tip": "TIP", "hint": "TIP", "success": "TIP", "important": "IMPORTANT", "warning": "WARNING",
    "attention": "WARNING", "caution": "CAUTION", "danger": "CAUTION", "error": "CAUTION", "failure": "CAUTION",
    "bug": "CAUTION",
}  # fmt: skip
_TITLES = select(
    ".//*[contains(@class,'title') or contains(@class,'Heading') or contains(@class,'heading')]"
)
_CANDIDATES = select(
    ".//*[self::div or self::aside or self::blockquote or self::section or self::details][@class]"
)
_THEIRS = frozenset(
    ["note", "info", "tip", "hint", "warning", "danger", "caution", "important", "attention", "error", "success", "example", "question", "abstract", "bug", "quote", "failure", "details", "summary", "提示", "注意", "警告", "信息", "危险", "重要", "说明", "备注", "小贴士", "技巧", "错误", "成功", "详情", "相关信息", "示例", "问题", "ヒント", "情報"]
)  # fmt: skip


def callouts(root: Element, base: str) -> None:
    """Make quotes of the boxes below `root`, each with its kind."""
    for box in _CANDIDATES(root):
        kind = _kind(box)
        if kind:
            box.set("title", _take_title(box))
            box.set("callout", kind)
            if box.tag != "details":
                box.tag = "blockquote"
    sweep(root)


def _kind(box: Element) -> str:
    """The kind of a box, empty for an element that is none."""
    names = classes(box)
    if names.isdisjoint(_BOXES) and not (box.tag == "div" and "note" in names and len(names) < 5):
        return ""
    named = box.get("data-callout") or ""
    for name in (named, *sorted(names)):
        for word in re.split(r"[-_\s]+", name.lower()):
            if word in _KINDS and (
                name != "note" or len(names) < 2 or names <= {"note", "admonition"}
            ):
                return _KINDS[word]
    return "NOTE"


def _take_title(box: Element) -> str:
    """The author's title, taken out of the box together with the theme's."""
    for element in _TITLES(box):
        title = " ".join(text_of(element).split()).strip(":： ")
        if len(title) > 80:
            continue
        doom(element)
        return "" if title.lower() in _THEIRS else title
    return ""
