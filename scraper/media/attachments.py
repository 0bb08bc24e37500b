"""Files that a post hands to its readers: links to documents, archives, notebooks and tables."""

import re
from collections.abc import Iterator
from typing import cast
from urllib.parse import unquote, urlsplit

import pyromark

ENDINGS = (
    *(".pdf", ".epub", ".doc", ".docx", ".ppt", ".pptx", ".xls", ".xlsx", ".csv", ".ipynb"),
    *(".zip", ".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz"),
)
#: Most posts have no such word, and need not be read for links.
_LIKELY = re.compile("|".join(map(re.escape, ENDINGS)), re.IGNORECASE)
_READER = pyromark.Markdown()


def attachments(markdown: str) -> list[str]:
    """The absolute addresses of attached files, in the order of the text, each once.

    A link counts by the end of its path. One into a repository (`/blob/`) leads to a web page about
    the file. Links in code are text.
    """
    if not _LIKELY.search(markdown):
        return []
    return list(dict.fromkeys(url for url in _links(markdown) if _is_file(url)))


def _links(markdown: str) -> Iterator[str]:
    for event in _READER.events(markdown):
        match event:
            case {"Start": {"Link": link}}:
                yield cast(dict[str, str], link)["dest_url"]


def _is_file(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    path = unquote(parts.path)
    of_the_web = parts.scheme in ("http", "https") and bool(parts.netloc)
    return of_the_web and path.lower().endswith(ENDINGS) and "/blob/" not in path
