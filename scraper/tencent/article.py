"""An article's page → Post: from the JSON it carries, else from its HTML.

Seen: three pages of 2025 and 2026 with JSON, HTML of four layouts since 2018. Not seen: a deleted
article, an article under review; how they are told is a guess.
"""

import re
from typing import Any

from scraper.body.payload import NEXT_DATA, NoPayload, detail, shape
from scraper.items import Entry, Link, Post, SourceFormat
from scraper.pages import Changed, Gone, Login
from scraper.tencent.expected import check_article
from scraper.tencent.facts import SITE, Facts, article_url, is_number, listed
from scraper.tencent.layouts import TITLES, asks_for_login, has_body, removed, shown_post
from scraper.tencent.markup import first_line, tree_of

#: `articleInfo.status` of every public article seen.
PUBLIC = 2
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def read_post(page: str, entry: Entry) -> Post:
    """The article on the page that `entry` led to.

    Raises Gone where the site says that it is not public, and Changed, naming what is missing, where
    the page holds another article or none.
    """
    try:
        article = detail(page, entry.url)
    except NoPayload as error:
        return without_payload(page, entry, error)
    info = Facts(article["articleInfo"])
    check(info, entry)
    check_article(article)
    return post_of(article, info, entry, source_format(article, page, entry))


def author_of(page: str, url: str) -> str | None:
    """The uid of the author of the article on a page, where the page carries it as JSON."""
    try:
        author = detail(page, url).get("authorInfo")
    except NoPayload:
        return None
    uid = Facts(author).first("uid") if isinstance(author, dict) else None
    return str(uid) if is_number(uid) else None


def without_payload(page: str, entry: Entry, error: NoPayload) -> Post:
    """The article in the HTML of a page; the same errors."""
    root = tree_of(page, entry.url)
    if error.missing == NEXT_DATA and has_body(root):
        return shown_post(root, entry)
    if notice := removed(root):
        raise Gone(f"{entry.url} says: {notice}") from error
    if asks_for_login(root):
        raise Login(f"{entry.url} shows a login in place of the article") from error
    found = first_line(TITLES(root)) or ""
    raise Changed(f"{entry.url} holds no article ({error})", error.missing, found) from error


def check(info: Facts, entry: Entry) -> None:
    """Raise a PageError unless this is the public article that was asked for."""
    found = info.first("articleid")
    if str(found) != entry.source_id:
        message = f"{entry.url} holds the article {found} instead"
        raise Changed(message, "articleInfo.articleId", str(found or ", ".join(info.fields)))
    status = info.fields.get("status")
    if is_number(status) and status != PUBLIC:
        raise Gone(f"{entry.url} is not public: its status is {status}, not {PUBLIC}")


def source_format(article: dict[str, Any], page: str, entry: Entry) -> SourceFormat:
    """How the content is held: in the JSON, else in the HTML. Raises Changed where it is in neither."""
    try:
        return shape(article)[0]
    except NoPayload as error:
        if has_body(tree_of(page, entry.url)):
            return "html"
        raise Changed(
            f"{entry.url} holds an article without content", error.missing, str(error)
        ) from error


def post_of(article: dict[str, Any], info: Facts, entry: Entry, form: SourceFormat) -> Post:
    whole, author = Facts(article), article.get("authorInfo")
    columns = columns_of(article)
    return Post(
        platform=entry.platform,
        handle=entry.handle,
        source_id=entry.source_id,
        url=article_url(entry.source_id),
        title=info.text("title") or "",
        summary=info.text("usersummary", "summary"),
        kind=info.kind,
        author=Facts(author).text("nickname") if isinstance(author, dict) else None,
        published=whole.time("publishtime") or info.time("createtime"),
        updated=info.time("updatetime"),
        tags=whole.tags,
        columns=tuple(link.label for link in columns),
        metrics=info.metrics,
        links=(*columns, *original(article)),
        source_format=form,
    )


def columns_of(article: dict[str, Any]) -> tuple[Link, ...]:
    """The author's columns that the article is in."""
    given = listed(article.get("columnList")) or [article.get("columnInfo")]
    found = [Facts(column) for column in given if isinstance(column, dict)]
    return tuple(
        Link(role="column", url=f"{SITE}/developer/column/{column.first('columnid')}", label=name)
        for column in found
        if column.first("columnid") and (name := column.text("columnname"))
    )


def original(article: dict[str, Any]) -> tuple[Link, ...]:
    """Where a moved or reposted article first stood, labelled with who wrote it and when.

    The day can be garbled: `2024-11-242024-11-24` was seen.
    """
    given = article.get("sourceDetail")
    source = Facts(given if isinstance(given, dict) else {})
    url = source.text("sourcelink")
    if not url:
        return ()
    day = DAY.search(source.text("originaltime") or "")
    author = source.text("sourceauthor", "wechatnickname", "channelsource")
    label = " ".join(part for part in (author, day and day[0]) if part)
    return (Link(role="original", url=url, label=label),)
