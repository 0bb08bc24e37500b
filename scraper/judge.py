"""Which error a response, or a failed request, amounts to: told by content, not by status alone."""

import re

from scrapy.exceptions import DownloadCancelledError, IgnoreRequest
from scrapy.http import HtmlResponse, Response

from scraper.net.whole import CUT
from scraper.pages import Blocked, Changed, Disallowed, Failed, Gone, PageError, TooLarge

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
    if CUT in response.flags:
        raise Failed(f"{response.url} is not a whole gzip")
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
