"""CSDN's own pages, as saved from 2019 to 2026: every field that they hold."""

import json
from pathlib import Path

import pytest
from parsel import Selector
from scrapy.http import HtmlResponse

from scraper.body import render
from scraper.csdn.article import article
from scraper.csdn.card import card
from scraper.csdn.html_list import html_list
from scraper.csdn.json_list import json_data, json_list
from scraper.csdn.lists import entry_of
from scraper.items import Entry, Post, Profile
from scraper.judge import judge
from scraper.pages import Blocked

NOBODY = Profile(platform="csdn", handle="nobody", url="https://blog.csdn.net/nobody")
ARTICLES = {
    "full_2020_raw_80631638.html": {
        "title": "ACM——hdu1000（求两数之和）",
        "author": "Marilynmontu",
        "published": "2018-06-09T11:50:19",
        "columns": ["算法学习笔记"],
        "metrics": {"views": 1133, "likes": 1, "comments": 0},
    },
    "full_2020_browser-saved_107096460.html": {
        "title": "周末学会了 10个超级实用 Javascript 技巧!",
        "author": "前端小智@大迁世界",
        "published": "2020-07-02 08:25:00",
        "metrics": {"views": 495, "collects": 1, "comments": 0},
    },
    "full_2024-12_raw_143888439.html": {
        "title": "git设置多用户配置",
        "author": "crispsea",
        "published": "2024-11-19 16:16:18",
        "updated": "2024-11-19 16:21:47",
        "tags": ["git"],
        "metrics": {"views": 501, "likes": 6, "collects": 5, "comments": 0},
    },
    "full_2025-12_raw_excerpt_102596802.html": {
        "title": "dma-buf 由浅入深（五） —— File",
        "author": "何小龙",
        "published": "2019-11-26 00:12:33",
        "tags": ["dma-buf", "DRM", "内存管理"],
        "columns": ["DRM (Direct Rendering Manager)", "DMA-BUF"],
        "metrics": {"views": 26853, "likes": 22, "collects": 63, "comments": 5},
    },
}
CARDS = {
    "full_2020_browser-saved_107096460.html": (190, 1569, 1726, 318692, 8146, "码龄8年"),
    "full_2024-12_raw_143888439.html": (18, 83, 179, 9676, 65637, "码龄30天"),
    "list_category_2021_raw_10790248.html": (242, 77, 129, 161974, 21122, "码龄4年"),
}
LISTS = {
    "list_old_2019-02_excerpt.html": [
        ("87429774", "双向链表", "2019-02-16", {"views": 18, "comments": 0}),
        ("87366569", "有序链表的建立", "2019-02-15", {"views": 9, "comments": 0}),
    ],
    "list_category_2021_raw_10790248.html": [
        (
            "113799129",
            "python爬虫入门之http协议和 Chrome 浏览器抓包工具",
            "2021-02-13",
            {"views": 2, "comments": 0},
        ),
        ("113730274", "爬虫学习之下载图片", "2021-02-07", {"views": 13, "comments": 0}),
        ("113562113", "简单爬虫入门", "2021-02-07", {"views": 25, "comments": 0}),
    ],
    "list_profile_2024-04_excerpt.html": [
        (
            "137252150",
            "入门教程：Windows搭建C语言和EasyX开发环境",
            None,
            {"views": 414, "likes": 13, "comments": 0, "collects": 22},
        ),
        (
            "137212826",
            "CentOS系统下Docker的安装教程",
            None,
            {"views": 842, "likes": 24, "comments": 0, "collects": 13},
        ),
        (
            "137128037",
            "Yarn简介及Windows安装与使用指南",
            "2024-03-28",
            {"views": 995, "likes": 28, "comments": 0, "collects": 30},
        ),
    ],
}
AUTHORS = {
    "list_old_2019-02_excerpt.html": "dongjian2",
    "list_category_2021_raw_10790248.html": "sereasuesue",
    "list_profile_2024-04_excerpt.html": "interest_ing_",
}


@pytest.fixture(scope="session")
def saved(shared: Path) -> Path:
    return shared / "corpus/csdn"


def page(file: Path) -> Selector:
    return Selector(text=file.read_text(encoding="utf-8"))


def read(file: Path) -> Post:
    article_id = file.stem.rpartition("_")[2]
    return article(file.read_text(encoding="utf-8"), entry_of(NOBODY, article_id), file.name)


