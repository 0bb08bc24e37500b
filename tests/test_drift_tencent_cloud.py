"""What the crawl says when Tencent Cloud changes, and that it says nothing of what always changes there."""

import re
from collections.abc import Callable
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
from tests.replica import Fault
from tests.replica.prose import Block
from tests.replica.tencent_cloud import Article, TencentSite
from tests.replica.tencent_pages import CHALLENGE
from tests.stages import Stage, tencent_article, tencent_cloud
from tests.thorough import cases


def without_api() -> Stage:
    """An author whose list is on the page of the profile alone."""
    stage = tencent_cloud((5,), 20, pinned=0)
    for site in stage.site.sites.values():
        assert isinstance(site, TencentSite)
        site.api = False
    return stage


first = first_crawl(lambda: tencent_cloud((5,), 20, pinned=0))
first_by_profile = first_crawl(without_api)

POST, CARD, LIST = "/developer/article/", "/developer/user/", "user-center"
LOGIN = "<html><head><title>登录</title></head><body>请先登录后查看</body></html>"
NOBODY = "<html><body><h1>用户不存在</h1></body></html>"
SHELL = "<html><body><div id='root'></div></body></html>"
KEY = '#url:\\"/api/article/detail\\"'


def data(**values: object) -> Callable[[str], str]:
    """The list's answer with other values beside the list."""
    return edited(lambda tree: tree["data"].update(values))


def unfenced(text: str) -> str:
    """Draft.js, ProseMirror and Markdown that call a code block otherwise."""
    return (
        text.replace("code-block", "snippet").replace("codeBlock", "snippet").replace("```", "'''")
    )


def foreign(tree: Any) -> None:
    """The list of somebody else."""
    for number, row in enumerate(tree["data"]["list"], 555_000):
        row.update(articleId=number, title="别人的")


def in_text(*keys: str) -> Callable[[str], str]:
    """Numbers written as text."""
    return lambda text: re.sub(rf'("(?:{"|".join(keys)})": )([0-9]+)', r'\1"\2"', text)


DRIFTS = [
    drift("article renamed", POST, renamed("articleInfo"), "articleInfo"),
    drift("ids of rows renamed", LIST, renamed("articleId"), "data.list[].articleId"),
    drift("code blocks renamed", POST, unfenced, "code"),
    drift("challenge with 200", POST, page(CHALLENGE), "challenge", "blocked"),
    drift("author gone", CARD, Fault(404), "no such user", "author_gone"),
    drift("author gone with 200", CARD, page(NOBODY), "no such user", "author_gone"),
    drift("titles of rows renamed", LIST, renamed("title"), "data.list[].title"),
    drift("times of rows renamed", LIST, renamed("writeTime"), "data.list[].writeTime"),
    drift("times of rows become a word", LIST, items(writeTime="昨日"), "writeTime"),
    drift("total renamed", LIST, renamed("total"), "data.total"),
    drift("total becomes a word", LIST, data(total="很多"), "data.total"),
    drift("list null beside a total", LIST, data(list=None), "data.list"),
    drift("list is an object", LIST, data(list={"rows": []}), "data.list"),
    drift("empty list beside a total", LIST, data(list=[]), "data.list"),
    drift("nothing at all", LIST, data(list=[], total=0), "data.total"),
    drift("list wrapped", LIST, edited(lambda t: t.update(data={"page": t["data"]})), "data.list"),
    drift("truncated JSON", LIST, halved, "JSON"),
    drift("API gone", LIST, Fault(404), "FetchUserArticles"),
    drift("card renamed", CARD, page(SHELL), "加入社区时间"),
    drift("payload's script renamed", POST, swap("__NEXT_DATA__", "__DATA__"), "__NEXT_DATA__"),
    drift("key of the payload renamed", POST, swap(KEY, "#url:'/api/v2/article'"), "article/detail"),
    drift("truncated payload", POST, lambda text: text.replace('"likeNum"', "</script>"), "JSON"),
    drift("id renamed", POST, renamed("articleId"), "articleInfo.articleId"),
    drift("title renamed", POST, renamed("title"), "articleInfo.title"),
    drift("title is an object", POST, lambda t: t.replace('"title": "', '"title": {}, "t": "'), "articleInfo.title"),
    drift("time renamed", POST, renamed("createTime"), "articleInfo.createTime"),
    drift("content renamed", POST, renamed("content"), "articleInfo.content"),
    drift("author renamed", POST, renamed("nickname"), "authorInfo.nickname"),
    drift("reads become a word", POST, lambda t: t.replace('"showReadNum": ', '"showReadNum": "多", "n": '), "showReadNum"),
    drift("tags renamed", POST, renamed("tags"), "tags"),
    drift("status renamed", POST, renamed("status"), "articleInfo.status"),
    drift("list of other posts", LIST, edited(foreign), "the archived posts"),
    drift("one of five", LIST, edited(lambda t: t["data"].update(total=1, list=t["data"]["list"][:1])), "data.total"),
    drift("no article is public", POST, swap('"status": 2', '"status": 5'), "pages of listed posts"),
    drift("login in place of articles", POST, page(LOGIN), "login", "login"),
]  # fmt: skip


