"""CSDN's article page, of every era since 2018: from the page to a Post.

Seen: raw pages of 2020-04, 2024-12 and 2025-12, a browser's copy of 2020-07. What the page's own
program states (`var postTime = …`) is exact and comes first; the text beside it is often rounded, or
about something else: "最新推荐文章于 … 发布" dates another article, and `<title>`, `meta keywords` and
`landingWord` hold search words. No locked page was seen raw: its marks are those of a converted copy of
2025 and of public clients. How a repost links to its original is a guess.
"""

import re
from collections.abc import Iterable, Iterator

from scraper.body.tree import Element, holds
from scraper.csdn.expected import check_frame, missing
from scraper.csdn.frame import Frame, line
from scraper.csdn.links import link_to_post
from scraper.csdn.values import KINDS, beijing, count_in, counted, counts, kind_in
from scraper.items import Entry, Link, Moment, Post
from scraper.pages import Gone, Login, Withheld

SHOWN = holds(".//text()[normalize-space()][not(ancestor::style)] | .//img | .//iframe")
PUBLISHED = re.compile(r'首发[:：]\s*([0-9 :-]{16,19})|"pubDate":\s*"([0-9T:-]{16,19})"')
EDITED = re.compile(r"(?:最后发布[:：于]|已于)\s*([0-9 :-]{16,19})")
#: Where the count stands, from the newest template to the oldest.
LIKES = ("#blog-digg-num", "#spanCount", "#supportCount")
COLLECTS = ("#get-collection", ".get-collection")
KIND = (".article-type-text", ".article-type")
COPYRIGHT = (".article-copyright", ".slide-content-box-new")
LOCK = holds(".//img[contains(@src,'csdnimg.cn/') and contains(@src,'/lock.png')]")
#: The coupon "确定要放弃本次机会？" hangs on every page and says nothing.
OFFER = holds(
    ".//text()[contains(.,'解锁文章')][contains(.,'元/天') or normalize-space()='解锁文章']"
    "[not(ancestor::script or ancestor::style)]"
)


def article(html: str, entry: Entry, url: str) -> Post:
    """The post that a page shows, without its body; what it may lack is as the entry has it.

    `html` is the page, `url` its address. Raises Gone for the tombstone that comes with status 200,
    Blocked for a page that the wall has emptied, Login for a login, Changed for a page of another shape
    (scraper.csdn.expected) or of another article.
    """
    frame = Frame(html)
    check(frame, entry.source_id, url)
    check_frame(frame, url)
    published = published_at(frame)
    if published is None:
        raise missing(url, ".up-time", frame.text(".time"))
    into = columns(frame)
    notes = [link for note in frame.find(*COPYRIGHT) for link in note.iter("a")]
    return Post(
        platform=entry.platform,
        handle=entry.handle,
        source_id=entry.source_id,
        url=entry.url,
        title=frame.text(".title-article"),
        summary=entry.summary,
        kind=kind(frame) or entry.kind,
        author=frame.variables.get("nickName") or frame.text(".follow-nickName") or None,
        published=published,
        updated=updated_at(frame, published) or entry.updated,
        tags=tags(frame) or entry.tags,
        columns=tuple(link.label for link in into),
        metrics=entry.metrics | metrics(frame),
        links=(*into, *originals(notes, entry.source_id)),
        licence=licence(notes),
        locked=locked(frame),
    )


def check(frame: Frame, article_id: str, url: str) -> None:
    """Raise a PageError unless the page is that article, with a body."""
    if frame.body is None and tombstone(frame):
        raise Gone(f"{url} is CSDN's 404 page")
    if frame.body is None and not frame.variables and asks_for_login(frame):
        raise Login(f"{url} shows a login in place of the article")
    if frame.body is None:
        raise missing(url, "#content_views", frame.text("title"))
    shown = frame.variables.get("articleId") or canonical_id(frame)
    if shown != article_id:
        raise missing(url, "var articleId", f"{shown or 'none'}, not {article_id}")
    if not SHOWN(frame.body):
        raise Withheld(f"{url} has an empty #content_views")


