"""What lists and articles state in the same words: addresses, kinds, tags, times, counters."""

import re
from datetime import UTC, datetime
from typing import Any, TypeGuard

from scraper.dates import from_epoch, moment
from scraper.items import Moment

SITE = "https://cloud.tencent.com"
ARTICLE = re.compile(r"/developer/article/([0-9]{1,19})(?![\w-])")
USER = re.compile(r"/developer/user/([0-9]{1,19})(?![\w-])")
#: `sourceType`: 1 and 99 seen in payloads, 2 and 3 read in public clients. 99 is an article moved
#: here from the author's own blog or WeChat account (自媒体同步曝光计划).
KINDS = {1: "original", 2: "repost", 3: "translation", 99: "synced"}
#: Counter → the names it has in payloads, in lower case without underscores.
METRICS = {
    "views": ("showreadnum", "readnum", "viewnum"),
    "likes": ("likenum", "likecount"),
    "collects": ("favnum", "favoritenum"),
    "comments": ("commentnum", "commentcount"),
}


class Facts:
    """The fields of an object of JSON, by names that mean the same in `articleId` and `article_id`."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.fields = {key.replace("_", "").lower(): value for key, value in given.items()}

    def first(self, *names: str) -> Any:
        """The first of these fields that says anything, else None."""
        found = (self.fields.get(name) for name in names)
        return next((value for value in found if value not in (None, "", 0)), None)

    def text(self, *names: str) -> str | None:
        """The first of these fields that holds text."""
        found = (self.fields.get(name) for name in names)
        return next((v.strip() for v in found if isinstance(v, str) and v.strip()), None)

    def time(self, *names: str) -> Moment | None:
        """The first of these fields that holds a time: seconds since 1970, or text."""
        found = (time_of(self.fields.get(name)) for name in names)
        return next((time for time in found if time), None)

    @property
    def kind(self) -> str | None:
        number = self.fields.get("sourcetype")
        return KINDS.get(number) if isinstance(number, int) else None

    @property
    def tags(self) -> tuple[str, ...]:
        """Tag names in order, without repetition; those of the author's own wording come last."""
        named = [*listed(self.fields.get("tags")), *listed(self.fields.get("longtailtags"))]
        return tuple(dict.fromkeys(filter(None, map(tag_name, named))))

    @property
    def metrics(self) -> dict[str, int]:
        found = {
            metric: [whole_number(self.fields.get(name)) for name in names]
            for metric, names in METRICS.items()
        }
        first = {metric: next(filter(is_number, n), None) for metric, n in found.items()}
        return {metric: number for metric, number in first.items() if number is not None}


def tag_name(tag: Any) -> str:
    """The name of a tag, which stands alone or in an object; "" where there is none."""
    if isinstance(tag, dict):
        return Facts(tag).text("tagname", "name") or ""
    return tag.strip() if isinstance(tag, str) else ""


def time_of(value: Any) -> Moment | None:
    if is_number(value):
        return from_epoch(value)
    return moment(value, now=datetime.now(UTC)) if isinstance(value, str) else None


def is_number(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def whole_number(value: Any) -> int | None:
    """A number, also one that is written as text."""
    if isinstance(value, str) and re.fullmatch("[0-9]{1,16}", value):
        return int(value)
    return value if is_number(value) else None


def listed(value: Any) -> list[Any]:
    """`value` if it is a list of JSON, else an empty one."""
    return value if isinstance(value, list) else []


def article_url(article_id: str) -> str:
    """The canonical address of an article, as in `pageProps.link.canonical`."""
    return f"{SITE}/developer/article/{article_id}"


def profile_url(uid: str) -> str:
    return f"{SITE}/developer/user/{uid}"
