"""The lines of one code block, byte for byte, without what the page put between them."""

import re

from scraper.body.tree import Element, classes, doom, select, sweep, text_of, words

_LINES = words(
    "line hljs-ln-line code-block-extension-codeLine ec-line view-line CodeMirror-line cm-line "
    "token-line crayon-line blob-code react-code-line code-line"
)
_GUTTER = re.compile(
    r"gutter|rouge-gutter|gl|linenos?|linenodiv|ln|lnt|lnlinks|blob-num|(?:pre-)?numbering|hljs-ln-n(?:umbers)?"
    r"|line-?num(?:ber)?s?(?:-rows|-wrapper)?|.*line-(?:number|index)s?|crayon-nums?|.*linenumber|CodeMirror-gutter.*",
    re.IGNORECASE,
)
_CHROME = words(
    "hljs-button opt-box copy-btn copy-button btn-copy code-block-extension-header code-lang "
    "btn-code-notes code-run-btn zeroclipboard-container toolbar tools bar copy signin "
    "CodeMirror-measure CodeMirror-cursors hide-preCode-box CodeMirror-gutter-wrapper"
)
_CHROME_TAGS = (
    "button",
    "svg",
    "script",
    "style",
    "textarea",
    "clipboard-copy",
    "input",
    "copy-icon",
)
_NUMBERS = re.compile(r"[\d\s\u200b.]*")
_MARKED = select(".//*[@class]")
_BREAKING = ("div", "li", "tr", "p")


def is_gutter(element: Element) -> bool:
    """Whether an element holds line numbers and nothing else."""
    marked = any(map(_GUTTER.fullmatch, classes(element))) or _precedes_code(element)
    return marked and _NUMBERS.fullmatch(text_of(element)) is not None


def _precedes_code(element: Element) -> bool:
    """Whether an element stands in a cell beside a cell with code."""
    cell = element if element.tag == "td" else next(element.iterancestors("td"), None)
    following = None if cell is None else cell.getnext()
    return following is not None and next(following.iter("pre"), None) is not None


def code_text(block: Element) -> str:
    """The code: line numbers and buttons gone, one line feed a line, blank lines and indents kept."""
    for element in _MARKED(block):
        names = classes(element)
        if names & _CHROME or (any(map(_GUTTER.fullmatch, names)) and is_gutter(element)):
            doom(element)
    sweep(block, _CHROME_TAGS)
    for element in block.iter("br"):
        element.tail = "\n" + (element.tail or "")
    lines = _line_elements(block)
    text = "\n".join(map(_line, lines)) if lines else _flow(block)
    return _trim(text.replace("\xa0", " ").replace("\u200b", ""))


def _line(element: Element) -> str:
    """One line; highlightjs-line-numbers fills an empty one with a blank."""
    text = text_of(element).removesuffix("\n")
    return "" if text == " " else text


def _line_elements(block: Element) -> list[Element]:
    """The elements that are a line each, if all of the code lies in them."""
    for found in (_by_class(block), _codes(block), _items(block)):
        if found and _nothing_outside(block, found):
            return found
    return []


def _by_class(block: Element) -> list[Element]:
    found: list[Element] = []
    for element in _MARKED(block):
        if classes(element) & _LINES and not (found and found[-1] in element.iterancestors()):
            found.append(element)
    return found


def _codes(block: Element) -> list[Element]:
    """WeChat writes a `<code>` a line; one `<code>` beside a heading of buttons is the code alone."""
    found = [child for child in block if child.tag == "code"]
    return found if len(found) > 1 else []


def _items(block: Element) -> list[Element]:
    lists = list(block.iter("ol"))
    return list(lists[0].iterchildren("li")) if lists else []


def _nothing_outside(block: Element, lines: list[Element]) -> bool:
    inside = sum(len("".join(text_of(line).split())) for line in lines)
    return inside >= len("".join(text_of(block).split()))


def _flow(block: Element) -> str:
    """The text as it flows; an element that begins a line of its own does."""
    codes = [child for child in block if child.tag == "code"]
    if len(codes) == 1 and not _own_text(block):
        block = codes[0]
    for element in block.iter(*_BREAKING):
        tail = element.tail or ""
        if (
            element is not block
            and not tail.startswith("\n")
            and not text_of(element).endswith("\n")
        ):
            element.tail = "\n" + tail
    return text_of(block)


def _own_text(block: Element) -> bool:
    return bool((block.text or "").strip() or any((child.tail or "").strip() for child in block))


def _trim(text: str) -> str:
    """Without the blank lines before and after, which belong to the page's markup."""
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(lines)
