"""The many addresses of a post of CSDN's."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

#: /user/article/details/1 · of a custom domain: /article/details/1 · in 2020: /user/java/article/details/1
ARTICLE = re.compile(r"(?:/(?P<user>[^/]+)(?:/[a-z]+)?)?/article/details/(?P<id>[0-9]{1,18})/?")


class Link(NamedTuple):
    """A link to a post: its https address without query, article id, and user if it names one."""

    url: str
    article: str
    user: str | None


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
