"""Crawls of Tencent Cloud's replica as a user runs them: each source of the list, and what goes wrong."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode
from scraper.profiles import recognise
from scraper.spiders.tencent_cloud import TencentCloudSpider
from tests.conftest import Crawler
from tests.replica import Fault
from tests.replica.tencent_cloud import LISTS, SEEDS, TencentSite, seed_site

Crawling = Callable[..., AbstractContextManager[Crawler]]
HOST = "cloud.tencent.com"


def seed() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SEEDS.read_text(encoding="utf-8"))["tencent_cloud"]
    return loaded


def few(articles: int = 3, **others: Any) -> TencentSite:
    """The seed's site with its newest articles only."""
    site = seed_site()
    return replace(site, articles=site.articles[:articles], **others)


def items(path: Path, kind: str) -> list[dict[str, Any]]:
    """What `-O` wrote, of one kind."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [item for item in lines if item["type"] == kind]


def same_instant(given: dict[str, Any], expected: str) -> bool:
    return datetime.fromisoformat(given["at"]) == datetime.fromisoformat(expected)


def states(crawl: Crawler) -> dict[str, str]:
    return {row["source_id"]: row["state"] for row in crawl.rows("SELECT * FROM posts")}


def listing(crawl: Crawler) -> tuple[Any, ...]:
    row = crawl.rows("SELECT * FROM listings ORDER BY id DESC")[0]
    return row["complete"], row["seen"], row["declared"], row["source"], row["reason"]


def listed_pages(crawl: Crawler) -> list[str]:
    return [path for path in crawl.replica.asked(HOST) if "/article/" not in path]


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        "tencent_cloud:6649301",
        "https://cloud.tencent.com/developer/user/6649301",
        "cloud.tencent.com/developer/user/6649301/articles",
        "https://cloud.tencent.com.cn/developer/user/6649301?from=10680#top",
    ],
)
def test_every_address_of_a_user_names_the_profile(address: str):
    profile = recognise(address)
    assert (profile.platform, profile.handle) == ("tencent_cloud", "6649301")
    assert profile.url == "https://cloud.tencent.com/developer/user/6649301"


@pytest.mark.parametrize(
    "address",
    [
        "anzhsoft",
        "",
        "-5",
        "٣",
        "9" * 5000,
        "6649301/../1",
        "https://cloud.tencent.com/developer/column/101234",
        "https://cloud.tencent.com/developer/user/me",
        "https://example.org/developer/user/6649301",
    ],
)
def test_what_names_no_user_is_refused_by_name(address: str):
    with pytest.raises(ConfigurationError, match=r"expected https://cloud.*/user/UID"):
        TencentCloudSpider.profile_from(address)


# The profile that the project began with


def test_the_seed_by_the_api_gives_every_field(crawling: Crawling, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    with crawling(seed_site()) as crawl:
        crawl("tencent_cloud", "6649301", "-O", str(out))
        assert listing(crawl) == (1, 24, 24, "FetchUserArticles", None)
        assert set(states(crawl).values()) == {"archived"}
        assert crawl.rows("SELECT declared_posts AS n FROM profiles")[0]["n"] == 24
    posts = {post["title"]: post for post in items(out, "post")}
    assert len(posts) == 24
    for expected in seed()["posts"]:
        post = posts[expected["title"]]
        assert same_instant(post["published"], expected["published_at"])
        assert post["summary"] == expected["summary"]
        assert post["tags"] == expected["tags"]
        assert post["body"]["quality"]["verdict"] == "ok"
    check_card(out)


def check_card(out: Path) -> None:
    card = next(profile for profile in items(out, "profile") if profile["name"])
    expected = seed()["profile"]
    assert (card["name"], card["level"]) == (expected["name"], expected["level"])
    assert card["joined"]["on"] == expected["joined"]
    assert card["bio"] is None, "暂未填写个人简介 is no biography"
    counters = {name: expected[name] for name in ("likes", "following", "followers")}
    assert card["metrics"] == {**counters, "reads": 3700}
    assert expected["reads_text"] == "3.7K"


def test_the_seed_by_the_html_of_the_profile_gives_every_field(crawling: Crawling, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    with crawling(seed_site()) as crawl:
        crawl.replica.faults[HOST, LISTS] = Fault(status=404)
        crawl("tencent_cloud", "6649301", "-O", str(out))
        assert listing(crawl) == (1, 24, None, "profile page, HTML", None)
        assert set(states(crawl).values()) == {"archived"}
    entries = items(out, "entry")
    assert [entry["position"] for entry in entries] == list(range(1, 25))
    for entry, expected in zip(entries, seed()["posts"], strict=False):
        assert entry["title"] == expected["title"]
        assert same_instant(entry["listed"], expected["listed_at"])
        assert same_instant(entry["published"], expected["published_at"])
        assert entry["published"]["text"].replace(" ", "").startswith(expected["relative"])
        assert entry["summary"] == expected["summary"]
        assert entry["tags"] == expected["tags"]
    check_card(out)


@pytest.mark.parametrize(
    ("era", "source"), [("new", "profile page, HTML"), ("json", "profile page, scripts")]
)
def test_the_list_is_read_from_a_profile_of_any_shape(crawling: Crawling, era: Any, source: str):
    with crawling(few(5, page_size=2, api=False, era=era)) as crawl:
        crawl("tencent_cloud", "6649301")
        assert listing(crawl)[:2] == (1, 5)
        assert listing(crawl)[3] == source
        assert set(states(crawl).values()) == {"archived"}


# A second look


def test_an_unchanged_profile_costs_its_lists_and_no_version(crawling: Crawling):
    site = few(5)
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid)
        crawl.replica.log.clear()
        site.client = "198.51.100.9"
        crawl("tencent_cloud", site.uid)
        assert not [path for path in crawl.replica.asked(HOST) if "/article/" in path]
        assert crawl.rows("SELECT count(*) AS n FROM post_versions")[0]["n"] == 5


def test_what_a_page_says_of_its_reader_is_not_kept(crawling: Crawling):
    site = few(1)
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid)
        pages = [row["sha256"] for row in crawl.rows("SELECT sha256 FROM raw_pages")]
        with Archive.open(crawl.archive, read_only=True) as archive:
            kept = b"".join(archive.stored_page(page) for page in pages)
    assert b'"clientIp": ""' in kept
    assert b'"reqId": ""' in kept
    assert site.client.encode() not in kept


# What goes wrong


def test_an_article_without_its_json_is_read_from_the_html(crawling: Crawling):
    site = few(3, payloads=False)
    for article in site.articles:
        article.form = "draftjs"
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid)
        assert set(states(crawl).values()) == {"archived"}
        bodies = [row["body_markdown"] for row in crawl.rows("SELECT * FROM renderings")]
    for body in bodies:
        assert "```" in body
        assert not [word for word in ("代码语言", "复制", "原创声明", "推荐阅读") if word in body]


def test_bad_articles_leave_what_was_kept_and_say_why(crawling: Crawling):
    site = few(5)
    walled, taken, other, hidden, good = site.articles
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid)
        before = {row[0]: row[1] for row in crawl.rows("SELECT id, body_markdown FROM renderings")}
        for article in site.articles:
            article.title += "（修订）"
        walled.walled, other.payload_id, hidden.status = True, "1999999", 5
        crawl.replica.faults[HOST, f"/developer/article/{taken.id}"] = Fault(status=410)
        crawl("tencent_cloud", site.uid, code=ExitCode.CHANGED)
        after = {row[0]: row[1] for row in crawl.rows("SELECT id, body_markdown FROM renderings")}
        assert before.items() <= after.items()
        reasons = {row["seen"]: row["reason"] for row in crawl.rows("SELECT * FROM observations")}
        assert "challenge page" in reasons["blocked"]
        assert "holds the article 1999999 instead" in reasons["changed"]
        found = states(crawl)
    assert (found[taken.id], found[hidden.id]) == ("gone", "gone")
    assert (found[walled.id], found[other.id], found[good.id]) == ("archived",) * 3


def test_a_total_that_the_list_does_not_reach_is_a_broken_listing(crawling: Crawling):
    site = few(3, total_off_by=2)
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid, code=ExitCode.PARTIAL)
        assert listing(crawl) == (0, 3, 5, "FetchUserArticles", "3 of 5 are listed")


def test_an_article_deleted_while_the_list_is_read_hides_no_other(crawling: Crawling):
    site = few(9, page_size=4)
    gone = site.articles[0]
    site.after_list.append(lambda: site.articles.remove(gone))
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid)
        found = states(crawl)
    assert found.pop(gone.id) == "listed", "one 404 is no proof"
    assert list(found.values()) == ["archived"] * 8


def test_an_api_that_breaks_off_is_completed_from_the_profile(crawling: Crawling):
    site = few(9, page_size=4, era="old")
    with crawling(site) as crawl:
        refuse = Fault(status=403)
        site.after_list.append(lambda: crawl.replica.faults.update({(HOST, LISTS): refuse}))
        crawl("tencent_cloud", site.uid)
        assert listing(crawl) == (1, 9, None, "FetchUserArticles, profile page, HTML", None)
        assert list(states(crawl).values()) == ["archived"] * 9


def test_a_profile_that_no_source_can_list_is_changed_by_name(crawling: Crawling):
    site = few(3, api=False)
    shell = Fault(status=200, body="<html><body>加入社区时间：2019-10-14</body></html>".encode())
    with crawling(site) as crawl:
        crawl.replica.faults[HOST, f"/developer/user/{site.uid}"] = shell
        crawl("tencent_cloud", site.uid, code=ExitCode.CHANGED)
        assert listing(crawl)[0] == 0
        reasons = [row["reason"] for row in crawl.rows("SELECT reason FROM observations")]
    assert any("in its scripts nor as .cdc-article-panel" in reason for reason in reasons)


def test_a_user_without_articles_is_complete_and_one_who_is_not_there_is_not(crawling: Crawling):
    site = few(0)
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid)
        assert listing(crawl)[:3] == (1, 0, 0)
        crawl("tencent_cloud", "7777777", code=ExitCode.PARTIAL)
        assert listing(crawl)[0] == 0


def test_a_limit_stops_the_reading_of_the_list(crawling: Crawling):
    site = few(9, page_size=4)
    with crawling(site) as crawl:
        crawl("tencent_cloud", site.uid, "-a", "limit=2", code=None)
        assert len(states(crawl)) == 2
        assert len(listed_pages(crawl)) == 2  # the card and one page of the list
        assert "stopped after 2 entries" in listing(crawl)[4]
