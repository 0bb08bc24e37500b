"""The caption that Tencent Cloud sets over every code block: its language, and buttons.

`代码语言：javascript` `AI代码解释` `复制` were seen in the text of pages of 2024 to 2026; around which
elements is not known. So a caption is known by its place, right before the code, and by having no
other words: 复制 in a sentence is the author's.
"""

import re

from scraper.body.tree import Element, doom, text_of

_BUTTONS = r"AI代码解释|复制|运行|代码运行次数[:：]?\s*\d+"
_WORDS = re.compile(rf"(?:代码语言[:：]\s*[A-Za-z0-9_+#.-]*|{_BUTTONS}|[\s/])+")
_BUTTON = re.compile(_BUTTONS)
_LANGUAGE = "代码语言"
_MOST, _LONGEST = 6, 100  # elements of one caption, and characters of one element


def caption(host: Element, root: Element) -> str:
    """Doom the caption before a code block; its words but for buttons, empty where there is none."""
    found: list[Element] = []
    for element in _first_in(host, root).itersiblings(preceding=True):
        text = text_of(element)
        known = len(text) <= _LONGEST and _WORDS.fullmatch(text)
        if not known or (element.tail or "").strip() or len(found) == _MOST:
            return ""
        found.append(element)
        if _LANGUAGE in text:
            for part in found:
                doom(part)
            return _BUTTON.sub(" ", text)
    return ""


def _first_in(host: Element, root: Element) -> Element:
    """The outermost element that begins with the code block."""
    outer = host
    parent = host.getparent()
    while parent is not None and parent is not root:
        if outer.getprevious() is not None or (parent.text or "").strip():
            break
        outer, parent = parent, parent.getparent()
    return outer
