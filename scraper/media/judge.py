"""What an answer to a request for a picture or a file amounts to."""

import re
from hashlib import sha256

from scrapy.http import Response

from scraper import judge as answers
from scraper import pages
from scraper.judge import REFUSALS, page_error
from scraper.media import Media, MediaState, Wanted
from scraper.media.inspect import Inspected, NotMedia, TooLarge, Truncated, inspect
from scraper.pages import PageError, PutOff, RobotsUnreachable

#: Pictures that hosts send in the place of one that they do not, by their sha256.
STAND_INS = {
    # 161×81 pixels, the same in many public lists of such hashes (seen 2026-11)
    "9b5936f4006146e4e1e9025b474c02863c0b5614132ad40db4b925a10e8bfbb9": "Imgur's “no longer available”",
}
#: Addresses that hosts redirect to where a picture is no more; Weibo's have one for each size.
STAND_IN_ADDRESS = re.compile(r"https?://\w+\.sinaimg\.cn/images/default\w*\.gif")
LEAST_BYTES = 100  # of a raster picture; below is a pixel of one colour, or an empty frame
LEAST_PIXELS = 4  # 2×2
_STATES: dict[str, MediaState] = {
    "blocked": "refused",
    "gone": "gone",
    "disallowed": "disallowed",
    "forbidden": "forbidden",
}


def judge(wanted: Wanted, response: Response) -> Media:
    """What a response brought: `held` with its bytes, or why it is not. Asks nobody, decodes nothing."""
    try:
        answers.judge(response)
        found = inspect(response.body, wanted.kind)
    except PageError as error:
        state = state_of(error)
        if state == "refused" and response.status not in REFUSALS:
            state = (
                "failed"  # asked too much, a host that is down, a challenge: no Referer mends it
            )
        return media(wanted, state, str(error), response.status)
    except NotMedia as error:
        state = _unusable(error)
        return media(wanted, state, f"{response.url} brought {error}", response.status)
    reason = why_stand_in(found, response.url)
    judged = media(wanted, "placeholder" if reason else "held", reason, response.status)
    judged.content, judged.media_type = found.content, found.media_type
    judged.width, judged.height = found.width, found.height
    return judged


def media_error(wanted: Wanted, error: BaseException, url: str) -> Media | None:
    """What a request to `url` without a response amounts to; None where it was only put off."""
    known = page_error(error, url)
    if isinstance(known, PutOff):
        return None
    large = isinstance(known, pages.TooLarge)
    reason = f"{url} is larger than media may be (MEDIA_MAXSIZE)" if large else str(known)
    return media(wanted, state_of(known), reason)


def state_of(error: PageError) -> MediaState:
    """The state that a page in this trouble would have, were it a picture."""
    if isinstance(error, pages.TooLarge):
        return "too_large"
    if isinstance(error, RobotsUnreachable):
        return "failed"  # for now
    return _STATES.get(error.seen, "failed")


def why_stand_in(found: Inspected, url: str) -> str:
    """Why a picture, which came from `url`, is none that an author put there; empty if it may be one."""
    if STAND_IN_ADDRESS.match(url):
        return f"sent on to {url}"
    if known := STAND_INS.get(sha256(found.content).hexdigest()):
        return known
    if not found.media_type.startswith("image/") or found.media_type == "image/svg+xml":
        return ""
    if (found.width or 0) * (found.height or 0) <= LEAST_PIXELS:
        return f"{found.width}×{found.height} pixels"
    return f"a picture of {len(found.content)} bytes" if len(found.content) < LEAST_BYTES else ""


def media(wanted: Wanted, state: MediaState, reason: str, status: int | None = None) -> Media:
    """An item without bytes."""
    return Media(
        platform=wanted.platform,
        handle=wanted.handle,
        url=wanted.url,
        state=state,
        reason=reason,
        status=status,
    )


def _unusable(error: NotMedia) -> MediaState:
    if isinstance(error, TooLarge):
        return "too_large"
    return "failed" if isinstance(error, Truncated) else "not_media"
