"""Footnotes → `<fnref label="1">` in the text and `<footnote label="1">` with its blocks.

Every engine links a number in the text to an `id` in a list, and back: markdown-it, Kramdown,
Goldmark, Pandoc, GitHub, Python-Markdown. The link and its target are the footnote, not the classes.
"""

import re

from scraper.body.tree import Element, doom, new, replace, select, sweep, text_of

_REFERENCES = select(
    ".//a[starts-with(@href,'#')][parent::sup or .//sup or contains(@class,'footnote')"
    " or @role='doc-noteref' or @data-footnote-ref]"
)
_BACK = select(
    ".//a[starts-with(@href,'#')][contains(@class,'backref') or contains(@class,'footnote-back')"
    " or contains(@class,'reversefootnote') or @role='doc-backlink' or @data-footnote-backref"
    " or contains('↩↩︎^⤴', normalize-space(.)) and normalize-space(.)!='']"
)
_TARGET = re.compile(r"(?:^|[-_:])(?:fn|note|footnote|cite_note)", re.IGNORECASE)
_SEPARATORS = select(".//hr[contains(@class,'footnotes')]")


def footnotes(root: Element, base: str) -> None:
    """Tie references and notes together; what is no pair of both stays as it is."""
    targets = {
        element.get("id"): element
        for element in root.iter("li", "p", "div", "dd")
        if element.get("id")
    }
    labels: dict[str, str] = {}
    for reference in _REFERENCES(root):
        name = (reference.get("href") or "")[1:]
        if name in targets and _TARGET.search(name):
            label = labels.setdefault(
                name, _label(reference, len(labels) + 1, set(labels.values()))
            )
            _refer(reference, label)
    for name, label in labels.items():
        _note(targets[name], label)
    if labels:
        for separator in _SEPARATORS(root):
            doom(separator)
    sweep(root)


def _label(reference: Element, number: int, taken: set[str]) -> str:
    shown = re.sub(r"[\[\]^\s]", "", text_of(reference))
    return shown if re.fullmatch(r"[\w*-]{1,20}", shown) and shown not in taken else str(number)


def _refer(reference: Element, label: str) -> None:
    outer = reference.getparent()
    if (
        outer is not None
        and outer.tag == "sup"
        and text_of(outer).strip() == text_of(reference).strip()
    ):
        reference = outer
    replace(reference, new("fnref", label=label))


def _note(target: Element, label: str) -> None:
    """Make a note of the element that a reference leads to, without its link back."""
    for back in _BACK(target):
        doom(back)
    target.tag = "footnote"
    target.set("label", label)
    parent = target.getparent()
    if parent is not None and parent.tag in ("ol", "ul"):
        parent.tag = "div"
