"""The saved pages and payloads of real articles: every field that they hold, every body."""

import json
from pathlib import Path
from typing import Any

import pytest

from scraper.body import render
from scraper.dates import BEIJING
from scraper.items import Entry
from scraper.spiders.tencent_cloud import TencentCloudSpider
from scraper.tencent.article import read_post
from scraper.tencent.card import with_card
from scraper.tencent.markup import tree_of
from scraper.tencent.profile import list_on

PAYLOADS = ["2470433_draftjs", "2600529_markdown", "2636348_draftjs_aicode"]


@pytest.fixture
def corpus(shared: Path) -> Path:
    return shared / "corpus" / "tencent_cloud"


def entry(article_id: str) -> Entry:
    return Entry(
        platform="tencent_cloud",
        handle="1",
        source_id=article_id,
        url=f"https://cloud.tencent.com/developer/article/{article_id}",
        title="the listing's title",
        listing="posts",
        position=1,
    )


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_payload_gives_every_field_that_it_holds(corpus: Path, name: str):
    text = (corpus / f"next_data_{name}.json").read_text(encoding="utf-8")
    properties = json.loads(text)["props"]["pageProps"]
    held: dict[str, Any] = next(iter(properties["fallback"].values()))
    info, source = held["articleInfo"], held["sourceDetail"]
    post = read_post(text, entry(str(info["articleId"])))
    assert post.url == properties["link"]["canonical"]
    assert (post.title, post.author) == (info["title"], held["authorInfo"]["nickname"])
    assert post.summary in (info["summary"], info["userSummary"])
    assert post.published
    assert post.updated
    assert post.published.at.timestamp() == info["createTime"] == held["publishTime"]
    assert post.updated.at.timestamp() == info["updateTime"]
    given = [*(tag["tagName"] for tag in held["tags"]), *held["longtailTags"]]
    assert list(post.tags) == given
    assert list(post.columns) == [column["columnName"] for column in held["columnList"]]
    names = {
        "views": "showReadNum",
        "likes": "likeNum",
        "collects": "favNum",
        "comments": "commentNum",
    }
    assert post.metrics == {ours: info[theirs] for ours, theirs in names.items()}
    assert post.kind == {1: "original", 99: "synced"}[info["sourceType"]]
    originals = [link.url for link in post.links if link.role == "original"]
    assert originals == [source["sourceLink"]] * bool(source["sourceLink"])
    shown = properties["meta"].get("subjectTime")
    assert shown in (None, f"{post.published.at.astimezone(BEIJING):%Y-%m-%d %H:%M:%S}")


@pytest.mark.parametrize(
    ("name", "published", "views", "images", "code", "headings"),
    [
        ("body_1653118_2020_old", "2020-06-30 14:37:10", 171, 3, 2, 5),
        ("body_10820349595_2020_lazy_relative_time", "2020-10-23 17:08:35", 66, 2, 0, 0),
        ("body_17747331419_rno_undefined_img_url", None, None, 2, 0, 0),
        ("body_37413130267_2019_cmarkdown", None, None, 2, 0, 2),
    ],
)
def test_a_real_page_of_every_era_is_read_from_its_html(
    corpus: Path, name: str, published: str | None, views: int | None, images: int, code: int,
    headings: int,
):  # fmt: skip
    html = (corpus / f"{name}.html").read_text(encoding="utf-8")
    post = read_post(html, entry("1653118"))
    assert post.title
    assert (post.published and post.published.text) == published
    assert post.metrics.get("views") == views
    body = render(html, post.url, post.source_format)
    assert len(body.images) == images
    assert sum(line.startswith("```") for line in body.markdown.splitlines()) == 2 * code
    assert sum(line.startswith("#") for line in unfenced(body.markdown)) == headings
    assert "imageView2" not in body.markdown
    assert body.quality.verdict == "ok"


def unfenced(markdown: str) -> list[str]:
    """The lines outside of fences."""
    return [line for part in markdown.split("```")[::2] for line in part.splitlines()]


def test_a_real_prism_block_keeps_its_lines(corpus: Path):
    html = (corpus / "body_53291058483_2021_prism_nested.html").read_text(encoding="utf-8")
    markdown = render(html, entry("1").url, "html").markdown
    assert "vector<int> nums; \nnums.push_back(1);\nvector<int>().swap(nums); //" in markdown


@pytest.mark.parametrize("name", ["article_ssr_full", "article_ssr_empty_markdown"])
def test_the_body_comes_from_the_payload_and_no_box_of_the_page_with_it(corpus: Path, name: str):
    html = (corpus / "synthetic" / f"{name}.html").read_text(encoding="utf-8")
    post = read_post(html, entry("2470433"))
    body = render(html, post.url, post.source_format)
    assert (post.source_format, len(body.images)) == ("draftjs", 5)
    boxes = (
        "本文参与",
        "推荐阅读",
        "代码语言",
        "关注作者",
        "登录后参与评论",
        "相关产品与服务",
        "领券",
    )
    assert not [box for box in boxes if box in body.markdown]


def test_the_profile_in_the_old_markup_gives_its_list_and_its_card(corpus: Path):
    html = (corpus / "synthetic" / "profile_old_stack.html").read_text(encoding="utf-8")
    profile = TencentCloudSpider.profile_from("0000000")
    root = tree_of(html, profile.url)
    found = list_on(root, profile.url, profile.handle, 1)
    assert found
    source, page = found
    assert (source, len(page.entries)) == ("profile page, HTML", 3)
    assert page.next_url == f"{profile.url}?page=2"
    assert all(entry.listed and entry.published and len(entry.tags) == 5 for entry in page.entries)
    card = with_card(profile, root)
    assert card.metrics == {"likes": 12, "reads": 3700, "following": 1, "followers": 11}
    assert card.joined
    assert str(card.joined.on) == "2019-10-14"
