"""Code blocks → `<pre lang="…" title="…">` with nothing but the code in it.

Highlighters wrap code in tables, lists and a `<div>` a line, number it, and hang buttons on it. A
block is found by its `<pre>` (or what stands for one), then widened to the outermost wrapper that
holds this block and no prose, so that captions and buttons go with it.
"""

import re
from itertools import islice

from scraper.body import languages
from scraper.body.captions import caption
from scraper.body.lines import code_text, is_gutter
from scraper.body.tree import (
    Element,
    classes,
    doom,
    holds,
    letter_count,
    new,
    replace,
    select,
    sweep,
    text_of,
)

_BLOCKS = select(
    ".//pre[not(contains(@class,'mermaid') and .//svg)] | .//code[.//br or contains(@style,'white-space')]"
    " | .//*[self::div or self::table or self::ol or self::section][not(.//pre)]"
    "[contains(@class,'syntaxhighlighter') or contains(@class,'dp-highlighter')"
    " or contains(@class,'crayon-syntax') or contains(@class,'cm-content')"
    " or contains(@class,'view-lines') or contains(@class,'CodeMirror-code')"
    " or contains(@class,'js-file-line-container') or contains(@class,'linenums')"
    " or contains(@class,'mermaid') and not(.//svg)]"
)
_PROSE = holds(".//p|.//h1|.//h2|.//h3|.//h4|.//h5|.//h6|.//blockquote|.//img|.//dl")
_TITLES = select(
    ".//figcaption | .//*[contains(@class,'itle') or contains(@class,'filename')"
    " or contains(@class,'caption')]"
)
_WRAPPER = re.compile(
    r"code|highlight|snippet|prism|shiki|hljs|language-|lang-|syntax|listing|gist|CodeMirror|rouge"
    r"|mermaid|cm-|monaco",
    re.IGNORECASE,
)
_TABLE_PARTS = frozenset(("td", "tr", "tbody"))
_WRAPPERS = frozenset(("table", "code", "figure", "div", "section", "span"))
_HIGHEST = 12  # wrappers around one block; Hexo and Pygments need nine
_CHROME = 100  # characters of buttons and labels around one block, at most
_VIEW_PLAIN = re.compile(r"\A\s*\[(\w+)\]\s*view\s*plain\s*(?:copy|print|\?|to\s*clipboard|\s)*\n")
_FILE = re.compile(r"[\w\u4e00-\u9fff]")


def code(root: Element, base: str) -> None:
    """Replace every code block below `root`."""
    done: set[Element] = set()
    for block in _BLOCKS(root):
        if block not in done and not (block.tag == "code" and _in_pre(block)):
            host = _host(block, root)
            done.update(_BLOCKS(host))
            made = _made(host)
            label = caption(host, root)
            if made is not None:
                if label and made.tag == "pre" and not made.get("lang"):
                    made.set("lang", languages.from_label(label))
                replace(host, made)
            elif host.tag == "pre":
                doom(host)
    sweep(root)


def _in_pre(code: Element) -> bool:
    return next(code.iterancestors("pre"), None) is not None


def _host(block: Element, root: Element) -> Element:
    """The outermost element that holds this block alone; never a part of a table without the table."""
    host = block
    for wrapper in islice(block.iterancestors(), _HIGHEST):
        if wrapper.tag in _TABLE_PARTS and wrapper is not root:
            continue
        if wrapper is root or wrapper.tag not in _WRAPPERS or not _wraps(wrapper):
            break
        host = wrapper
    return host


def _wraps(wrapper: Element) -> bool:
    """Whether a wrapper holds one block, its line numbers and, if it is named so, its buttons."""
    code = _code_in(wrapper)
    if code is None or (_PROSE(wrapper) and not _PROSE(code)):
        return False
    named = wrapper.tag in ("code", "figure") or _WRAPPER.search(wrapper.get("class") or "")
    others = letter_count(wrapper) - letter_count(code) - (_CHROME if named else 0)
    return others <= 0 or others <= _numbers(wrapper)


def _numbers(wrapper: Element) -> int:
    """Letters of the line numbers beside a block."""
    columns = {part for part in wrapper.iter("td", "ul", "ol", "pre") if is_gutter(part)}
    return sum(letter_count(part) for part in columns if columns.isdisjoint(part.iterancestors()))


def _code_in(host: Element) -> Element | None:
    """The one element with code in a host; None where there are several."""
    if _is_editor(host):
        return host
    code = None
    for pre in host.iter("pre"):
        if is_gutter(pre):
            continue
        if code is None:
            code = pre
        elif code not in pre.iterancestors():
            return None
    return next(iter(_BLOCKS(host)), host) if code is None else code


def _is_editor(element: Element) -> bool:
    return not classes(element).isdisjoint(("CodeMirror", "CodeMirror-code", "cm-editor"))


def _made(host: Element) -> Element | None:
    code = _code_in(host)
    if code is None:
        code = host
    language, title = _language(host, code), _title(host, code)
    text = code_text(code)
    if found := _VIEW_PLAIN.match(text):
        language, text = languages.canonical(found[1]), text[found.end() :]
    if not text and not language:
        return None
    if language == "math":  # a display formula, as GitHub and remark-math write it
        return new("tex", text, display="block")
    return new("pre", text, lang=language, title=title)


def _attributes(code: Element, host: Element) -> list[str]:
    """Class attributes from the code outwards: its `<code>`, itself, its wrappers, the host's parent."""
    nearest = [*code.iter("code"), code]
    for wrapper in code.iterancestors():
        nearest.append(wrapper)
        if wrapper is host.getparent():
            break
    return [element.get("class") or "" for element in nearest]


def _language(host: Element, code: Element) -> str:
    elements = [code, *code.iter("code"), *(e for e in code.iterancestors() if e is host)]
    for element in elements:
        for name in ("data-lang", "data-language", "lang", "language"):
            if language := languages.canonical(element.get(name) or ""):
                return language
    attributes = _attributes(code, host)
    if language := languages.from_classes(attributes[:-1]) or _inherited(attributes[-1]):
        return language
    if host is code:
        return ""
    return next(filter(None, map(languages.from_label, _labels(host, code))), "")


def _inherited(attribute: str) -> str:
    """Of the parent of the outermost wrapper only `language-x` counts; `.go` there is a column."""
    return languages.from_classes([attribute]) if re.search(r"lang(uage)?-", attribute) else ""


def _labels(host: Element, code: Element) -> list[str]:
    inside = set(code.iter())
    return [
        " ".join(text.split())
        for element in host.iter()
        if element not in inside and len(text := text_of(element)) <= _CHROME
    ]


def _title(host: Element, code: Element) -> str:
    """The file name or caption that the author gave the block."""
    if title := code.get("data-title") or code.get("title"):
        return str(title)
    for element in _TITLES(host) if host is not code else ():
        first = (
            element[0] if len(element) else element
        )  # beside it Hexo puts a link, others a button
        text = " ".join(text_of(first).split())
        if text and _FILE.search(text) and not languages.from_label(text) and "复制" not in text:
            return text
    return ""
