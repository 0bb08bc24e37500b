"""The boxes of a KaTeX drawing: their names, and what stands above what in a vertical list."""

import re
from functools import lru_cache

from scraper.body.tree import Element, select

_ROWS = select("./span[contains(@class,'vlist-r')][1]/span[contains(@class,'vlist')]/span[@style]")
stacks = select(".//span[contains(concat(' ',@class,' '),' vlist-t ')]")
_EM = re.compile(r"(?:^|;|\s)(top|height|margin-right):\s*(-?\d{1,4}(?:\.\d{1,6})?)em")


@lru_cache(maxsize=1024)
def _names(attribute: str) -> frozenset[str]:
    return frozenset(name.removeprefix("katex-") for name in attribute.split())


def classes(element: Element) -> frozenset[str]:
    """Class names as KaTeX had them before it put its own name before some (0.17: `katex-accent`)."""
    return _names(element.get("class") or "")


def stack(element: Element) -> list[tuple[float, list[Element]]]:
    """What stands in a vertical list, from the top: how far below the line each is, and its boxes."""
    lists = [element] if "vlist-t" in classes(element) else stacks(element)
    entries = []
    for box in _ROWS(lists[0]) if lists else ():
        strut = next((em(child, "height") for child in box if "pstrut" in classes(child)), 0.0)
        entries.append(
            (em(box, "top") + strut, [child for child in box if "pstrut" not in classes(child)])
        )
    return sorted(entries, key=lambda entry: entry[0])


def em(element: Element, name: str) -> float:
    """A length in the style of a box, in em; 0 where there is none."""
    found = dict(_EM.findall(element.get("style") or ""))
    return float(found.get(name, 0))


def is_line(boxes: list[Element]) -> bool:
    """Whether boxes are a drawn line: of a fraction, over or under something."""
    return any(name.endswith("-line") for box in boxes for name in classes(box))