@pytest.mark.parametrize("name", ARTICLES)
def test_an_article_of_every_era_gives_all_it_holds(saved, name):
    post, expected = read(saved / name), ARTICLES[name]
    assert {
        "title": post.title,
        "author": post.author,
        "published": post.published and post.published.text,
        "updated": post.updated and post.updated.text,
        "tags": list(post.tags),
        "columns": list(post.columns),
        "metrics": post.metrics,
    } == {"updated": None, "tags": [], "columns": [], **expected}
    assert (post.kind, post.licence, post.locked) == ("original", "CC 4.0 BY-SA", False)
    assert [link.label for link in post.links] == list(post.columns)


@pytest.mark.parametrize("name", ARTICLES)
def test_an_article_of_every_era_has_a_body(saved, name):
    text = (saved / name).read_text(encoding="utf-8")
    assert len(render(text, "https://blog.csdn.net/a/article/details/1", "html").text) > 100


@pytest.mark.parametrize("name", CARDS)
def test_the_card_beside_an_article_gives_exact_counts(saved, name):
    shown = card(page(saved / name), NOBODY, name)
    names = ("originals", "followers", "likes", "visits", "rank")
    assert (*(shown.metrics[name] for name in names), shown.code_age) == CARDS[name]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_every_shape_gives_all_it_holds(saved, name):
    author = Profile(platform="csdn", handle=AUTHORS[name], url="")
    entries = html_list(page(saved / name), author, name).entries
    assert [(e.source_id, e.title, day(e), e.metrics) for e in entries] == LISTS[name]
    assert {entry.kind for entry in entries} == {"original"}
    assert all(
        entry.url.endswith(f"/{author.handle}/article/details/{entry.source_id}")
        for entry in entries
    )


def day(entry: Entry) -> str | None:
    return str(entry.published.on) if entry.published else None


def test_the_json_list_gives_all_it_holds(saved):
    text = (saved / "api_get-business-list_composite.json").read_text(encoding="utf-8")
    author = Profile(platform="csdn", handle="weixin_41884153", url="")
    listed = json_list(json_data(text, "the list"), author, "the list")
    first, second = listed.entries
    assert (listed.total, listed.broken) == (2, [])
    assert (first.source_id, first.kind, first.title) == (
        "140595950",
        "original",
        "【更新】cyのMemo（20240722~）",
    )
    assert first.metrics == {"views": 699, "likes": 17, "collects": 16, "comments": 0}
    assert (second.source_id, second.kind, day(second)) == ("82215835", "repost", "2018-08-30")


def test_the_state_of_a_profile_page_gives_the_card(saved):
    state = (saved / "profile_initial_state_2026_example.json").read_text(encoding="utf-8")
    html = f"<script>window.__INITIAL_STATE__={state};(function(){{}}());</script>"
    user = json.loads(state)["pageData"]["data"]["baseInfo"]["userModule"]
    author = Profile(platform="csdn", handle=user["username"], url="")
    shown = card(Selector(text=html), author, "the profile")
    assert (shown.name, shown.level, shown.code_age) == ("盼小辉丶", "10", "码龄15年")
    assert (shown.metrics["followers"], shown.metrics["visits"]) == (146206, 9757241)


#: What every page has around its body.
FRAME = """
<script>
    var articleId = 7; var articleType = 1; var commentscount = 0; var nickName = "nobody";
</script>
<h1 class="title-article">A saved body</h1><div class="up-time">首发:2020-07-02 08:25:00</div>
"""


def test_every_saved_body_is_accepted(saved):
    files = sorted(
        [*saved.glob("tb_*.html"), *saved.glob("body_2026*.html"), *saved.glob("dom_*.html")]
    )
    assert len(files) == 30
    for file in files:
        html = f"{FRAME}{file.read_text(encoding='utf-8')}"
        post = article(html, entry_of(NOBODY, "7"), file.name)
        assert (post.source_id, post.locked) == ("7", False)


def test_the_saved_challenge_is_blocked(saved):
    body = (saved / "waf_2019_acw_sc_v2_excerpt.html").read_bytes()
    with pytest.raises(Blocked):
        judge(HtmlResponse("https://blog.csdn.net/a/article/details/1", body=body))
