"""What a response is, judged by content and not by status alone: one exception class for each meaning.

    PageError
    ├── Blocked      a wall: challenge or refusal. The site may be fine; we are not let in.
    │   └── Login    the wall is a login.
    ├── Gone         the site itself says that the page is no more.
    │   └── AuthorGone  nor its author.
    ├── Changed      the page is there in a shape that we do not know. The program needs repair.
    ├── Disallowed   robots.txt forbids it, or was not to be had: RobotsUnreachable, RobotsWalled.
    ├── Forbidden    an address that is never asked: of a private network, of another scheme.
    ├── PutOff       not asked: the site is left alone for a while.
    │   └── AwaitsRepair  not asked: others of its kind have changed.
    └── Failed       network, server or quota; the next run may well succeed.
        └── TooLarge more bytes or tags than are read.

A spider raises these from a callback, `scraper.judge` for every response before its callback.
"""

from typing import ClassVar

from scrapy.http import Response, TextResponse

from scraper.items import Seen
from scraper.net.redact import redact

#: Characters of what is shown of a changed page.
FOUND = 200


class PageError(Exception):
    """A page that cannot be kept as content; the message is one sentence for people.

    Secrets of addresses in it are hidden: it is printed, logged and kept.
    """

    seen: ClassVar[Seen]
    transient: ClassVar[bool] = False
    missing = found = ""
    counted: ClassVar[str] = ""
    """What the exit code goes by (scraper.exitcode), where that is not `seen`."""

    def __str__(self) -> str:
        return redact(super().__str__())


class Blocked(PageError):
    """A wall in front of the page."""

    seen: ClassVar[Seen] = "blocked"


class Withheld(Blocked):
    """The page without the article: a wall if others are so, too, and else an article without a text."""

    missing = "the article's text"


class Login(Blocked):
    """A page that only those see who log in, where others saw it before."""

    seen = "login"


class Gone(PageError):
    """The site's own word that the page is no more."""

    seen: ClassVar[Seen] = "gone"


class AuthorGone(Gone):
    """The site's own word that it has no such author, or none any more."""

    seen = "author_gone"


class Changed(PageError):
    """A page or answer of a shape that the spider does not know.

    `missing` is the selector or key that it should have, as the program looks for it (`data.list`,
    `#content_views`), and `found` what is in its place, cut to `FOUND` characters: an incident is named by
    the first and repaired by the second.
    """

    seen = "changed"

    def __init__(self, message: str, missing: str = "", found: str = "") -> None:
        super().__init__(message)
        self.missing, self.found = missing, " ".join(found.split())[:FOUND]

    def __str__(self) -> str:
        return lacking(str(self.args[0]), self.missing, self.found)


def lacking(message: str, missing: str, found: str) -> str:
    """One sentence on what a page lacks, and what it has instead."""
    instead = f", instead there is {found}" if found else ""
    named = f": {missing} is missing{instead}" if missing else ""
    return redact(f"{message}{named}")


class Disallowed(PageError):
    """Forbidden by robots.txt."""

    seen: ClassVar[Seen] = "disallowed"


class RobotsUnreachable(Disallowed):
    """Forbidden for now: nobody knows what robots.txt says (RFC 9309, 2.3.1.4)."""

    transient = True


class RobotsWalled(RobotsUnreachable):
    """Forbidden for now: in the place of robots.txt is the wall that is in front of all else, too."""

    seen: ClassVar[Seen] = "blocked"
    transient = False


class PutOff(PageError):
    """Not asked, because the site refused or failed others before (scraper.net.breaker)."""

    seen: ClassVar[Seen] = "blocked"
    transient = True


class AwaitsRepair(PutOff):
    """Not asked, because others of its kind have changed (scraper.sentinel); the same two facts."""

    seen = "changed"

    def __init__(self, message: str, missing: str, found: str) -> None:
        super().__init__(message)
        self.missing, self.found = missing, found

    def __str__(self) -> str:
        return lacking(str(self.args[0]), self.missing, self.found)


class Forbidden(PageError):
    """An address that is never asked, whoever names it (scraper.net.public)."""

    seen = "forbidden"


class Failed(PageError):
    """Not got this time."""

    seen = "failed"
    transient = True


class TooLarge(Failed):
    """More bytes than DOWNLOAD_MAXSIZE, as sent or decompressed, or more tags than are read."""


def encoding_of(response: Response) -> str:
    """How to read a body: as declared, unless it is something else.

    What reads as UTF-8 is UTF-8, for no other encoding looks like it; what is declared as UTF-8 and for
    the most part is none is GB 18030. Hosts of plain files declare one encoding whatever they hold. A
    broken character or two are no reason.
    """
    encoding = response.encoding if isinstance(response, TextResponse) else "utf-8"
    if encoding != "utf-8":
        return "utf-8" if is_utf8(response.body) else encoding
    text = response.body.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(character > "\x7f" for character in text) - broken if broken else 0
    return "gb18030" if broken > whole else "utf-8"


def is_utf8(body: bytes) -> bool:
    """Whether bytes read as UTF-8, and hold more than ASCII."""
    try:
        return not body.decode("utf-8").isascii()
    except UnicodeDecodeError:
        return False


def text_of(response: Response) -> str:
    """A body as text, without a byte order mark; what cannot be decoded becomes U+FFFD."""
    return response.body.decode(encoding_of(response), errors="replace").removeprefix("\ufeff")
