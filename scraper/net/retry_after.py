"""When a server says to come back: Retry-After (RFC 9110, 10.2.3), and GitHub's rate limits."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from scrapy.http import Response

#: Where servers say so and mean it; a redirect or a page with such a header is taken as it is.
ASKING = frozenset({403, 429, 503})
SECONDS = re.compile(r"[0-9]+")
#: Ten years are for ever, and fit into every date.
FOR_EVER = 315_360_000.0


def asked_wait(response: Response) -> float | None:
    """The seconds for which a refusal asks to be left alone; None if it does not say.

    GitHub gives the end of a spent quota as X-RateLimit-Reset, in seconds of the epoch (its
    documentation, read 2026-11). Times are counted from the server's own Date, if it sends one.
    """
    if response.status not in ASKING:
        return None
    given = header(response, "Retry-After")
    if SECONDS.fullmatch(given):
        return min(float(given), FOR_EVER)
    end = date(given)
    if end is None and header(response, "X-RateLimit-Remaining") == "0":
        end = seconds(header(response, "X-RateLimit-Reset"))
    if end is None:
        return None
    now = date(header(response, "Date")) or datetime.now(UTC).timestamp()
    return min(max(0.0, end - now), FOR_EVER)


def header(response: Response, name: str) -> str:
    return (response.headers.get(name) or b"").decode("latin-1").strip()


def seconds(text: str) -> float | None:
    return float(text) if SECONDS.fullmatch(text) else None


def date(text: str) -> float | None:
    """An HTTP date as seconds of the epoch; None for what is none."""
    try:
        found = parsedate_to_datetime(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
