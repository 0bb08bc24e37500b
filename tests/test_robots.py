"""robots.txt by RFC 9309, in crawls: what is forbidden is on no log."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from scraper.exitcode import ExitCode
from tests.conftest import Crawler
from tests.replica import Fault
from tests.replica.csdn import CsdnSite, invented_posts
from tests.thorough import cases

Crawling = Callable[..., AbstractContextManager[Crawler]]
HOST, USER = "blog.csdn.net", "linshen"
ARTICLES = f"/{USER}/article/details/"
TEXT = {"Content-Type": "text/plain"}
FORBIDDING = f"User-agent: blog-archiver\nDisallow: {ARTICLES}\n".encode()
EVERYTHING = b"User-agent: *\nDisallow: /\n"


def crawled(crawl: Crawler, robots: Fault, code: ExitCode | None = None) -> list[str]:
    """The paths asked for when this is the answer for robots.txt, which itself is always asked for."""
    crawl.replica.faults[HOST, "/robots.txt"] = robots
    crawl("csdn", USER, code=code)
    assert HOST in {asked.host for asked in crawl.replica.log if asked.path == "/robots.txt"}
    return crawl.replica.asked(HOST)


@pytest.fixture
def crawl(crawling: Crawling):
    with crawling(CsdnSite(USER, invented_posts(3, 300))) as crawl:
        yield crawl


def test_what_it_forbids_is_never_asked_for(crawl: Crawler):
    asked = crawled(crawl, Fault(200, FORBIDDING, TEXT), ExitCode.PARTIAL)
    assert asked
    assert not [path for path in asked if path.startswith(ARTICLES)]
    seen = {tuple(row) for row in crawl.rows("SELECT seen, transient FROM observations")}
    assert seen == {("disallowed", 0)}


@pytest.mark.parametrize("status", cases([503], [0, 500, 599]))
def test_while_it_is_not_to_be_had_nothing_is_asked_for(crawl: Crawler, status: int):
    assert crawled(crawl, Fault(status), ExitCode.PARTIAL) == []
    for row in crawl.rows("SELECT seen, reason, transient FROM observations"):
        assert (row["seen"], row["transient"]) == ("disallowed", 1)
        assert f"https://{HOST}/robots.txt is unreachable" in row["reason"]
    assert len(crawled(crawl, Fault(404), ExitCode.COMPLETE)) > 3  # the next run asks again


CHALLENGE = b"<html><script>var arg1='37'</script>"


@pytest.mark.parametrize("wall", cases([Fault(200, CHALLENGE)], [Fault(429), Fault(521)]))
def test_a_wall_in_its_place_is_one_before_the_site(crawl: Crawler, wall: Fault):
    assert crawled(crawl, wall, ExitCode.BLOCKED) == []
    seen = [tuple(row) for row in crawl.rows("SELECT DISTINCT seen, transient FROM observations")]
    assert seen == [("blocked", 0)]
    incidents = crawl.rows("SELECT kind, subject, told_at FROM incidents")
    assert [tuple(row) for row in incidents] == [("blocked", "csdn", None)]


@pytest.mark.parametrize("status", cases([403], [404, 400, 401, 410, 418, 451]))
def test_without_one_everything_is_allowed_whatever_the_answer_says(crawl: Crawler, status: int):
    assert len(crawled(crawl, Fault(status, EVERYTHING, TEXT), ExitCode.COMPLETE)) > 3


BODIES = {
    "BOM": b"\xef\xbb\xbf" + FORBIDDING,
    "UTF-16": FORBIDDING.decode().encode("utf-16"),
    "CRLF": FORBIDDING.replace(b"\n", b"\r\n"),
    "noise": b"\xff\xfe\x00\x80 noise\n"[2:] + FORBIDDING,
    "capitals": FORBIDDING.replace(b"blog-archiver", b"Blog-Archiver"),
    "900 KB": FORBIDDING + b"# filler\n" * 100_000,
    "token": b"User-agent: *\nAllow: /\n" + FORBIDDING,
}


@pytest.mark.parametrize(
    "name", cases(["UTF-16", "token"], sorted(BODIES.keys() - {"UTF-16", "token"}))
)
def test_rules_are_found_in_whatever_holds_them(crawl: Crawler, name: str):
    page = {"Content-Type": "application/octet-stream"}
    asked = crawled(crawl, Fault(200, BODIES[name], page), ExitCode.PARTIAL)
    assert asked
    assert not [path for path in asked if path.startswith(ARTICLES)]


def test_what_lies_beyond_500_kib_is_not_read_nor_half_a_line(crawl: Crawler):
    start, rule = b"User-agent: *\n", b"Disallow: /"
    filler = b"#" * (500 * 1024 - len(start) - len(rule) - 1) + b"\n"
    body = start + filler + rule + b"elsewhere\n" + FORBIDDING
    assert len(crawled(crawl, Fault(200, body, TEXT), ExitCode.COMPLETE)) > 3


def test_a_web_page_in_its_place_has_no_rules(crawl: Crawler):
    page = b"<!doctype html><pre>\nUser-agent: *\nDisallow: /\n</pre>"
    assert (
        len(crawled(crawl, Fault(200, page, {"Content-Type": "text/html"}), ExitCode.COMPLETE)) > 3
    )


def test_it_is_followed_through_redirects_unless_they_have_no_end(crawl: Crawler):
    crawl.replica.faults[HOST, "/rules.txt"] = Fault(200, FORBIDDING, TEXT)
    there = Fault(301, headers={"Location": "/rules.txt"})
    asked = crawled(crawl, there, ExitCode.PARTIAL)
    assert not [path for path in asked if path.startswith(ARTICLES)]
    circle = Fault(301, headers={"Location": "/robots.txt"})
    crawl.replica.log.clear()
    assert crawled(crawl, circle, ExitCode.PARTIAL) == []


def test_a_crawl_delay_is_kept(crawl: Crawler):
    crawled(crawl, Fault(200, b"User-agent: *\nCrawl-delay: 0.5\n", TEXT), ExitCode.COMPLETE)
    times = [asked.at for asked in crawl.replica.log if asked.host == HOST]
    gaps = [later - earlier for earlier, later in zip(times, times[1:], strict=False)]
    assert len(gaps) > 5
    assert min(gaps) >= 0.49


def test_each_host_is_asked_once_a_run_and_its_answer_kept_when_it_is_new(crawl: Crawler):
    kept = "SELECT status, length FROM fetches JOIN raw_pages ON sha256 = raw_sha256 WHERE kind = 'robots'"
    for body, copies in ((FORBIDDING, 1), (FORBIDDING, 1), (EVERYTHING, 2), (FORBIDDING, 3)):
        crawl.replica.log.clear()
        crawled(crawl, Fault(200, body, TEXT), ExitCode.PARTIAL)
        assert crawl.replica.asked(HOST, robots=True).count("/robots.txt") == 1
        assert len(crawl.rows(kept)) == copies
    assert [tuple(row) for row in crawl.rows(kept)][:2] == [
        (200, len(FORBIDDING)),
        (200, len(EVERYTHING)),
    ]
