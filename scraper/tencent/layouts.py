"""An article's facts in its HTML, in the layouts since 2018: what is left where a page has no JSON.

| years | container | title | time |
|---|---|---|---|
| 2018–19 | `.c-markdown.J-articleContent` | `.col-article-title` | |
| 2020–22 | `.rno-markdown.J-articleContent` | `.article-title` | `.article-infos time[datetime]` |
| 2022–25 | `.mod-content__markdown .rno-markdown` | `.title-text` | `.mod-article-source__detail` |

The layout since 2025-11 fills its container by script, from the JSON.
"""

import re
from datetime import UTC, datetime
from urllib.parse import urljoin

from lxml.html import HtmlElement

from scraper.body.tree import select
from scraper.counts import count
from scraper.dates import moment
from scraper.items import Entry, Link, Moment, Post
from scraper.tencent.facts import SITE, article_url
from scraper.tencent.markup import first_line, folded, has_class, line, strings
from scraper.tencent.panels import ABSOLUTE

BODIES = select(f"//*[{has_class('rno-markdown', 'J-articleContent', 'mod-content__markdown')}]")
PICTURES = select(".//img | .//*[@dataurl]")
TITLES = select(
    f"//*[{has_class('title-text', 'article-title', 'col-article-title', 'J-articleTitle')}] | //h1"
)
HEADERS = select(f"//*[{has_class('article-infos', 'mod-article-source')}]")
READS_BOXES = select(f"//*[{has_class('article-info')}]")
TIMES = strings(".//time/@datetime")
TEXTS = strings("//body//text()[not(ancestor::script or ancestor::style)]")
META_TIMES = strings("//meta[@name='subject-time']/@content")
AUTHORS = select(f"//*[{has_class('mod-article-source__name')}]")
TAGS = select(
    "//a[contains(@href, '/developer/tag/') or contains(@href, '/developer/search/article-')]"
    f"[not(ancestor::*[{has_class('cdc-article-panel', 'rno-markdown', 'J-articleContent')}])]"
)
COLUMNS = select(f"//a[{has_class('cdc-special-guide-name')}]")
READS = re.compile(r"阅读\s*([0-9][0-9.,]*[KkWw万]?)")
#: Words of the community's removed articles. None was seen: these are what such a page may say.
REMOVED = re.compile(r"文章(?:不存在|已(?:被)?(?:删除|下架))|内容(?:不存在|已被删除)|页面不存在")
#: Words of a login; every page's header has "登录/注册". None was seen in an article's place.
LOGIN = re.compile(r"请(?:先|您)?登录|登录后(?:可见|查看|阅读|继续)|(?:微信|QQ|扫码)登录")
#: A page that says so is short; a longer one is an article about it.
NOTICE = 2_000


def has_body(root: HtmlElement) -> bool:
    """Whether a container of an article's content is on the page, with something in it."""
    return any(line(body) or PICTURES(body) for body in BODIES(root))


def removed(root: HtmlElement) -> str | None:
    """The words by which a page says that its article is no more, or None."""
    return notice(root, REMOVED)


def asks_for_login(root: HtmlElement) -> bool:
    """Whether a page without an article wants a login: a guess, as its words are."""
    return notice(root, LOGIN) is not None


def notice(root: HtmlElement, words: re.Pattern[str]) -> str | None:
    """What a short page says, of some words."""
    text = folded(" ".join(TEXTS(root)))
    found = words.search(text) if len(text) < NOTICE else None
    return found and found[0]


def shown_post(root: HtmlElement, entry: Entry) -> Post:
    """The article that a page shows; a title that it does not show is the listing's."""
    columns = {line(a): urljoin(SITE, a.get("href")) for a in COLUMNS(root)}
    reads = next((m[1] for box in READS_BOXES(root) if (m := READS.search(line(box)))), "")
    views = count(reads)
    return Post(
        platform=entry.platform,
        handle=entry.handle,
        source_id=entry.source_id,
        url=article_url(entry.source_id),
        title=first_line(TITLES(root)) or entry.title,
        author=first_line(AUTHORS(root)),
        published=published(root),
        tags=tuple(dict.fromkeys(line(tag).lstrip("#") for tag in TAGS(root))),
        columns=tuple(columns),
        metrics={} if views is None else {"views": views},
        links=tuple(Link(role="column", url=url, label=name) for name, url in columns.items()),
    )


def published(root: HtmlElement) -> Moment | None:
    """The absolute time in the head of the article; a relative one stands beside it."""
    given = [time for header in HEADERS(root) for time in TIMES(header)]
    given += [m[0] for header in HEADERS(root) if (m := ABSOLUTE.search(line(header)))]
    given += META_TIMES(root)
    return moment(given[0], now=datetime.now(UTC)) if given else None
