"""Pictures and attached files that posts show. Plain data here: no Scrapy, no SQLite."""

from dataclasses import dataclass, field
from typing import Literal

MediaState = Literal[
    "held",
    "gone",  # the host says that it is no more
    "refused",  # with every Referer
    "placeholder",  # a picture in its place: of a lock, of a logo, of nothing
    "not_media",  # a web page, or bytes of no known type
    "too_large",
    "disallowed",  # by robots.txt
    "forbidden",  # an address that is never asked: of a private network, of another scheme
    "failed",  # not got this time
]
Referer = Literal["none", "platform", "article"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture or a file that a current version shows and the archive has not.

    `post_url` is the post that shows it, `platform` and `handle` whose that is; `referer` is the one
    that last brought something from its host.
    """

    url: str
    kind: Literal["image", "file"]
    post_url: str
    platform: str
    handle: str
    referer: Referer = "none"


@dataclass(kw_only=True, slots=True)
class Media:
    """What became of a picture or a file that posts show.

    `url` is the address that was asked for, `platform` and `handle` whose crawl asked. `content` are
    the bytes to keep, where `state` is `held` or `placeholder`; `media_type` is told by them, `width`
    and `height` are pixels. `referer` is the one of the last request.
    """

    platform: str
    handle: str
    url: str
    state: MediaState
    reason: str = ""
    content: bytes = field(default=b"", metadata={"serializer": len})  # JSON has no bytes
    media_type: str = ""
    width: int | None = None
    height: int | None = None
    referer: Referer = "none"
    status: int | None = None
    type: Literal["media"] = "media"
