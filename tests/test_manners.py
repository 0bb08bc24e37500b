"""Manners, proved by the replica's log: intervals, turns, and breaks as long as a site asks for."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from aiohttp import web
from scrapy.http import Response

from scraper.exitcode import ExitCode
from scraper.net.retry_after import FOR_EVER, asked_wait
from tests.command import Command
from tests.conftest import Crawler
from tests.replica import Asked, Fault
from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.github import GitHubSite, Repository
from tests.stages import csdn
from tests.thorough import cases

Crawling = Callable[..., AbstractContextManager[Crawler]]
HOST, USER = "blog.csdn.net", "linshen"
NOW = datetime(2026, 3, 1, 8, tzinfo=UTC)


def in_(seconds: float) -> str:
    return format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [
        (429, {"Retry-After": "7"}, 7),
        (503, {"Retry-After": " 0 "}, 0),
        (503, {"Retry-After": in_(90), "Date": in_(0)}, 90),
        (503, {"Retry-After": in_(-90), "Date": in_(0)}, 0),
        (503, {"Retry-After": in_(7).replace("GMT", "-0000"), "Date": in_(0)}, 7),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(NOW.timestamp()) + 60),
               "Date": in_(0)}, 60),
        (403, {"X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "1"}, None),
        (429, {"Retry-After": "9" * 400}, FOR_EVER),
        (429, {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}, FOR_EVER),
        (429, {"Retry-After": "-5"}, None),
        (429, {"Retry-After": "soon"}, None),
        (429, {"Retry-After": "٣"}, None),
        (429, {"Retry-After": ""}, None),
        (429, {}, None),
        (200, {"Retry-After": "7"}, None),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "never"}, None),
    ],
)  # fmt: skip
def test_the_time_that_a_refusal_asks_for(status, headers, wait):
    encoded = {name: value.encode() for name, value in headers.items()}
    assert asked_wait(Response("https://a.io/", status=status, headers=encoded)) == wait


def gaps(log: list[Asked]) -> list[float]:
    """The seconds between two requests."""
    return [later.at - earlier.at for earlier, later in zip(log, log[1:], strict=False)]


@pytest.mark.parametrize("status", [429, 503])
def test_a_site_is_asked_again_after_the_seconds_it_named_and_nothing_in_between(
    crawling: Crawling, status: int
):
    with crawling(CsdnSite(USER, invented_posts(5, 300))) as crawl:
        tired = f"/{USER}/article/details/130000003"
        crawl.replica.faults[HOST, tired] = Fault(status, headers={"Retry-After": "3"}, times=1)
        crawl("csdn", USER)
        log = [asked for asked in crawl.replica.log if asked.host == HOST]
        first = next(n for n, asked in enumerate(log) if asked.path == tired)
        assert 3 <= gaps(log)[first] < 4.5
        assert sum(gap > 2 for gap in gaps(log)) == 1
        assert [asked.path for asked in log].count(tired) == 2


def test_a_site_is_asked_again_after_the_date_it_named(crawling: Crawling):
    class Tired(CsdnSite):
        until = datetime.now(UTC)
        refused = 0

        async def answer(self, request: web.Request) -> web.StreamResponse:
            if request.path.endswith("130000002") and not self.refused:
                self.refused, self.until = 1, datetime.now(UTC) + timedelta(seconds=4)
                date = format_datetime(self.until, usegmt=True)
                return web.Response(status=503, headers={"Retry-After": date})
            if self.refused and datetime.now(UTC) < self.until.replace(microsecond=0):
                self.refused += 1
            return await super().answer(request)

    site = Tired(USER, invented_posts(3, 300))
    with crawling(site) as crawl:
        crawl("csdn", USER)
        assert site.refused == 1
        assert 3 < max(gaps(crawl.replica.log)) < 6


def test_a_site_that_wants_more_time_than_anybody_waits_is_put_off(crawling: Crawling):
    with crawling(CsdnSite(USER, invented_posts(5, 300))) as crawl:
        tired = Fault(429, headers={"Retry-After": "3600"})
        crawl.replica.fault_at = lambda host, path: tired if "/details/" in path else None
        said = crawl("csdn", USER, "-s", "COOLDOWN_MAX=86400", code=ExitCode.BLOCKED)
        assert len([a for a in crawl.replica.log if "/details/" in a.path]) == 1
        assert f"{HOST} is left alone until" in said
        (row,) = crawl.rows(
            "SELECT site, strftime('%s', until) - strftime('%s', since) AS wait FROM cooldowns"
        )
        assert tuple(row) == (HOST, 3600)


def test_a_spent_quota_is_kept_to_its_host_and_means_later(crawling: Crawling):
    spent = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": f"{NOW.timestamp() + 9e8:.0f}"}
    with crawling(GitHubSite([Repository("someone/notes", {})])) as crawl:
        crawl.replica.faults["api.github.com", "/repos/someone/notes"] = Fault(403, headers=spent)
        crawl("github_readme", "someone/notes", code=ExitCode.PARTIAL)
        assert [row["site"] for row in crawl.rows("SELECT site FROM cooldowns")] == [
            "api.github.com"
        ]
        (seen,) = crawl.rows("SELECT seen, transient FROM observations")
        assert tuple(seen) == ("failed", 1)


def test_without_a_word_of_the_site_each_retry_waits_twice_as_long_with_jitter(crawling: Crawling):
    with crawling(CsdnSite(USER, invented_posts(2, 300))) as crawl:
        down = f"/{USER}/article/details/130000002"
        crawl.replica.faults[HOST, down] = Fault(500)
        crawl("csdn", USER, "-s", "RETRY_BACKOFF=1")
        waits = gaps([asked for asked in crawl.replica.log if asked.path == down])
        assert len(waits) == 2
        assert 0.5 <= waits[0] < 2
        assert 1 <= waits[1] < 3.5


@pytest.mark.soak
def test_between_two_requests_there_is_at_least_half_the_delay_and_never_the_same(
    crawling: Crawling,
):
    with crawling(CsdnSite(USER, invented_posts(8, 300))) as crawl:
        crawl("csdn", USER, "-s", "DOWNLOAD_DELAY=0.4")
        found = gaps(crawl.replica.log)
        assert len(found) >= 10
        assert min(found) >= 0.2 * 0.8  # the first of two may reach a busy site late
        assert max(found) - min(found) > 0.05


@pytest.mark.parametrize("profiles", cases([8], [60]))
def test_profiles_in_one_run_are_asked_one_at_a_time(crawling: Crawling, profiles: int):
    stage = csdn([1] * profiles, 20)
    answer, busy, most = stage.site.answer, 0, 0

    async def counted(request: web.Request) -> web.StreamResponse:
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        try:
            await asyncio.sleep(0.005)  # long enough for a second request to be seen
            return await answer(request)
        finally:
            busy -= 1

    stage.site.answer = counted
    with crawling(stage.site) as crawl:
        crawl("csdn", stage.profiles)
        assert (
            crawl.rows("SELECT count(*) AS n FROM posts WHERE state = 'archived'")[0]["n"]
            == profiles
        )
        assert most == 1


def test_both_hosts_of_a_platform_are_one_site(crawling: Crawling):
    busy, most = 0, 0

    class Counted(GitHubSite):
        async def answer(self, request: web.Request) -> web.StreamResponse:
            nonlocal busy, most
            busy += 1
            most = max(most, busy)
            try:
                await asyncio.sleep(0.02)
                return await super().answer(request)
            finally:
                busy -= 1

    several = [
        Repository(f"someone/notes{n}", {"README.md": b"# N\n\n- [One](./one.md)\n", "one.md": b"# One\n\nText.\n"})
        for n in range(4)
    ]  # fmt: skip
    with crawling(Counted(several)) as crawl:
        crawl("github_readme", " ".join(f"someone/notes{n}" for n in range(4)))
        assert {asked.host for asked in crawl.replica.log} == {
            "api.github.com",
            "raw.githubusercontent.com",
        }
        assert most == 1


def test_a_dry_run_has_manners_too(crawling: Crawling):
    with crawling(CsdnSite(USER, invented_posts(3, 300))) as crawl:
        crawl.replica.faults[HOST, "/robots.txt"] = Fault(200, b"User-agent: *\nDisallow: /\n")
        Command(crawl.archive.parent, crawl.replica)("crawl", f"csdn:{USER}", "--dry-run", code=10)
        assert crawl.replica.asked(HOST) == []
