"""What a response is, judged by content and not by status alone: one exception class for each meaning.

    PageError
    ├── Blocked      a wall: challenge, login, refusal. The site may be fine; we are not let in.
    ├── Gone         the site itself says that the page is no more.
    ├── Changed      the page is there in a shape that we do not know. The program needs repair.
    ├── Disallowed   robots.txt forbids it, or was not to be had.
    ├── Forbidden    an address that is never asked: of a private network, of another scheme.
    ├── PutOff       not asked: the site is left alone for a while.
    └── Failed       network, server or quota; the next run may well succeed.
        └── TooLarge more bytes or tags than are read.

A spider raises these from a callback, `judge` raises them for every response before its callback.
"""

import re
from typing import ClassVar

from scrapy.exceptions import DownloadCancelledError, IgnoreRequest
from scrapy.http import HtmlResponse, Response, TextResponse

from scraper.items import Seen
from scraper.net.redact import redact

#: Marks of a challenge page that is served with status 200: Aliyun's acw_sc__v2 (CSDN, 2019),
#: Tencent EdgeOne, and the title of CSDN's captcha page. None of them occurs in a good page seen.
CHALLENGE = re.compile(
    rb"<script>\s*var arg1=|EO_Bot_Ssid|__tst_status"
    rb"|<title>\s*(?:%b)" % "|".join(["安全验证", "访问验证", "人机验证"]).encode()
)
#: A challenge is a small page. What is larger and holds such a mark is an article about it.
CHALLENGE_BYTES = 20_000
#: Refusals that another Referer may mend, when it is a picture that was asked for.
REFUSALS = frozenset({401, 402, 403, 407, 418, 567})
#: 521 is CSDN's wall, 567 Tencent EdgeOne's.
WALLS = REFUSALS | {429, 521}
TOMBSTONES = frozenset({404, 410, 451})


#: The fullest page seen has 28,000 tags; 350,000 took half a minute and 133 MB (measured).
MOST_TAGS = 100_000


class PageError(Exception):
    """A page that cannot be kept as content; the message is one sentence for people.

    Secrets of addresses in it are hidden: it is printed, logged and kept.
    """

    seen: ClassVar[Seen]
    transient: ClassVar[bool] = False

    def __str__(self) -> str:
        return redact(super().__str__())


class Blocked(PageError):
    """A wall in front of the page."""

    seen = "blocked"


class Gone(PageError):
    """The site's own word that the page is no more."""

    seen = "gone"


class Changed(PageError):
    """A page or answer of a shape that the spider does not know; names what is missing."""

    seen = "changed"


class Disallowed(PageError):
    """Forbidden by robots.txt."""

    seen = "disallowed"


class RobotsUnreachable(Disallowed):
    """Forbidden for now: nobody knows what robots.txt says (RFC 9309, 2.3.1.4)."""

    transient = True


class PutOff(PageError):
    """Not asked, because the site refused or failed others before (scraper.net.breaker)."""

    seen = "blocked"
    transient = True


class Forbidden(PageError):
    """An address that is never asked, whoever names it (scraper.net.public)."""

    seen = "forbidden"


class Failed(PageError):
    """Not got this time."""

    seen = "failed"
    transient = True


class TooLarge(Failed):
    """More bytes than DOWNLOAD_MAXSIZE, as sent or decompressed, or more tags than are read."""


def judge(response: Response) -> None:
    """Raise a PageError unless the response can be given to its callback."""
    status = response.status
    if status in WALLS and later(response):
        raise Failed(f"the request quota of {response.url} is spent")
    if status in WALLS:
        raise Blocked(f"{response.url} refused with status {status}")
    if status in TOMBSTONES:
        raise Gone(f"{response.url} answered {status}")
    if status >= 500:
        raise Failed(f"{response.url} answered {status}")
    if not 200 <= status < 300:
        raise Changed(f"{response.url} answered with an unexpected status {status}")
    if len(response.body) < CHALLENGE_BYTES and CHALLENGE.search(response.body):
        raise Blocked(f"{response.url} answered with a challenge page")
    if isinstance(response, HtmlResponse) and response.body.count(b"<") > MOST_TAGS:
        raise TooLarge(f"{response.url} has more than {MOST_TAGS} tags")


def later(response: Response) -> bool:
    """Whether a refusal is a spent quota: none remains, or the site says when to come back, or why.

    GitHub's secondary limits may come with quota left and without a time (KnpLabs/php-github-api#1072,
    hub4j/github-api#1805); only the message tells.
    """
    headers, message = response.headers, response.body[:2000].lower()
    spent = headers.get("X-RateLimit-Remaining") == b"0" or b"rate limit" in message
    return spent or "Retry-After" in headers


def page_error(error: BaseException, url: str) -> PageError:
    """The PageError that a failure of a request to `url` amounts to.

    What is neither a PageError nor a failed download is a defect of the parser, met by a page that
    its author had not seen: `Changed`.
    """
    if isinstance(error, PageError):
        return error
    if isinstance(error, DownloadCancelledError) or "exceeded DOWNLOAD_MAXSIZE" in str(error):
        return TooLarge(f"{url} is larger than is read (DOWNLOAD_MAXSIZE)")
    if isinstance(error, IgnoreRequest):
        text = str(error)
        return (
            Disallowed(f"robots.txt forbids {url}")
            if "robots" in text
            else Failed(f"{url}: {text}")
        )
    if type(error).__module__.startswith(("scrapy.", "twisted.")):
        return Failed(f"{url}: {words(error)}")
    return Changed(f"{url} cannot be read: {type(error).__name__}: {error}")


def words(error: BaseException) -> str:
    """What a failed download says, for people: Twisted shows the list of its reasons as they are in Python."""
    return FAILURE.sub(r"\1", str(error)) or type(error).__name__


#: `[<twisted.python.failure.Failure twisted.internet.error.ConnectionLost: Connection … lost.>]`
FAILURE = re.compile(r"\[?<twisted\.python\.failure\.Failure [\w.]+: (.*?)>\]?(?=$|, )", re.DOTALL)


def encoding_of(response: Response) -> str:
    """How to read a body: as declared, or as GB 18030 where UTF-8 is declared and most of it is none.

    Hosts of plain files declare UTF-8 whatever they hold. A broken character or two are no reason.
    """
    encoding = response.encoding if isinstance(response, TextResponse) else "utf-8"
    if encoding != "utf-8":
        return encoding
    text = response.body.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(character > "\x7f" for character in text) - broken if broken else 0
    return "gb18030" if broken > whole else "utf-8"


def text_of(response: Response) -> str:
    """A body as text, without a byte order mark; what cannot be decoded becomes U+FFFD."""
    return response.body.decode(encoding_of(response), errors="replace").removeprefix("\ufeff")
