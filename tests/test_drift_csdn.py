"""What the crawl says when CSDN changes, and that it says nothing of what always changes there."""

from pathlib import Path
from typing import Any

import pytest

from tests.drift import Change, Drift, First, assert_named, assert_no_alarm, first_crawl, swap
from tests.mutations import (
    append,
    by_author,
    drift,
    drop_last,
    edited,
    halved,
    harmless,
    in_another_order,
    items,
    minified,
    page,
    renamed,
    retitle,
    take_out_pictures,
)
from tests.replica.csdn import CsdnPost, invented_posts
from tests.replica.csdn_pages import CHALLENGE, TOMBSTONE
from tests.replica.prose import Block
from tests.stages import csdn
from tests.thorough import cases

first = first_crawl(lambda: csdn((5,), 20, pinned=0))

POST, CARD, TABS, LIST = "/article/details/", "type=blog", "get-tab-total", "get-business-list"
LOGIN = "<html><head><title>登录 - CSDN</title></head><body>请登录后查看</body></html>"


DOMAIN = "https://somebody.blog.csdn.net"


def foreign(tree: Any, home: str) -> None:
    """The list of somebody else, at whose addresses it is."""
    for number, item in enumerate(tree["data"]["list"], 7000):
        item.update(articleId=number, title="别人的", url=f"{home}/article/details/{number}")


DRIFTS = [
    drift("list key renamed", LIST, renamed("list"), "data.list"),
    drift("body id renamed", POST, swap("content_views", "article_views"), "#content_views"),
    drift("code without pre", POST, swap("<pre", "<div"), "code"),
    drift("challenge with 200", POST, page(CHALLENGE), "challenge", "blocked"),
    drift("author gone", CARD, page(TOMBSTONE), "no user", "author_gone"),
    drift("total renamed", LIST, renamed("total"), "data.total"),
    drift("data renamed", LIST, renamed("data"), "data"),
    drift("code renamed", LIST, renamed("code"), "code"),
    drift("id of items renamed", LIST, renamed("articleId"), "articleId"),
    drift("time of items renamed", LIST, renamed("postTime"), "postTime"),
    drift("views become a word", LIST, items(viewCount="很多"), "viewCount"),
    drift("list in an object", LIST, edited(lambda t: t.update(data={"page": t["data"]})), "data.total"),
    drift("list becomes an object", LIST, swap('"list": [', '"list": {"rows": ['), "JSON"),
    drift("list is an object", LIST, edited(lambda t: t["data"].update(list={})), "data.list"),
    drift("empty list beside a total", LIST, edited(lambda t: t["data"].update(list=[])), "data.list"),
    drift("nothing at all", LIST, edited(lambda t: t["data"].update(list=[], total=0)), "data.total"),
    drift("truncated JSON", LIST, halved, "JSON"),
    drift("tabs renamed", TABS, renamed("blog"), "data.blog"),
    drift("state of the card renamed", CARD, swap("__INITIAL_STATE__", "__NUXT__"), "__INITIAL_STATE__"),
    drift("module of the card renamed", CARD, renamed("userModule"), "userModule"),
    drift("name on the card renamed", CARD, renamed("nickname"), "userModule.nickname"),
    drift("title class renamed", POST, swap("title-article", "heading"), ".title-article"),
    drift("comments become a word", POST, swap("var commentscount = ", "var commentscount = n"), "commentscount"),
    drift("author renamed", POST, swap("var nickName", "var nick"), "var nickName"),
    drift("id renamed", POST, swap("var articleId", "var id"), "var articleId"),
    drift("tag class renamed", POST, swap("tag-link", "label"), ".tag-link"),
    drift("body empty", POST, page('<div id="content_views"></div>'), "articleId"),
    drift("formulas renamed", POST, lambda text: text.replace("katex", "ktx").replace("mathcode", "tex"), "formulas"),
    drift("tables of divs", POST, lambda t: t.replace("<table", "<div").replace("<t", "<p").replace("</t", "</p"), "table"),
    drift("list of another user", LIST, edited(lambda t: foreign(t, "https://blog.csdn.net/other")), "data.list[].url"),
    drift("list of other posts", LIST, edited(lambda t: foreign(t, DOMAIN)), "the archived posts"),
    drift("one of five", LIST, edited(lambda t: t["data"].update(total=1, list=t["data"]["list"][:1])), "data.total"),
    drift("tombstones everywhere", POST, page(TOMBSTONE), "pages of listed posts"),
    drift("login in place of posts", POST, page(LOGIN), "login", "login"),
]  # fmt: skip


