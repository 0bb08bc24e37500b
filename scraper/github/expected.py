"""What a repository's files still have to be: the ones that its tree names, listing what they listed."""

import hashlib
import re

from scrapy.http import HtmlResponse, Response

from scraper.pages import Changed, Gone, PageError, text_of

SHA = re.compile("[0-9a-f]{40}")
#: Archived notes of a README; of fewer an author may take most away.
FEW = 4
#: Files that the tree names and the host of files does not have.
MOST_ABSENT = 3


def check_index(url: str, readme: str, text: str, listed: set[str], known: set[str]) -> None:
    """Raise Changed for a README that lists nothing, or not half of the archived notes it listed.

    `listed` and `known` are source ids, `text` is what the README at `url` says.
    """
    left = known & listed
    if listed and (len(known) < FEW or len(left) * 2 >= len(known)):
        return
    lists = f"{len(left)} of {len(known)} archived" if listed else "no"
    raise Changed(f"{url} lists {lists} notes", missing=f"{readme}: entries", found=text)


def is_current(response: Response, version: str | None) -> bool:
    """Whether a file is what the tree names (`version`, a blob sha), as far as that can be told.

    Raises Changed for a web page in its place: the host of files sends text alone.
    """
    if not version or not SHA.fullmatch(version) or version == blob_sha(response.body):
        return True
    if isinstance(response, HtmlResponse):
        found = text_of(response)
        raise Changed(f"{response.url} is a web page", "Content-Type: text/plain", found)
    return False


def not_sent(gone: Gone, times: int) -> PageError:
    """What the absence of a file that the tree names amounts to, the so manieth of a repository.

    One may have been deleted this minute; of some it is the host of files that has another shape.
    """
    if times < MOST_ABSENT:
        return gone
    return Changed(f"{gone}, and the tree names it", "HEAD/PATH", "404")


def blob_sha(body: bytes) -> str:
    """What Git calls a file with this content."""
    return hashlib.sha1(b"blob %d\0" % len(body) + body, usedforsecurity=False).hexdigest()
