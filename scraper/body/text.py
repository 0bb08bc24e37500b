"""The tree after all steps → plain text to search: no marks, one block a line, code and TeX included."""

from scraper.body.escaping import flowing
from scraper.body.markdown import BLOCKS
from scraper.body.tree import Element


def to_text(root: Element) -> str:
    """The words of a container. A word broken by a line end between Chinese characters is whole again."""
    lines: list[str] = []
    line: list[str] = []

    def flush() -> None:
        if text := flowing("".join(line)).strip():
            lines.append(text)
        line.clear()

    stack: list[tuple[Element, bool]] = [(root, True)]
    while stack:
        element, entering = stack.pop()
        tag = element.tag
        breaks = (
            tag in BLOCKS or tag == "br" or (tag == "tex" and element.get("display") == "block")
        )
        if breaks:
            flush()
        if entering:
            if title := element.get("title") if tag in ("pre", "blockquote") else None:
                lines.append(title)
            if tag == "pre":
                lines.append((element.text or "").strip("\n"))
            else:
                line.append(element.get("alt") or "" if tag == "img" else element.text or "")
                stack.append((element, False))
                stack.extend((child, True) for child in reversed(element))
                continue
        if element is not root:
            line.append(element.tail or "")
    flush()
    return "\n".join(filter(None, lines))
