"""A blog's address, its feed's, or a bare host → the handle that stays: host and path."""

import re
from urllib.parse import urlsplit

from scraper.blog.addresses import absolute, host_of, path_of
from scraper.blog.side_pages import segments
from scraper.configuration import ConfigurationError

#: The file of a feed; its folder, less one that holds feeds only, is the blog's.
FEED_FILE = re.compile(r"\.(?:xml|rss|atom|json|rdf)$", re.IGNORECASE)
FEED_FOLDERS = frozenset({"feed", "feeds", "rss", "atom"})
#: A host of more than one label, or a numeric address; and a port.
HOST = re.compile(
    r"(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,}(?::[0-9]+)?|localhost:[0-9]+"
)


def blog_at(address: str) -> tuple[str, str]:
    """The handle and the full address of a blog.

    Raises ConfigurationError for what is no address of a blog.
    """
    given = address.strip()
    url = absolute(given if "://" in given else f"https://{given}", "")
    if not url or not HOST.fullmatch(urlsplit(url).netloc):
        raise ConfigurationError(
            "no blog's address; expected https://HOST/, with a path where the blog has one, or the"
            " address of its feed"
        )
    return "/".join([host_of(url), *blog_path(path_of(url))]), url


def blog_path(path: str) -> list[str]:
    """The parts of a blog's own path, from its address or its feed's."""
    parts = list(segments(path))
    if parts and FEED_FILE.search(parts[-1]):
        parts.pop()
        while parts and parts[-1].lower() in FEED_FOLDERS:
            parts.pop()
    return parts