def tombstone(frame: Frame) -> bool:
    """Whether a page without an article is the 404 page; an article may have 404 in its title."""
    report = any('"404"' in meta.get("content", "") for meta in frame.find("meta"))
    return report or frame.text("title").startswith("404")


def asks_for_login(frame: Frame) -> bool:
    """Whether a page without an article is the login, as its title says and its links to it (a guess)."""
    return "登录" in frame.text("title") or any(
        "passport.csdn.net" in frame_.get("src", "") for frame_ in frame.tree.iter("iframe")
    )


def canonical_id(frame: Frame) -> str | None:
    """The article id of the page's canonical address."""
    links = (link.get("href") for link in frame.find("link") if link.get("rel") == "canonical")
    post = link_to_post(next(links, None))
    return post and post.article


def kind(frame: Frame) -> str | None:
    """original, repost or translation: by the word for it, else by the site's number."""
    number = counted(frame.variables.get("articleType"))
    return kind_in(frame.text(*KIND)) or KINDS.get(number or 0)


def published_at(frame: Frame) -> Moment | None:
    """When it was first published: the variable, "首发:…" of 2020, or what search engines are told."""
    match = PUBLISHED.search(" ".join([frame.text(".up-time"), *frame.scripts]))
    shown = next((node.get("data-time") for node in frame.find(".blog-postTime")), None)
    stated = frame.variables.get("postTime") or (match and (match[1] or match[2]))
    return beijing(stated or shown)


def updated_at(frame: Frame, published: Moment | None) -> Moment | None:
    """When it was last changed; None for never, which `lastTime` writes as 0."""
    match = EDITED.search(f"{frame.text('.time')} {frame.text('.up-time')}")
    updated = beijing(frame.variables.get("lastTime") or (match and match[1]))
    unchanged = updated and published and updated.at == published.at
    return None if unchanged else updated


def tags(frame: Frame) -> tuple[str, ...]:
    """The article's tags, which link to a search; the links of that class to columns are none."""
    links = frame.find(".tag-link-new", ".tag-link")
    names = [line(link) for link in links if "/category_" not in link.get("href", "")]
    return tuple(dict.fromkeys(name.removeprefix("#") for name in names))


def columns(frame: Frame) -> list[Link]:
    """The columns (专栏) that the article is in."""
    links = [
        a for a in frame.find(".item-target", ".tag-link") if "/category_" in a.get("href", "")
    ]
    found = {link.get("title") or line(link): link.get("href", "") for link in links}
    return [Link(role="column", url=url, label=label) for label, url in found.items()]


def metrics(frame: Frame) -> dict[str, int]:
    """The counters that the page gives exactly; "2.6w" is none."""
    return counts(
        {
            "views": frame.variables.get("viewCountFormat") or count_in(frame.text(".read-count")),
            "likes": first_count(frame.find(*LIKES)),
            "collects": first_count(frame.find(*COLLECTS)),
            "comments": frame.variables.get("commentscount"),
        }
    )


def first_count(elements: Iterable[Element]) -> int | None:
    """The first count among elements; a button without one tells nothing."""
    found = (count_in(element.get("data-num") or line(element)) for element in elements)
    return next((count for count in found if count is not None), None)


def originals(links: Iterable[Element], article_id: str) -> Iterator[Link]:
    """Where a repost or translation comes from: a link of the copyright note that is not to itself."""
    for link in links:
        url = link.get("href", "")
        post = link_to_post(url)
        foreign = url.startswith("http") and "creativecommons.org" not in url
        if foreign and (post is None or post.article != article_id):
            yield Link(role="original", url=url, label=line(link))


def licence(links: Iterable[Element]) -> str | None:
    """The name of the licence, "CC 4.0 BY-SA" in all that was seen."""
    names = (line(link) for link in links if "creativecommons.org" in link.get("href", ""))
    return next(filter(None, names), None)


def locked(frame: Frame) -> bool:
    """Whether a part of the article is for members or buyers only."""
    state = frame.variables
    told = state.get("isVipArticle") == "true" or state.get("canRead") == "false"
    parts = [frame.tree] if frame.body is None else [frame.tree, frame.body]
    return told or OFFER(frame.tree) or any(map(LOCK, parts))
