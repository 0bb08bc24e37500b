"""The dates that a reader sees beside the title: "Apr 05, 2018", "发表于 2024-10-17"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from lxml.html import HtmlElement

from scraper.blog.post_dates import without_midnight
from scraper.dates import moment
from scraper.items import Moment
from scraper.text import folded

MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
CLOCK = r"(?:,?[ T]\d{1,2}:\d{2}(?::\d{2})?(?! ?[AP]M))?"
DATE = re.compile(
    rf"(?<![\w./-])(?:(?:19|20)\d\d(?:[-/.]| ?年 ?)\d{{1,2}}(?:[-/.]| ?月 ?)\d{{1,2}}(?: ?日)?{CLOCK}"
    rf"|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? (?:19|20)\d\d"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? {MONTH},? (?:19|20)\d\d)(?![\w/-])"
)
ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)")
#: What stands before the time of a change.
CHANGED = re.compile(
    r"(?:更新|修改|updated?|modified|edited|revised)\W{0,3}(?:于|on|at|时间|日期)?\W{0,3}$", re.I
)
#: Longer lines are sentences of the post.
LONGEST_LINE = 200
#: What may stand before a date in an element that does not say that it holds one.
LABEL = re.compile(
    r"\W*(?:(?:posted|published|written|created|date|by|on|at|发表|发布|创建|写|日期|时间|于)\W*)*",
    re.I,
)
NAMED = re.compile(r"meta|date|time|info|publish|byline|posted|details|subtitle", re.I)
#: How far from the title: levels up, elements before it and after it on each.
LEVELS, BEFORE, AFTER = 4, 3, 4
#: Text that is not of this post.
ELSEWHERE = frozenset({"nav", "aside", "footer", "script", "style", "form", "button", "pre"})


#: Elements that, with a link in them and the title outside, are teasers of other posts.
TEASERS = ("article", "li", "tr")


@dataclass
class Dated:
    """The times found, as published and as updated."""

    published: list[Moment] = field(default_factory=list)
    updated: list[Moment] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.published)


def times_beside(heading: HtmlElement, now: datetime) -> Dated:
    """The times in the elements around a title, of the nearest that has any."""
    changed: list[Moment] = []
    for element in around(heading):
        found = times_in(element, now)
        changed += found.updated
        if found:
            return Dated(found.published, changed)
    return Dated([], changed)


def around(heading: HtmlElement) -> Iterator[HtmlElement]:
    """The elements beside a heading, then beside what holds it, and so on."""
    level: HtmlElement | None = heading
    for _ in range(LEVELS):
        if level is None or level.tag in ("article", "main", "body"):
            return
        yield from islice(level.itersiblings(preceding=True), BEFORE)
        yield from islice(level.itersiblings(), AFTER)
        level = level.getparent()


def times_in(element: HtmlElement, now: datetime) -> Dated:
    """The times in one element: of its `<time>`s, and as it shows them."""
    text = folded(" ".join(element.itertext())) if isinstance(element.tag, str) else ""
    if element.tag in ELSEWHERE or not text or len(text) > LONGEST_LINE:
        return Dated()
    if any(map(of_others, element.iter("h2", "h3", *TEASERS))):
        return Dated()
    written = [time.get("datetime") for time in element.iter("time") if time.get("datetime")]
    return sorted_out(text, written, said_to_date(element), now)


def of_others(element: HtmlElement) -> bool:
    """Whether an element begins another section, or is a teaser of another post with its date."""
    if element.tag not in TEASERS:
        return True
    dated = element.find(".//time") is not None or DATE.search(" ".join(element.itertext()))
    return bool(dated) and element.find(".//a[@href]") is not None


def sorted_out(text: str, written: list[str], named: bool, now: datetime) -> Dated:
    """The times that a line shows, by the label before each; `written` are those in its markup."""
    found = Dated()
    for match in DATE.finditer(text):
        before = text[: match.start()]
        shown = without_midnight(moment(ORDINAL.sub("", match[0]), now=now))
        if not shown:
            continue
        if CHANGED.search(before):
            found.updated.append(shown)
        elif not found.published and (named or LABEL.fullmatch(before)):
            found.published.append(shown)
    exact = [known for text in written if (known := without_midnight(moment(text, now=now)))]
    if exact and not found.updated:
        found.published[:0] = exact[:1]
    return found


def said_to_date(element: HtmlElement) -> bool:
    """Whether an element, or one in it, says by its name that it holds a date."""
    return any(
        inner.tag == "time" or NAMED.search(f"{inner.get('class')} {inner.get('id')}")
        for inner in element.iter("*")
    )