@pytest.mark.parametrize("change", cases(DRIFTS[:3], DRIFTS[3:]), ids=str)
def test_a_change_is_named_and_nothing_archived_is_touched(
    first: First, change: Drift, tmp_path: Path
) -> None:
    assert_named(first, change, tmp_path)


def write_shortly(posts: list[CsdnPost]) -> None:
    (post,) = invented_posts(1)
    post.id, post.blocks = 139_999_999, [Block("paragraph", "今天开始写博客。")]
    posts.insert(0, post)


def open_column(posts: list[CsdnPost]) -> None:
    for post in posts:
        post.columns = ("推理",)


HARMLESS = [
    Change(title="nothing new"),
    harmless("other whitespace", POST, swap(">\n", ">\n\n   ")),
    by_author("a post deleted", drop_last),
    harmless("unknown keys", LIST, items(isNew=True, coverV2=None)),
    harmless("another colour of the theme", POST, swap("prism-atom-one-dark", "prism-github-gist")),
    harmless("other versions of assets", POST, swap("bot-score-v1.js", "bot-score-v2.js?t=1")),
    harmless("attributes in another order", POST, swap('class="title-article" id="articleContentId"', 'id="articleContentId" class="title-article"')),
    harmless("an advert before the post", POST, swap("<main>", "<main><div class='ad'>618 大促</div>")),
    harmless("an advert behind the post", POST, swap("</main>", "</main><aside><pre>买课程</pre></aside>")),
    harmless("the counters have grown", POST, swap("var viewCountFormat = ", "var viewCountFormat = 9")),
    harmless("the counters of the list have grown", LIST, items(viewCount=99999, diggCount=7)),
    harmless("counters with commas", LIST, items(viewCount="146,206")),
    harmless("a code as text", LIST, swap('"code": 200', '"code": "200"')),
    harmless("no description", LIST, items(description=None)),
    harmless("an item of nothing", LIST, edited(lambda tree: tree["data"]["list"].insert(1, None))),
    harmless("minified JSON", LIST, minified),
    harmless("keys in another order", LIST, in_another_order),
    harmless("more tabs", TABS, edited(lambda tree: tree["data"].update(video=3, live=0))),
    harmless("another module of the card", CARD, swap('"userModule":', '"medalModule": {"a": 1}, "userModule":')),
    harmless("no introduction", CARD, swap('"introduction": "写一点推理框架"', '"introduction": null')),
    harmless("another search word in the title", POST, swap("_搜索词-CSDN博客", "_别的词-CSDN博客")),
    harmless("a recommendation of today", POST, swap("2026-11-01 13:39:13", "2026-11-29 08:00:00")),
    harmless("a post without tags", f"{POST}130000002", lambda text: text.replace("so.csdn.net/so/search", "so.csdn.net/t")),
    by_author("an edited post", append),
    by_author("a very short post", write_shortly),
    by_author("a new column", open_column),
    by_author("another title", retitle),
    by_author("the only picture taken out", take_out_pictures),
]  # fmt: skip


@pytest.mark.parametrize("change", cases(HARMLESS[:2], HARMLESS[2:]), ids=str)
def test_what_always_changes_is_no_alarm(first: First, change: Change, tmp_path: Path) -> None:
    assert_no_alarm(first, change, tmp_path)
