"""The circuit breaker: by itself, and in crawls of a replica that refuses or fails."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archive.store import Archive
from scraper.exitcode import ExitCode
from scraper.net.breaker import Breaker, Cooldown
from tests.command import Command
from tests.conftest import Crawler
from tests.replica import Fault
from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.csdn_pictures import HOST as PICTURES
from tests.replica.csdn_pictures import CsdnPictures, illustrated
from tests.stages import csdn, github_pages
from tests.thorough import cases

Crawling = Callable[..., AbstractContextManager[Crawler]]
START = datetime(2026, 3, 1, 8, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOST, USER = "blog.csdn.net", "linshen"
#: As in earnest; on a replica a site is left alone for half a second.
IN_EARNEST = ("-s", "COOLDOWN=600", "-s", "COOLDOWN_MAX=86400")
WALL = Fault(403)


def healthy(host: str, path: str) -> None:
    """No fault anywhere."""


@pytest.fixture
def breaker() -> Breaker:
    return Breaker(10 * MINUTE, 24 * 60 * MINUTE)


def test_three_refusals_in_a_row_open_it(breaker: Breaker):
    assert breaker.refused("csdn", START, "403") is None
    assert breaker.refused("csdn", START, "403") is None
    breaker.succeeded("csdn")
    assert [breaker.refused("csdn", START, "403") for _ in range(2)] == [None, None]
    opened = breaker.refused("csdn", START, "the third")
    assert opened == Cooldown("csdn", START, START + 10 * MINUTE, 1, "the third")
    assert breaker.open("csdn", START + 9 * MINUTE) == opened
    assert breaker.open("tencent_cloud", START) is None


def test_five_failures_in_a_row_open_it(breaker: Breaker):
    assert [breaker.failed("a.io", START, "500") for _ in range(4)] == [None] * 4
    assert breaker.failed("a.io", START, "500")


def test_after_its_time_one_request_is_made_and_success_closes_it(breaker: Breaker):
    opened = breaker.put_off("csdn", START, MINUTE, "later")
    assert not breaker.half_open("csdn", START)
    assert breaker.open("csdn", START + MINUTE) is None
    assert breaker.half_open("csdn", START + MINUTE)
    assert breaker.succeeded("csdn") == opened
    assert not breaker.half_open("csdn", START + MINUTE)


def test_each_try_in_vain_doubles_the_time_up_to_a_day(breaker: Breaker):
    now, waits = START, []
    for _ in range(3):
        breaker.refused("csdn", now, "403")
    for _ in range(10):
        waits.append(breaker.cooldowns["csdn"].until - now)
        now = breaker.cooldowns["csdn"].until
        again = breaker.refused("csdn", now, "403")
        assert again
        assert again.since == START
    assert waits[:4] == [10 * MINUTE, 20 * MINUTE, 40 * MINUTE, 80 * MINUTE]
    assert waits[-1] == timedelta(days=1)


@pytest.mark.parametrize("wait", [1e9, 315_360_000])
def test_no_site_is_left_alone_for_longer_than_a_day(breaker: Breaker, wait: float):
    assert breaker.put_off("a.io", START, timedelta(seconds=wait), "").until == START + timedelta(1)


def walled(crawl: Crawler) -> None:
    """Let the replica refuse everything but robots.txt."""
    crawl.replica.fault_at = lambda host, path: WALL if path != "/robots.txt" else None


def posts(fault: Fault) -> Callable[[str, str], Fault | None]:
    """The lists are good, the posts are not."""
    return lambda host, path: fault if "/article/details/" in path else None


def posts_asked(crawl: Crawler) -> list[str]:
    return [path for path in crawl.replica.asked(HOST) if "/article/details/" in path]


def cooldowns(crawl: Crawler) -> list[tuple[object, ...]]:
    rows = crawl.rows("SELECT site, refusals, reason FROM cooldowns ORDER BY site")
    return [tuple(row) for row in rows]


@pytest.mark.parametrize("profiles", cases([8], [60]))
def test_a_wall_is_met_three_times_by_all_profiles_and_never_again_before_its_time(
    crawling: Crawling, tmp_path: Path, profiles: int
):
    stage = csdn([1] * profiles, 20)
    with crawling(stage.site) as crawl:
        walled(crawl)
        said = crawl("csdn", stage.profiles, *IN_EARNEST, code=ExitCode.BLOCKED)
        assert len(crawl.replica.asked(HOST)) == 3
        assert said.count("csdn is left alone until") == 1
        ((site, refusals, reason),) = cooldowns(crawl)
        assert (site, refusals) == ("csdn", 1)
        assert "refused with status 403" in str(reason)
        told = crawl.rows(
            "SELECT DISTINCT profile_id FROM observations WHERE reason LIKE 'csdn is%'"
        )
        assert len(told) == profiles

        crawl.replica.fault_at = healthy
        crawl.replica.log.clear()
        crawl("csdn", stage.profiles, *IN_EARNEST, code=ExitCode.BLOCKED)
        assert crawl.replica.log == []  # not for its robots.txt, either

        status = Command(tmp_path, crawl.replica)("status")
        assert f"csdn is left alone until {datetime.now(UTC):%Y-%m}" in status
        found = json.loads(Command(tmp_path, crawl.replica)("status", "--json"))
        assert all(row["left_alone_until"] for row in found["profiles"])
        assert [site["site"] for site in found["left_alone"]] == ["csdn"]

        later(crawl)
        crawl("csdn", stage.profiles, *IN_EARNEST)
        assert cooldowns(crawl) == []
        assert "left alone" not in Command(tmp_path, crawl.replica)("status")


def later(crawl: Crawler) -> None:
    """Let the time of every cool-down be over."""
    with Archive.open(crawl.archive) as archive:
        for cooldown in archive.cooldowns():
            over = datetime.now(UTC) - MINUTE
            archive.begin_cooldown(Cooldown(cooldown.site, over, over, cooldown.refusals, "then"))


def test_half_open_one_request_is_made_and_its_failure_opens_it_for_twice_as_long(
    crawling: Crawling,
):
    with crawling(CsdnSite(USER, invented_posts(5, 300))) as crawl:
        walled(crawl)
        crawl("csdn", USER, *IN_EARNEST, code=ExitCode.BLOCKED)
        later(crawl)
        crawl.replica.log.clear()
        failing = Fault(503)
        crawl.replica.fault_at = lambda host, path: None if path == "/robots.txt" else failing
        crawl("csdn", USER, *IN_EARNEST, code=ExitCode.BLOCKED)
        assert len(crawl.replica.asked(HOST)) == 1  # without a retry
        ((_, refusals, _),) = cooldowns(crawl)
        assert refusals == 2
        (row,) = crawl.rows(
            "SELECT strftime('%s', until) - strftime('%s', 'now') AS left FROM cooldowns"
        )
        assert 1180 < row["left"] <= 1200


def test_a_wall_in_the_middle_leaves_every_other_post_unasked_and_unaccused(crawling: Crawling):
    blog = CsdnSite(USER, invented_posts(40, 300))
    with crawling(blog) as crawl:
        crawl.replica.fault_at = posts(WALL)
        crawl("csdn", USER, "-s", "COOLDOWN=600", "-s", "COOLDOWN_MAX=600", code=ExitCode.BLOCKED)
        asked = posts_asked(crawl)
        assert len(asked) == 3
        seen = crawl.rows("SELECT post_id, reason FROM observations")
        assert len(seen) == 4  # three refusals, and one line for the site
        assert [row["post_id"] for row in seen].count(None) == 1

        crawl.replica.fault_at = healthy
        later(crawl)
        crawl("csdn", USER, *IN_EARNEST)
        assert crawl.rows("SELECT count(*) AS n FROM posts WHERE state = 'archived'")[0]["n"] == 40


@pytest.mark.parametrize("status", cases([500], [0]))
def test_a_dead_site_is_given_up_after_five_pages_with_two_retries_each(
    crawling: Crawling, status: int
):
    with crawling(CsdnSite(USER, invented_posts(40, 300))) as crawl:
        crawl.replica.fault_at = posts(Fault(status))
        crawl("csdn", USER, *IN_EARNEST, code=ExitCode.BLOCKED)
        asked = posts_asked(crawl)
        waiting = 3 * 2  # posts that were under way too, each before its last retry
        assert 15 <= len(asked) <= 15 + waiting + 1


CHALLENGE = "<title>安全验证</title>".encode()


@pytest.mark.parametrize(
    "fault", cases([Fault(521)], [Fault(0), Fault(429), Fault(200, CHALLENGE)])
)
def test_a_host_of_pictures_that_is_down_is_not_asked_for_each(crawling: Crawling, fault: Fault):
    with crawling(illustrated(USER, 1, 60), CsdnPictures()) as crawl:
        crawl.replica.fault_at = lambda host, path: (
            fault if host == PICTURES and path != "/robots.txt" else None
        )
        crawl("csdn", USER, *IN_EARNEST)
        assert 3 <= len(crawl.replica.asked(PICTURES)) <= 25  # each three times at most
        assert [row[0] for row in cooldowns(crawl)] == [PICTURES]
        left = crawl.rows("SELECT count(*) AS n FROM media WHERE state = 'wanted'")[0]["n"]
        assert left >= 55


@pytest.mark.soak
def test_one_blog_that_refuses_does_not_keep_another_from_being_asked(crawling: Crawling):
    stage = github_pages([4, 4], 20)
    with crawling(stage.site) as crawl:
        bad, good = stage.posts
        crawl.replica.fault_at = lambda host, path: (
            WALL if host == bad and path.startswith("/blog/") else None
        )
        crawl("github_pages", stage.profiles, *IN_EARNEST, code=ExitCode.BLOCKED)
        assert [row[0] for row in cooldowns(crawl)] == [bad]
        kept = crawl.rows(
            "SELECT handle, archived FROM ledger WHERE platform = 'github_pages' ORDER BY handle"
        )
        assert {row["handle"]: row["archived"] for row in kept}[good] == 4


@pytest.mark.soak
def test_what_is_open_is_said_by_the_replica_too(crawling: Crawling):
    """Without a word about cool-downs, a run against a replica leaves a wall alone as well."""
    with crawling(CsdnSite(USER, invented_posts(40, 300))) as crawl:
        crawl.replica.fault_at = posts(WALL)
        crawl("csdn", USER, code=ExitCode.BLOCKED)
        asked = posts_asked(crawl)
        assert 3 <= len(asked) <= 6
        crawl.replica.fault_at = healthy
        crawl("csdn", USER)


def test_an_archive_keeps_cooldowns_as_they_are(archive: Archive):
    cooldown = Cooldown("pic.example.org", START, START + MINUTE, 3, "为什么")
    archive.begin_cooldown(cooldown)
    archive.begin_cooldown(cooldown)
    assert archive.cooldowns() == [cooldown]
    archive.end_cooldown(cooldown.site)
    assert archive.cooldowns() == []
