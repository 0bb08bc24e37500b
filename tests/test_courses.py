"""Counters over time: those of a profile, and the sums of its posts', in few enough days."""

from datetime import timedelta

import pytest

from archive.history import courses as module
from archive.history.courses import chosen_days, courses
from archive.store import Archive
from tests.lives import live
from tests.made import START, crawl, entry


@pytest.fixture
def archive(tmp_path):
    live(tmp_path / "archive.db")
    with Archive.open(tmp_path / "archive.db") as archive:
        yield archive


def test_posts_count_with_what_was_last_seen_of_them(archive):
    assert courses(archive.db, 1)["views of all posts"] == [
        ("2026-03-01", 400),
        ("2026-03-03", 500),
        ("2026-03-05", 700),
        ("2026-03-07", 900),
    ]


def test_the_profiles_own_counters_are_told_as_they_were_seen(archive):
    assert courses(archive.db, 1)["followers"] == [
        ("2026-03-01T08:00:00Z", 100),
        ("2026-03-03T08:00:00Z", 110),
        ("2026-03-05T08:00:00Z", 120),
        ("2026-03-07T08:00:00Z", 130),
    ]


def test_a_counter_that_was_never_seen_is_not_told(archive):
    assert list(courses(archive.db, 1)) == ["followers", "views of all posts"]


def test_of_many_crawls_few_days_are_told_of_with_the_first_and_the_last(archive, monkeypatch):
    for day in range(10, 30):
        archive.clock = lambda day=day: START + timedelta(days=day)
        crawl(archive, entry("1"))
    monkeypatch.setattr(module, "MOST_LOOKS", 50)
    days = chosen_days(archive.db, 1)
    assert (len(days), days[0], days[-1]) == (5, "2026-03-01", "2026-03-30")
