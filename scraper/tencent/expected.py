"""What Tencent Cloud's answers always hold: one without it has another shape, and is not read on.

From the three payloads of articles seen (2025 and 2026), which agree in every key, and from what public
clients read in the rows of FetchUserArticles. A row may lack what others have, so a list is at fault only
where none has it. Names are compared as `scraper.tencent.facts` does.
"""

from collections.abc import Callable
from typing import Any

from scraper.answers import lacking, shown
from scraper.items import Entry
from scraper.pages import Changed
from scraper.tencent.facts import Facts, is_number, time_of

Reads = Callable[[Any], object]


def text(value: Any) -> bool:
    return isinstance(value, str)


def listing(value: Any) -> bool:
    return isinstance(value, list)


#: The object `articleInfo`, but for `content`, which may stand in the HTML instead.
INFO: dict[str, Reads] = {
    "articleId": is_number,
    "title": text,
    "createTime": time_of,
    "updateTime": is_number,
    "summary": text,
    "showReadNum": is_number,
    "likeNum": is_number,
    "favNum": is_number,
    "commentNum": is_number,
    "sourceType": is_number,
    "status": is_number,
}
#: The object around it.
DETAIL: dict[str, Reads] = {"publishTime": time_of, "tags": listing}


def check_article(article: dict[str, Any]) -> None:
    """Raise Changed for the payload of an article that lacks what all have."""
    check(article["articleInfo"], INFO, "articleInfo.")
    check(article, DETAIL, "")
    author = article.get("authorInfo")
    if not (isinstance(author, dict) and Facts(author).text("nickname")):
        raise lacking("authorInfo.nickname", shown(author))


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
