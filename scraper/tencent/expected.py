"""What Tencent Cloud's answers always hold: one without it has another shape, and is not read on.

From the three payloads of articles seen (2025 and 2026), which agree in every key, and from what public
clients read in the rows of FetchUserArticles. A row may lack what others have, so a list is at fault only
where none has it. Names are compared as `scraper.tencent.facts` does.
"""

from collections.abc import Callable
from typing import Any

from scraper.answers import lacking, shown
from scraper.before import Before
from scraper.items import Entry
from scraper.pages import Changed
from scraper.plausible import check_posts, fewer
from scraper.tencent.facts import Facts, is_number, tag_name, time_of, whole_number
from scraper.tencent.walk import ListPage, Walk

Reads = Callable[[Any], object]


def text(value: Any) -> bool:
    return isinstance(value, str)


def name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def listing(value: Any) -> bool:
    return isinstance(value, list)


def number(value: Any) -> bool:
    """Of what is read as text, too."""
    return whole_number(value) is not None


#: The object `articleInfo`, but for `content`, which may stand in the HTML instead.
INFO: dict[str, Reads] = {
    "articleId": number,
    "title": name,
    "createTime": time_of,
    "updateTime": is_number,
    "summary": text,
    "showReadNum": number,
    "likeNum": number,
    "favNum": number,
    "commentNum": number,
    "sourceType": is_number,
    "status": is_number,
}
#: The object around it.
DETAIL: dict[str, Reads] = {"publishTime": time_of, "tags": listing}


def check_article(article: dict[str, Any]) -> None:
    """Raise Changed for the payload of an article that lacks what all have."""
    check(article["articleInfo"], INFO, "articleInfo.")
    check(article, DETAIL, "")
    check_tags(Facts(article))
    author = article.get("authorInfo")
    if not (isinstance(author, dict) and Facts(author).text("nickname")):
        raise lacking("authorInfo.nickname", shown(author))


def check_tags(article: Facts) -> None:
    """Raise Changed for tags of which none has a name."""
    given = article.fields["tags"]
    if given and not any(map(tag_name, given)):
        raise lacking("tags[].tagName", shown(given[0]))


def check(given: dict[str, Any], expected: dict[str, Reads], within: str) -> None:
    facts = Facts(given)
    for name, reads in expected.items():
        value = facts.fields.get(name.lower())
        if not reads(value):
            found = ", ".join(given) if value is None else shown(value)
            raise lacking(f"{within}{name}", found)


def no_articles(rows: list[Any]) -> Changed:
    """What is said of rows of which none is an article."""
    named = any(Facts(row).text("title") for row in rows if isinstance(row, dict))
    return lacking(f"data.list[].{'articleId' if named else 'title'}", shown(rows[0]))


def check_dates(entries: list[Entry]) -> None:
    """Raise Changed for a page of FetchUserArticles on which no article has a date."""
    if entries and not any(entry.published for entry in entries):
        raise lacking("data.list[].writeTime", f"{entries[0].title} without a date")


def implausible(url: str, page: ListPage, walk: Walk, before: Before) -> Changed | None:
    """What is said of a page at `url` whose total is by half less than the posts that were there.

    `walk` has not taken the page yet. Raises OtherPosts for a page of somebody else's. A last page
    without a total is counted.
    """
    known = before.in_listing("posts")
    seen = walk.seen | {entry.source_id for entry in page.entries}
    total = len(seen) if page.total is None and page.last else page.total
    others = walk.others + page.others
    check_posts(url, page.entries, seen, known, None if total is None else total - others)
    return None if walk.doubted else fewer(url, "data.total", len(known), page.total, before)
