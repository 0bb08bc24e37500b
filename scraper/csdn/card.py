"""CSDN's profile card: from the profile page and the tab counts to a Profile.

The page's state was seen as a working client of 2026 reads it; the names and numbers in its HTML, and
those of the card beside older lists and articles, in saved pages of 2020, 2021 and 2024.
"""

import json
import re
from dataclasses import replace
from types import NoneType
from typing import Any

from parsel import Selector

from scraper.answers import lacking, part, shown
from scraper.csdn.values import beijing, count_in, counted, counts, folded, joined
from scraper.items import Profile
from scraper.pages import Changed

#: What the tabs of a profile are called in get-tab-total → what a Profile declares.
TABS = {"blog": "posts", "ask": "questions", "blogColumn": "columns", "download": "downloads"}
STATE_NAME = "window.__INITIAL_STATE__"
STATE = re.compile(r"window\.__INITIAL_STATE__\s*=\s*(?=\{)")
USER = "pageData.data.baseInfo.userModule"
ACHIEVED = "pageData.data.baseInfo.achievementModule"
#: What the state always names, if only with null.
STATED = {
    USER: ("username", "nickname", "introduction", "registrationTime"),
    ACHIEVED: ("originalCount", "fansCount", "followCount"),
}
METRICS = {
    "originals": "originalCount",
    "rank": "rank",
    "followers": "fansCount",
    "following": "followCount",
    "visits": "wholeSiteViewCount.total",
}
#: The words beside the numbers, whose order differs from page to page.
METRIC_WORDS = {
    "原创": "originals",
    "排名": "rank",
    "总排名": "rank",
    "粉丝": "followers",
    "总访问量": "visits",
    "访问": "visits",
    "获赞": "likes",
    "评论": "comments",
    "收藏": "collects",
}


def tab_totals(data: dict[str, Any]) -> dict[str, int]:
    """How many posts, questions, columns and downloads a profile has, from get-tab-total's data.

    Raises Changed where it does not count the posts.
    """
    posts = part(data, "blog", int, str, within="data.")
    if counted(posts) is None:
        raise lacking("data.blog", shown(posts))
    return counts({ours: data.get(theirs) for theirs, ours in TABS.items()})


def card(page: Selector, profile: Profile, url: str) -> Profile:
    """The profile with what its page tells. Region and gender are not read.

    Raises Changed for a page without a card, or with somebody else's.
    """
    state = initial_state(page)
    user, achieved = inner(state, USER), inner(state, ACHIEVED)
    shown = {ours: inner(achieved, theirs) for ours, theirs in METRICS.items()}
    metrics = html_metrics(page) | counts(shown)
    if not user and not metrics:
        raise Changed(f"{url} shows no profile card", STATE_NAME, joined(page.css("title")))
    owner = text(inner(user, "username")) or profile.handle
    if owner.lower() != profile.handle.lower():
        raise Changed(f"{url} is of another user", f"{USER}.username", owner)
    return replace(
        profile,
        name=text(inner(user, "nickname")),
        bio=text(inner(user, "introduction")),
        avatar=text(inner(user, "avatar")),
        level=text(inner(user, "level")),
        joined=beijing(inner(user, "registrationTime")),
        code_age=text(inner(user, "codeAge.desc")) or html_code_age(page),
        metrics=metrics,
    )


def check_state(page: Selector, url: str) -> None:
    """Raise Changed for a profile page without the state that its own program starts from.

    Only a saved page of 2024, cut short, was seen without. What else pages show lacks name and bio.
    """
    state = initial_state(page)
    if state is None:
        raise Changed(f"{url} shows no profile card", STATE_NAME, joined(page.css("title")))
    for module, names in STATED.items():
        given = part(state, module, dict)
        for name in names:
            part(given, name, str, int, NoneType, within=f"{module}.")


def initial_state(page: Selector) -> Any:
    """The state that the page's own program starts from; None if there is none to read."""
    for script in page.css("script::text").getall():
        if begin := STATE.search(script):
            try:
                return json.JSONDecoder().raw_decode(script, begin.end())[0]
            except (ValueError, RecursionError):
                return None
    return None


def inner(value: Any, path: str) -> Any:
    """What lies under a path of keys; None where the path breaks off."""
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def text(value: object) -> str | None:
    """A value as text; nothing for what is empty or no scalar."""
    return folded(str(value)) or None if isinstance(value, str | int) else None


def html_metrics(page: Selector) -> dict[str, int]:
    """Counters by the words beside them."""
    found: dict[str, int | None] = {}
    for number in page.css(".user-profile-statistics-num"):
        word = joined(number.xpath("following-sibling::*[1]"))
        found[METRIC_WORDS.get(word, "")] = count_in(joined(number))
    for pair in page.css(".data-info dl[title]"):  # the text may be rounded, the title is exact
        words = {joined(part) for part in pair.css("dt, dd")} & METRIC_WORDS.keys()
        found[METRIC_WORDS[words.pop()] if words else ""] = count_in(pair.attrib["title"])
    for line in page.css(".aside-common-box-content-text"):
        if "次点赞" in (said := joined(line)):
            found["likes"] = count_in(said)
    return counts({name: value for name, value in found.items() if name})


def html_code_age(page: Selector) -> str | None:
    """ "码龄8年", in the two places where it was seen."""
    shown = [joined(node) for node in page.css(".person-code-age span, .personal-home-page")]
    return next((text for text in shown if text.startswith("码龄")), None)
