"""What a spider is told of a profile's earlier runs."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date, timedelta

import pytest

from archive.drift.recent import CRAWLS
from archive.store import Archive
from scraper.before import Before, KnownPost
from scraper.items import Profile, Seen
from tests.conftest import Crawler
from tests.made import START, observation
from tests.replica.github_pages import invented_blog

HOST = "linjian.github.io"
HOME = f"https://{HOST}/"
BOTH = frozenset({"feed", "pages"})
PROFILE = Profile(platform="github_pages", handle=HOST, url=HOME)


def told(crawl: Crawler) -> Before:
    with Archive.open(crawl.archive, read_only=True) as archive:
        return archive.before(PROFILE)


def test_of_a_new_profile_nothing_is_known(archive: Archive) -> None:
    assert archive.before(PROFILE) == Before()


def test_the_archived_posts_and_their_listings_are_told(
    crawling: Callable[..., AbstractContextManager[Crawler]],
) -> None:
    blog = invented_blog(HOST, 2)
    with crawling(blog) as crawl:
        crawl("github_pages", HOME)
        known = told(crawl)
        assert known.posts == {
            f"{HOST}/blog/note-0001": KnownPost("第1篇：调度器手记", date(2020, 1, 2), BOTH),
            f"{HOST}/blog/note-0002": KnownPost("第2篇：调度器手记", date(2020, 1, 3), BOTH),
        }
        assert set(known.sources) == {
            ("feed", f"{HOME}rss.xml"),
            ("pages", f"{HOME}sitemap-index.xml"),
        }


def crawled(
    archive: Archive, hours: int, *, seen: Seen | None = None
) -> tuple[tuple[str, str], ...]:
    """Crawl the blog so many hours after the first listing; which listings are told then."""
    archive.clock = lambda: START + timedelta(hours=hours)
    archive.begin_crawl(PROFILE)
    if seen:
        wall = observation(seen, None, url=HOME)
        archive.record(replace(wall, platform=PROFILE.platform, handle=PROFILE.handle))
    archive.end_crawl(PROFILE.platform, PROFILE.handle, "finished")
    return archive.before(PROFILE).sources


def listed(archive: Archive) -> None:
    crawled(archive, 0)
    archive.db.execute(OLD_LISTING)


def test_what_many_crawls_have_not_seen_is_told_no_more(archive: Archive) -> None:
    listed(archive)
    told = [crawled(archive, 48 * n) for n in range(1, CRAWLS + 1)]
    assert told == [FEED] * (CRAWLS - 1) + [()]
    archive.db.execute("UPDATE listings SET crawl_id = 2")
    assert archive.before(PROFILE).sources == FEED


def test_many_crawls_of_a_few_days_are_not_enough(archive: Archive) -> None:
    listed(archive)
    told = {n: crawled(archive, 6 * n) for n in range(1, 61)}
    assert [n for n in told if not told[n]] == [57, 58, 59, 60]  # after 14 days


@pytest.mark.parametrize("seen", ["failed", "blocked"])
def test_crawls_that_did_not_get_to_the_site_do_not_count(archive: Archive, seen: Seen) -> None:
    listed(archive)
    for n in range(1, CRAWLS + 5):
        assert crawled(archive, 48 * n, seen=seen) == FEED


@pytest.mark.parametrize(("complete", "agreed"), [(0, {("data.total", "3")}), (1, set())])
def test_a_total_that_crawls_of_a_week_saw_is_agreed_on_unless_another_list_was_whole(
    archive: Archive, complete: int, agreed: set[tuple[str, str]]
) -> None:
    listed(archive)
    told = []
    for day in (1, 4, 7):
        archive.clock = lambda day=day: START + timedelta(days=day)  # type: ignore[misc]
        told.append(archive.before(PROFILE).agreed)
        archive.begin_crawl(PROFILE)
        fewer = observation("changed", None, url=HOME, missing="data.total", found="3")
        archive.record(replace(fewer, platform=PROFILE.platform, handle=PROFILE.handle))
        archive.end_crawl(PROFILE.platform, PROFILE.handle, "finished")
    archive.clock = lambda: START + timedelta(days=8)
    archive.db.execute(LISTINGS, (complete,))
    told.append(archive.before(PROFILE).agreed)
    assert told == [frozenset()] * 3 + [agreed]


LISTINGS = """
INSERT INTO listings (profile_id, crawl_id, name, url, source, seen, complete, ended_at)
SELECT 1, id, 'posts', 'p', 'p', 3, ?, '2026-11-30T00:00:00Z' FROM crawls
"""
FEED = (("feed", "f"),)
OLD_LISTING = """
INSERT INTO listings (profile_id, crawl_id, name, url, source, seen, complete, ended_at)
VALUES (1, 1, 'feed', 'f', 'f', 3, 1, '2026-11-30T00:00:00Z')
"""
