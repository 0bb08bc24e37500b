"""The card of a profile: who it is, since when, and its counters.

Read by the words it shows, for the markup of today's card is not known. Its words were seen in 2026.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from lxml.html import HtmlElement

from scraper.body.tree import select
from scraper.counts import count
from scraper.dates import moment
from scraper.items import Profile
from scraper.pages import AuthorGone, Changed
from scraper.tencent.facts import USER, Facts
from scraper.tencent.lists import scripts
from scraper.tencent.markup import first_line, folded, line, strings

TEXTS = strings("//body//text()[not(ancestor::script or ancestor::style)]")
TITLES = select("//title")
NUMBER = r"\s*([0-9][0-9.,]*\s*[KkWwMm万]?)"
METRICS = {
    "likes": re.compile(rf"获得{NUMBER}\s*次赞同"),
    "reads": re.compile(rf"文章被阅读{NUMBER}\s*次"),
    "following": re.compile(rf"关注了\s*[:：]{NUMBER}"),
    "followers": re.compile(rf"关注者\s*[:：]{NUMBER}"),
}
JOINED = re.compile(r"加入社区时间\s*[:：]?\s*(\d{4}-\d{2}-\d{2})")
LEVEL = re.compile(r"(?<![A-Za-z0-9])LV\s?\d+(?!\d)")
#: Words in the place of a user who is no more. None was seen: these are what such a page may say.
UNKNOWN = re.compile(r"用户(?:不存在|已注销|已被封禁)|页面不存在")
#: Characters; a page that says so is short.
NOTICE = 2_000
#: What the card says where its owner has said nothing.
UNFILLED = "暂未填写"
#: The lines of 个人简介, in order: company and position, about, skills, school, website, city.
LINES, ABOUT = 6, 1


def with_card(profile: Profile, root: HtmlElement) -> Profile:
    """The profile with what its page says of it.

    Raises Changed where the page has none of the card's words.
    """
    lines = [text for text in map(folded, TEXTS(root)) if text]
    text = " ".join(lines)
    numbers = {name: count(m[1]) for name, words in METRICS.items() if (m := words.search(text))}
    joined, level, user = JOINED.search(text), LEVEL.search(text), user_of(root, profile.handle)
    if not (numbers or joined):
        if UNKNOWN.search(text[:NOTICE]) and len(text) < NOTICE:
            raise AuthorGone(f"{profile.url} says that there is no such user")
        raise Changed(f"{profile.url} shows no profile card", "加入社区时间", text)
    return replace(
        profile,
        name=user.text("nickname") or linked_name(root, profile.handle) or titled_name(root),
        bio=user.text("introduce") or about(lines),
        avatar=user.text("avatarurl"),
        level=level and level[0].replace(" ", ""),
        joined=joined and moment(joined[1], now=datetime.now(UTC)),
        metrics={name: number for name, number in numbers.items() if number is not None},
    )


def user_of(root: HtmlElement, handle: str) -> Facts:
    """The object of this user in the scripts of the page, as `user/detail` has it, or nothing."""
    stack: list[Any] = list(scripts(root))
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            facts = Facts(node)
            if str(facts.first("uid")) == handle and facts.text("nickname"):
                return facts
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    return Facts({})


def linked_name(root: HtmlElement, handle: str) -> str | None:
    """The name on links to this profile."""
    for link in root.iter("a"):
        user = USER.search(link.get("href") or "")
        if user and user[1] == handle and line(link):
            return line(link)
    return None


def titled_name(root: HtmlElement) -> str | None:
    """What the page's title begins with: `<name> - 个人中心 - …`, which is a guess."""
    name, separator, _ = (first_line(TITLES(root)) or "").partition(" - ")
    return (name.strip() or None) if separator else None


def about(lines: list[str]) -> str | None:
    """What the owner says of himself; None where the card does not have its six lines."""
    if "个人简介" not in lines:
        return None
    start = lines.index("个人简介") + 1
    said = lines[start : start + LINES + 1]
    whole = len(said) > LINES and said[LINES].startswith("加入社区时间")
    return said[ABOUT] if whole and not said[ABOUT].startswith(UNFILLED) else None
