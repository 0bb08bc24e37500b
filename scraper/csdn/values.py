"""How CSDN writes counts, kinds, times and texts, in its JSON and its pages."""

import re
from datetime import UTC, datetime
from typing import Any

from scraper.dates import moment
from scraper.items import Moment

#: The site's numbers. 4 is a guess, after working public clients.
KINDS = {1: "original", 2: "repost", 4: "translation"}
#: 原创, 转载, 翻译; in 2019 their first characters alone.
KIND_WORDS = {"原": "original", "转": "repost", "翻": "translation", "译": "translation"}
#: SQLite and JavaScript hold no larger integer exactly; whatever is larger is no count.
LARGEST = 2**53


def counted(value: object) -> int | None:
    """A count as the site writes it: 848, "848" or "146,206"; None for a rounded one ("2.6w")."""
    if isinstance(value, str):
        digits = value.replace(",", "").strip()
        value = int(digits) if re.fullmatch("[0-9]{1,16}", digits) else None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST:
        return value
    return None


def counts(values: dict[str, Any]) -> dict[str, int]:
    """Those of the named values that are counts."""
    return {name: n for name, value in values.items() if (n := counted(value)) is not None}


def count_in(text: str) -> int | None:
    """The exact count in a text such as "阅读数 1133" or "获得 1,550 次点赞"; None if it is rounded."""
    number = re.search(r"[0-9][0-9,.]*\s*[wWkK万+]?", text)
    return counted(number[0]) if number else None


def kind_in(text: str) -> str | None:
    """original, repost or translation, from the word for it."""
    return KIND_WORDS.get(text.strip()[:1])


def beijing(text: object) -> Moment | None:
    """An absolute time of the site, which writes Beijing time without a zone."""
    return moment(text, now=datetime.now(UTC)) if isinstance(text, str) else None


def joined(node: Any) -> str:
    """All text in an element or a list of elements, on one line."""
    return folded("".join(node.xpath(".//text()").getall()))


def folded(text: str) -> str:
    return " ".join(text.split())
