"""Blogs that change, break or were never there: what a crawl asks for, keeps and says."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scraper.exitcode import ExitCode
from tests.conftest import Crawler
from tests.generators.javascript import gatsby, hexo_with_ids
from tests.replica import Fault
from tests.replica.github_pages import invented_blog
from tests.replica.prose import article
from tests.replica.static import StaticSites

Crawling = Callable[..., AbstractContextManager[Crawler]]
HOST = "linjian.github.io"
HOME = f"https://{HOST}/"


def archived(crawl: Crawler) -> set[str]:
    """The addresses of the archived posts."""
    return {row["url"] for row in crawl.rows("SELECT url FROM posts WHERE state = 'archived'")}


def asked_for_posts(crawl: Crawler, since: int) -> list[str]:
    """The posts' pages that were asked for since a place in the replica's log."""
    paths = [seen.path for seen in crawl.replica.log[since:]]
    return [path for path in paths if path.startswith(("/blog/note", "/blog/new"))]


def test_what_the_feed_does_not_hold_comes_from_the_sitemap(crawling: Crawling) -> None:
    blog = invented_blog(HOST, 12)
    blog.feed_limit = 3
    with crawling(blog) as crawl:
        crawl("github_pages", HOST)
        assert {row["url"] for row in crawl.rows("SELECT url FROM posts")} == set(
            map(blog.url, blog.posts)
        )
        listings = crawl.rows("SELECT name, complete, seen FROM listings ORDER BY name")
        assert [tuple(row) for row in listings] == [("feed", 1, 3), ("pages", 1, 12)]
        first = len(crawl.replica.log)
        blog.posts.append(
            replace(blog.posts[0], slug="new", published=datetime(2021, 1, 1, tzinfo=UTC))
        )
        crawl("github_pages", HOST)
        assert asked_for_posts(crawl, first) == ["/blog/new/"]


@pytest.mark.parametrize("obeys", [True, False])
def test_robots_txt_is_asked_for_once_whoever_reads_it(crawling: Crawling, obeys: bool) -> None:
    blog = invented_blog(HOST, 4)
    blog.feed_limit = 1
    with crawling(blog) as crawl:
        named = f"Sitemap: {HOME}the-map.xml\n".encode()
        crawl.replica.faults[HOST, "/robots.txt"] = Fault(status=200, body=named)
        crawl.replica.faults[HOST, "/the-map.xml"] = Fault(status=200, body=blog.urlset().encode())
        crawl("github_pages", HOME, "-s", f"ROBOTSTXT_OBEY={obeys}")
        asked = crawl.replica.asked(HOST, robots=True)
        assert asked.count("/robots.txt") == asked.count("/the-map.xml") == 1
        assert len(archived(crawl)) == 4


def test_an_edit_that_the_feed_shows_adds_one_version(crawling: Crawling) -> None:
    blog = invented_blog(HOST, 3)
    with crawling(blog) as crawl:
        crawl("github_pages", HOME)
        first = len(crawl.replica.log)
        blog.posts[1].summary = "改写过的摘要。"
        blog.posts[1].blocks = article(99, 600)
        crawl("github_pages", HOME)
        assert asked_for_posts(crawl, first) == ["/blog/note-0002/"]
        assert crawl.rows("SELECT count(*) AS n FROM post_versions")[0]["n"] == 4


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (None, 10),
        pytest.param(b"", 20, marks=pytest.mark.soak),
        pytest.param(b"<rss><channel/></rss>", 20, marks=pytest.mark.soak),
    ],
    ids=["cut", "0 bytes", "no item"],
)
def test_a_broken_feed_is_an_error_and_deletes_nothing(
    body: bytes | None, code: int, crawling: Crawling
) -> None:
    blog = invented_blog(HOST, 4)
    with crawling(blog) as crawl:
        crawl("github_pages", HOME)
        blog.feed_body = blog.rss().encode()[:-300] if body is None else body
        output = crawl("github_pages", HOME, code=code)
        assert f"{HOME}rss.xml" in output
        assert len(archived(crawl)) == 4
        listings = crawl.rows("SELECT complete FROM listings WHERE crawl_id = 2")
        assert not any(row["complete"] for row in listings)
        assert not crawl.rows("SELECT 1 FROM posts WHERE missing_since IS NOT NULL")


def test_an_empty_feed_given_as_the_address_is_an_error(crawling: Crawling) -> None:
    blog = invented_blog(HOST, 2)
    blog.feed_body = b""
    with crawling(blog) as crawl:
        assert "is empty" in crawl("github_pages", f"{HOME}rss.xml", code=20)


def test_what_is_no_blog_is_named(crawling: Crawling, tmp_path: Path) -> None:
    shop = tmp_path / "sites" / "shop.example.net"
    shop.mkdir(parents=True)
    (shop / "index.html").write_text("<!DOCTYPE html><title>Shop</title><a href='/tea/'>Tea</a>")
    (shop / "sitemap.txt").write_text("https://shop.example.net/tea\n")
    (shop / "tea.html").write_text("<!DOCTYPE html><title>Tea</title><h1>Tea</h1>")
    with crawling(StaticSites(tmp_path / "sites")) as crawl:
        output = crawl("github_pages", "https://shop.example.net/", code=ExitCode.PARTIAL)
        assert "https://shop.example.net/ is not a blog (" in output
        assert "posts is missing" not in output
        assert not crawl.rows("SELECT 1 FROM posts")


def test_an_address_that_is_none_is_a_configuration_error(crawling: Crawling) -> None:
    with crawling() as crawl:
        assert "no blog's address" in crawl("github_pages", "ftp://someone.github.io/", code=40)


def test_a_host_that_does_not_answer_is_a_partial_run(crawling: Crawling) -> None:
    with crawling(invented_blog(HOST, 2)) as crawl:
        crawl.replica.faults[HOST, "/"] = Fault(status=503)
        crawl("github_pages", HOME, "-s", "RETRY_TIMES=0", code=10)
        crawl.replica.faults.clear()
        crawl("github_pages", HOME)
        assert len(archived(crawl)) == 2


def test_part_of_a_sitemap_that_is_not_got_leaves_the_listing_incomplete(
    crawling: Crawling,
) -> None:
    blog = invented_blog(HOST, 5)
    blog.feed_limit = 2
    with crawling(blog) as crawl:
        crawl.replica.faults[HOST, "/sitemap-0.xml"] = Fault(status=404, times=1)
        crawl("github_pages", HOME, code=10)
        assert len(archived(crawl)) == 2
        crawl("github_pages", HOME)
        assert len(archived(crawl)) == 5


@pytest.mark.soak
def test_a_page_that_was_no_post_is_not_asked_for_again(crawling: Crawling, tmp_path: Path) -> None:
    blog = gatsby(tmp_path / "sites")
    with crawling(StaticSites(tmp_path / "sites")) as crawl:
        crawl("github_pages", blog.home)
        assert "/uses-i-like/" in crawl.replica.asked("someone.github.io")
        first = len(crawl.replica.log)
        crawl("github_pages", blog.home)
        again = {seen.path for seen in crawl.replica.log[first:]}
        found = {"/rss.xml", "/sitemap/sitemap-index.xml", "/sitemap/sitemap-0.xml"}
        assert again == {"/", "/robots.txt", *found}


def test_a_redirect_keeps_the_identity_of_a_post(crawling: Crawling) -> None:
    blog = invented_blog(HOST, 2)
    with crawling(blog) as crawl:
        crawl("github_pages", HOME)
        moved = blog.posts[0]
        blog.redirects = {"/blog/note-0001/": f"{HOME}blog/renamed/"}
        blog.posts = [replace(moved, slug="renamed"), blog.posts[1]]
        blog.feed_body = (
            blog.rss().replace("renamed", "note-0001").replace("的一个细节", "").encode()
        )
        crawl("github_pages", HOME)
        rows = crawl.rows("SELECT source_id, state FROM posts WHERE source_id LIKE '%note-0001'")
        assert [tuple(row) for row in rows] == [(f"{HOST}/blog/note-0001", "archived")]


@pytest.mark.soak
def test_a_foreign_sitemap_is_not_asked_and_a_foreign_entry_is_not_crawled(
    crawling: Crawling,
) -> None:
    blog = invented_blog(HOST, 2)
    away = "<item><title>别处</title><link>https://other.io/p/</link></item></channel>"
    blog.feed_body = blog.rss().replace("</channel>", away).encode()
    with crawling(blog) as crawl:
        robots = b"Sitemap: https://weilin.github.io/sitemap.xml\n"
        crawl.replica.faults[HOST, "/robots.txt"] = Fault(status=200, body=robots)
        crawl("github_pages", HOME)
        assert {seen.host for seen in crawl.replica.log} == {HOST}
        rows = crawl.rows("SELECT source_id, title FROM posts WHERE state = 'external'")
        assert [tuple(row) for row in rows] == [("https://other.io/p/", "别处")]


def test_a_limit_asks_for_no_more_pages(crawling: Crawling) -> None:
    blog = invented_blog(HOST, 6)
    with crawling(blog) as crawl:
        crawl("github_pages", HOME, "-a", "limit=2")
        assert len(archived(crawl)) == 2
        assert len(asked_for_posts(crawl, 0)) == 2
        assert not any(row["complete"] for row in crawl.rows("SELECT complete FROM listings"))


@pytest.mark.soak
def test_the_times_of_files_that_hexo_gives_ask_for_nothing(
    crawling: Crawling, tmp_path: Path
) -> None:
    blog = hexo_with_ids(tmp_path / "sites")
    feed = tmp_path / "sites" / "someone.github.io" / "atom.xml"
    with crawling(StaticSites(tmp_path / "sites")) as crawl:
        crawl("github_pages", blog.home)
        first = len(crawl.replica.log)
        feed.write_text(feed.read_text().replace("2026-10-01T08", "2026-11-02T09"))
        crawl("github_pages", blog.home)
        assert not [s.path for s in crawl.replica.log[first:] if s.path.startswith("/archives/")]


def test_two_profiles_that_list_the_same_pages_both_have_their_posts(crawling: Crawling) -> None:
    blog = invented_blog(HOST, 3)
    with crawling(blog) as crawl:
        crawl("github_pages", f"{HOME} {HOME}blog/")
        held = crawl.rows(
            "SELECT handle, count(*) AS n FROM posts JOIN profiles ON profiles.id = profile_id"
            " WHERE posts.state = 'archived' GROUP BY handle ORDER BY handle"
        )
        assert [tuple(row) for row in held] == [(HOST, 3), (f"{HOST}/blog", 3)]
