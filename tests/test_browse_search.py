"""The search page and its JSON, in Datasette as it runs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import lxml.html
import pytest

from tests.datasette import PYTHONS, serving
from tests.posts import Posts
from tests.test_browse import make_other

PAGED = 45
NEW = {"published_on": "2026-01-06", "published_at": "2026-01-06T00:00:00Z"}
OLD = {"kind": "repost", "published_on": "2024-05-01", "published_at": "2024-05-01T00:00:00Z"}
HOSTILE = "<script>alert(1)</script> 显存 & \"'><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("search")
    make_archive(folder / "archive.db")
    make_other(folder / "other.db")
    with serving(request.param, folder / "archive.db", folder / "other.db") as client:
        yield client


def make_archive(path: Path) -> None:
    posts = Posts(path)
    posts.add("显存优化", "用 C++ 写推理引擎，显存够用。" * 5, ("大模型", "推理"), **NEW)
    posts.add("随笔", "训练大模型，显存不够；all_gather 很慢。", ("大模型",), **OLD)
    for number in range(PAGED):
        posts.add(f"第 {number} 页", "翻页用的正文")
    elsewhere = posts.on("tencent_cloud", "6649301")
    posts.add("显存 优化！", "用 C++ 写推理引擎，显存够用。" * 5, **elsewhere)
    posts.add(HOSTILE, HOSTILE, (HOSTILE,))
    posts.db.close()


def answer(site: httpx.Client, **arguments: object) -> Any:
    asked = site.get("/archive/-/search.json", params=arguments)
    asked.raise_for_status()
    return asked.json()


def titles(site: httpx.Client, **arguments: object) -> list[str]:
    return [hit["title"] for hit in answer(site, **arguments)["hits"]]


def page(site: httpx.Client, **arguments: object) -> Any:
    asked = site.get("/archive/-/search", params=arguments)
    asked.raise_for_status()
    return lxml.html.document_fromstring(asked.text)


def text_of(node: Any) -> str:
    return " ".join(node.text_content().split())


def test_hits_lead_to_their_posts_and_show_what_was_found(site: httpx.Client) -> None:
    found = page(site, q="all_gather")
    (link,) = found.xpath("//ol[@class='hits']//h2/a")
    assert (link.text_content(), link.get("href")) == ("随笔", "/archive/-/post/2")
    assert found.xpath("//p[@class='snippet']/mark/text()") == ["all_gather"]


def test_the_same_text_on_two_platforms_is_one_hit(site: httpx.Client) -> None:
    (hit,) = answer(site, q="C++")["hits"]
    assert {hit["platform"], hit["also"][0]["platform"]} == {"csdn", "tencent_cloud"}
    assert "also on" in text_of(page(site, q="C++").xpath("//ol[@class='hits']")[0])


@pytest.mark.parametrize(
    ("name", "value"),
    [("platform", "csdn"), ("profile", "csdn:linshen"), ("kind", "repost"), ("year", "2024")],
)
def test_a_filter_leaves_the_posts_that_its_count_told(
    site: httpx.Client, name: str, value: str
) -> None:
    told = answer(site, q="显存")
    left = answer(site, q="显存", **{name: value})
    assert left["posts"] == told["counts"][name][value]
    assert 0 < left["posts"] < told["posts"]
    assert left["filters"] == {name: value}


def test_each_filter_is_a_link_with_its_count_and_one_to_remove_it(site: httpx.Client) -> None:
    found = page(site, q="显存", tag="大模型", year="2024")
    (removal,) = found.xpath("//ul[contains(@class, 'chosen')]//a[contains(., 'year')]/@href")
    assert [text_of(a) for a in site_links(site, removal)] == ["显存优化", "随笔"]
    hidden = found.xpath("//form//input[@type='hidden']")
    assert {(i.get("name"), i.get("value")) for i in hidden} == {
        ("tag", "大模型"),
        ("year", "2024"),
    }


def site_links(site: httpx.Client, address: str) -> list[Any]:
    found: list[Any] = lxml.html.document_fromstring(site.get(address).text).xpath("//h2/a")
    return found


def test_a_search_is_sorted_by_rank_or_by_date(site: httpx.Client) -> None:
    assert titles(site, q="大模型", sort="date") == ["显存优化", "随笔"]
    assert titles(site, q="大模型") == ["随笔", "显存优化"]


def test_pages_follow_one_another_without_loss(site: httpx.Client) -> None:
    told = answer(site, q="翻页")
    seen = []
    while told["next"]:
        seen += [hit["id"] for hit in told["hits"]]
        told = site.get(told["next"]).json()
    seen += [hit["id"] for hit in told["hits"]]
    assert len(seen) == len(set(seen)) == PAGED
    assert page(site, q="翻页", page=2).xpath("//a[@rel='next']/@href")


def test_without_a_query_every_post_is_there_newest_first(site: httpx.Client) -> None:
    told = answer(site)
    assert told["posts"] == PAGED + 4
    assert titles(site, tag="大模型") == ["显存优化", "随笔"]


def test_where_nothing_is_found_it_says_what_was_searched_and_what_is_near(
    site: httpx.Client,
) -> None:
    said = text_of(page(site, q='显存不足 -"CUDA Graph"').xpath("//main")[0])
    assert "Nothing found" in said
    assert "显存不足" in said
    assert "without" in said
    assert [term["text"] for term in answer(site, q="显存不足")["near"]] == ["显存不"]


def test_filters_that_leave_nothing_are_named(site: httpx.Client) -> None:
    found = page(site, q="显存", year="1999")
    assert found.xpath("//a[contains(., 'without the filters')]/@href") == [
        "/archive/-/search?q=%E6%98%BE%E5%AD%98"
    ]


@pytest.mark.parametrize("typed", ["!?", "-推理", '"', "显存不*(^", "a" * 5000, "a* " * 300])
@pytest.mark.parametrize(
    "other", [{}, {"page": "99999999999999999999"}, {"sort": "x", "page": "-1"}]
)
def test_whatever_is_asked_is_answered(
    site: httpx.Client, typed: str, other: dict[str, str]
) -> None:
    assert page(site, q=typed, **other).xpath("//h1")
    assert answer(site, q=typed, **other)["sort"] in ("rank", "date")


def test_a_hostile_title_is_text(site: httpx.Client) -> None:
    for asked in ({"q": "alert"}, {"q": HOSTILE}, {"tag": HOSTILE}):
        found = page(site, **asked)
        assert {s.get("src").rsplit("/", 1)[1] for s in found.xpath("//script")} <= OWN_SCRIPTS
        assert not found.xpath("//main//img")


OWN_SCRIPTS = {"blog-archiver.js", "search.js"}


def test_another_database_has_no_search_page(site: httpx.Client) -> None:
    assert site.get("/other/-/search?q=one").status_code == 404
    assert site.get("/other/-/search.json?q=one").status_code == 404