@pytest.mark.parametrize("change", cases(DRIFTS[:3], DRIFTS[3:]), ids=str)
def test_a_change_is_named_and_nothing_archived_is_touched(
    first: First, change: Drift, tmp_path: Path
) -> None:
    assert_named(first, change, tmp_path)


def test_a_list_on_the_profiles_page_that_is_renamed_is_named(
    first_by_profile: First, tmp_path: Path
) -> None:
    change = drift("panels", CARD, swap("com-", "dev-"), ".com-log-panel")
    assert_named(first_by_profile, change, tmp_path)


def write_shortly(posts: list[Article]) -> None:
    article = tencent_article("7000", 99)
    article.blocks = [Block("paragraph", "今天开始写博客。")]
    posts.insert(0, article)


def move(posts: list[Article]) -> None:
    posts[0].source_type, posts[0].original = 99, "https://example.org/post"


def tag(posts: list[Article]) -> None:
    posts[0].tags = ["训练", "推理"]


HARMLESS = [
    Change(title="nothing new"),
    by_author("an article deleted", drop_last),
    harmless("unknown keys", LIST, items(isNew=True, cover=None)),
    harmless("unknown keys of the payload", POST, swap('"likeNum":', '"newKey": {"a": [1]}, "likeNum":')),
    harmless("the list has another name", LIST, renamed("list")),
    harmless("no envelope", LIST, edited(lambda t: t.update(t.pop("data")))),
    harmless("times as text", LIST, items(writeTime="2026-07-16 21:30:31")),
    harmless("rows without tags", LIST, items(tags=[])),
    harmless("numbers of articles as text", POST, in_text("articleId", "showReadNum", "likeNum")),
    harmless("numbers of the list as text", LIST, in_text("articleId", "total")),
    harmless("minified list", LIST, minified),
    harmless("keys in another order", LIST, in_another_order),
    harmless("minified payload", POST, lambda text: text.replace('": ', '":')),
    harmless("the counters have grown", POST, swap('"showReadNum": ', '"showReadNum": 9')),
    harmless("another address of the reader", POST, swap("203.0.113.7", "203.0.113.8")),
    harmless("another footer", POST, swap("2013 - 2026", "2013 - 2027")),
    harmless("another theme", POST, swap("new-version", "dark-version")),
    harmless("an advert before the article", POST, swap("<h1 ", "<div>618 大促</div><h1 ")),
    harmless("another recommendation", POST, swap("1949999", "1950001")),
    harmless("the card's counters have grown", CARD, swap("3.7K", "4.1万")),
    harmless("attributes in another order", POST, swap('id="__NEXT_DATA__" type="application/json"', 'type="application/json" id="__NEXT_DATA__"')),
    by_author("an edited article", append),
    by_author("a very short article", write_shortly),
    by_author("another title", retitle),
    by_author("another tag", tag),
    by_author("an article that was moved here", move),
    by_author("the only picture taken out", take_out_pictures),
]  # fmt: skip


@pytest.mark.parametrize("change", cases(HARMLESS[:2], HARMLESS[2:]), ids=str)
def test_what_always_changes_is_no_alarm(first: First, change: Change, tmp_path: Path) -> None:
    assert_no_alarm(first, change, tmp_path)
