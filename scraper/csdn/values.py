"""How CSDN writes counts, kinds, times, texts and addresses, in its JSON and its pages."""

import re
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from scraper.dates import moment
from scraper.items import Moment

#: The site's numbers. 4 is a guess, after working public clients.
KINDS = {1: "original", 2: "repost", 4: "translation"}
#: 原创, 转载, 翻译; in 2019 their first characters alone.
KIND_WORDS = {"原": "original", "转": "repost", "翻": "translation", "译": "translation"}
#: SQLite and JavaScript hold no larger integer exactly; whatever is larger is no count.
LARGEST = 2**53
#: /user/article/details/1 · of a custom domain: /article/details/1 · in 2020: /user/java/article/details/1
ARTICLE = re.compile(r"(?:/(?P<user>[^/]+)(?:/[a-z]+)?)?/article/details/(?P<id>[0-9]{1,18})/?")


class Link(NamedTuple):
    """A link to a post: its https address without query, article id, and user if it names one."""

    url: str
    article: str
    user: str | None


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


def link_to_post(url: object) -> Link | None:
    """The post that an address leads to; None for any other address, and for another site's."""
    try:
        parts = urlsplit(str(url))
        host = parts.hostname or ""
    except ValueError:
        return None
    found = ARTICLE.fullmatch(parts.path)
    if not found or not f".{host}".endswith(".blog.csdn.net"):
        return None
    return Link(f"https://{host}{parts.path}", found["id"], found["user"])


def joined(node: Any) -> str:
    """All text in an element or a list of elements, on one line."""
    return folded("".join(node.xpath(".//text()").getall()))


def folded(text: str) -> str:
    return " ".join(text.split())
