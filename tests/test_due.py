"""Whose turn it is, how far its lists are to be read, and when a post is looked at again."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.left import left
from archive.recording.rechecks import STEPS, next_check
from archive.store import Archive
from archive.watch.due import LONGEST, SHORTEST, UNDATED, Turn, turns
from scraper.items import Moment
from tests.made import PROFILE, START, WHOSE, entry, listing, observation, page, post, rows

NAME = f"{PROFILE.platform}:{PROFILE.handle}"
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def at(moment: datetime, archive: Archive) -> None:
    archive.clock = lambda: moment


def crawled(archive, *items, when=START, depth="full", outcome="finished"):
    """A crawl of a profile at a time."""
    at(when, archive)
    archive.begin_crawl(PROFILE, depth)
    for item in items:
        archive.record(item)
    archive.end_crawl(**WHOSE, outcome=outcome)


def turn(archive, now, hours=None) -> Turn:
    (found,) = turns(archive.db, [PROFILE], hours or {}, now)
    return found


def published(*days: float):
    """Entries of posts that came so many days before START."""
    for number, day in enumerate(days, 1):
        when = START - day * DAY
        moment = Moment(at=when, on=when.date(), precision="second", text=when.isoformat())
        yield entry(str(number), published=moment)


# Whose turn it is


def test_a_profile_that_was_never_crawled_is_due_at_once_and_whole(archive):
    found = turn(archive, START)
    assert (found.at, found.depth) == (START, "full")


@pytest.mark.parametrize(
    ("days", "interval"),
    [
        ((0, 2, 4, 6, 8), DAY),
        ((0, 0.1, 0.2), SHORTEST),
        ((1, 60, 120), LONGEST),
        ((4, 5, 6, 7, 8), 2 * DAY),  # the silence since the last is longer than the usual gap
        ((3,), 1.5 * DAY),
        ((), UNDATED),
    ],
)
def test_the_interval_follows_how_often_somebody_posts(archive, days, interval):
    crawled(archive, *published(*days), listing(seen=len(days)))
    assert turn(archive, START).at == START + interval


def test_the_users_interval_wins_and_a_turn_may_come_a_little_early(archive):
    crawled(archive, listing())
    found = turn(archive, START, {NAME: 10})
    assert found.at == START + 10 * HOUR
    assert found.early == START + 9 * HOUR


@pytest.mark.parametrize("outcome", ["shutdown", "closespider_timeout", "archive"])
def test_a_crawl_that_was_stopped_leaves_a_profile_due(archive, outcome):
    crawled(archive, listing(), outcome=outcome)
    assert turn(archive, START + DAY).at == START
    crawled(archive, listing(), when=START + DAY)
    crawled(archive, listing(), when=START + 3 * DAY, outcome=outcome)
    assert turn(archive, START + 3 * DAY).at == START + DAY + UNDATED


def test_a_killed_crawl_leaves_a_profile_due(archive):
    archive.clock = lambda: START
    archive.begin_crawl(PROFILE)
    assert turn(archive, START + HOUR).at == START


@pytest.mark.parametrize("seen", ["failed", "blocked", "login", "changed"])
def test_a_list_that_was_not_got_leaves_a_profile_due(archive, seen):
    trouble = observation(seen, None, url="https://blog.csdn.net/list")
    crawled(archive, trouble, listing(complete=False))
    assert turn(archive, START + HOUR).at <= START + HOUR


def test_a_list_that_has_less_than_it_claims_waits_for_its_turn(archive):
    crawled(archive, entry(), listing(complete=False))
    assert turn(archive, START).at == START + UNDATED


def test_a_crawl_cut_short_on_request_is_no_turn(archive):
    cut = listing(complete=False)
    cut.reason = "stopped after 5 entries, as asked"
    crawled(archive, entry(), cut)
    assert turn(archive, START + HOUR).at == START


def test_a_post_that_failed_does_not_bring_its_profile_forward(archive):
    crawled(archive, entry(), observation("failed"), listing())
    assert turn(archive, START).at == START + UNDATED


def test_a_clock_that_was_wrong_puts_nobody_off_for_long(archive):
    crawled(archive, listing(), when=START + 300 * DAY)
    assert turn(archive, START).at == START


def test_the_longest_overdue_comes_first(archive):
    profiles = [type(PROFILE)(platform="csdn", handle=h, url=f"https://x/{h}") for h in "abc"]
    for profile, day in zip(profiles, (2, 0, 1), strict=True):
        at(START + day * DAY, archive)
        archive.begin_crawl(profile)
        end = listing()
        end.handle = profile.handle
        archive.record(end)
        archive.end_crawl("csdn", profile.handle, "finished")
    found = turns(archive.db, profiles, {}, START + 9 * DAY)
    assert [turn.profile.handle for turn in found] == ["b", "c", "a"]


# How far lists are read


def test_newest_first_is_for_a_profile_that_was_read_whole_within_a_week(archive):
    crawled(archive, listing())
    assert turn(archive, START + 6 * DAY).depth == "newest"
    assert turn(archive, START + 7 * DAY).depth == "full"


@pytest.mark.parametrize("outcome", ["shutdown", "closespider_pagecount"])
def test_after_a_crawl_that_did_not_end_all_is_read(archive, outcome):
    crawled(archive, listing())
    crawled(archive, listing(), when=START + DAY, outcome=outcome)
    assert turn(archive, START + 2 * DAY).depth == "full"


def test_after_a_broken_list_all_is_read(archive):
    crawled(archive, listing())
    crawled(archive, listing(complete=False), when=START + DAY, depth="newest")
    assert turn(archive, START + 2 * DAY).depth == "full"


def test_lists_read_newest_first_do_not_put_off_the_whole_reading(archive):
    crawled(archive, listing())
    for day in range(1, 7):
        crawled(archive, listing(), when=START + day * DAY, depth="newest")
    assert turn(archive, START + 7 * DAY).depth == "full"


# When posts are looked at again


def test_a_post_is_looked_at_after_1_3_7_30_90_days_and_then_every_90():
    seen, looks = START, [0]
    while looks[-1] < 400:
        now = START + looks[-1] * DAY
        looks.append((next_check(seen, now) - START).days)
    assert looks == [0, 1, 3, 7, 30, 90, 180, 270, 360, 450]


@given(st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=4000)))
def test_the_next_look_is_in_the_future_and_within_90_days(age):
    now = START + age
    assert now < next_check(START, now) <= now + STEPS[-1]


def checks(archive):
    return [row[0] for row in rows(archive, "SELECT next_check_at FROM posts ORDER BY id")]


def test_a_page_that_is_got_says_when_it_is_due_again(archive):
    crawled(archive, entry(), post(), listing())
    assert checks(archive) == ["2026-03-02T08:00:00Z"]
    crawled(archive, entry(), post(), listing(), when=START + 8 * DAY)
    assert checks(archive) == ["2026-03-31T08:00:00Z"]


def test_an_edit_lets_a_post_be_looked_at_more_often_again(archive):
    crawled(archive, entry(), post(), listing())
    edited = post(text="改过的正文，比原来长一些，说的是同一件事情。" * 20)
    edited.page = page(fetched_at=START + 100 * DAY)
    crawled(archive, entry(), edited, listing(), when=START + 100 * DAY)
    assert checks(archive) == ["2026-06-10T08:00:00Z"]


def test_a_shrunken_page_is_looked_at_the_next_day(archive):
    crawled(archive, entry(), post(), listing())
    crawled(archive, entry(), post(text="短"), listing(), when=START + 30 * DAY)
    assert checks(archive) == ["2026-04-01T08:00:00Z"]


def test_a_listed_post_is_wanted_when_it_is_due_by_who_asks_for_due_ones(archive):
    crawled(archive, entry(), post(), listing())
    at(START + DAY - HOUR, archive)
    assert not archive.wants(entry(), due=True)
    at(START + DAY, archive)
    assert archive.wants(entry(), due=True)
    assert not archive.wants(entry())


def left_after(archive, now, *items):
    """What a crawl at `now` that has seen `items` has still to ask for."""
    at(now, archive)
    archive.begin_crawl(PROFILE, "newest")
    for item in items:
        archive.record(item)
    found = [e.source_id for batch in left(archive, *WHOSE.values()) for e in batch]
    archive.end_crawl(**WHOSE, outcome="finished")
    return found


def test_what_is_left_is_due_or_was_never_got_under_what_is_listed(archive):
    known = [entry(str(n)) for n in range(1, 5)]
    crawled(archive, *known, post("1"), post("2"), post("3"), listing(seen=4))
    assert left_after(archive, START + HOUR) == ["4"]
    assert left_after(archive, START + DAY) == ["4", "1", "2", "3"]
    assert left_after(archive, START + DAY, entry("4", title="新的标题")) == ["4", "1", "2", "3"]
    archive.db.execute("UPDATE posts SET next_check_at = '2031-01-01T00:00:00Z'")
    assert left_after(archive, START + HOUR) == ["1", "2", "3", "4"]  # the clock was wrong


def test_what_this_crawl_has_got_or_asked_for_in_vain_is_not_left(archive):
    crawled(archive, entry("1"), entry("2"), post("1"), post("2"), listing(seen=2))
    got, failed = post("1"), observation("failed", "2")
    assert left_after(archive, START + 2 * DAY, got, failed) == []
    assert left_after(archive, START + 2 * DAY) == ["2"]


def test_a_line_of_before_the_page_was_got_wants_nothing(archive):
    crawled(archive, entry(), entry(listing="README-cn.md", title="旧目录"), post(), listing())
    crawled(archive, entry(title="改过的标题"), post(), listing(), when=START + HOUR)
    assert left_after(archive, START + 2 * HOUR) == []


def test_what_is_gone_or_external_is_never_left(archive):
    crawled(archive, entry("1"), entry("2", state="external"), post("1"), listing(seen=2))
    tombstone = observation("gone", "1", page=page("1", status=410))
    crawled(archive, tombstone, listing(seen=0), when=START + HOUR)
    assert left_after(archive, START + 99 * DAY) == []


def test_what_is_gone_and_still_listed_is_looked_at_ever_more_seldom(archive):
    crawled(archive, entry(), post(), listing())
    looks, day = [], 1
    while day < 120:
        if left_after(archive, START + day * DAY) or day == 1:
            tombstone = observation("gone", page=page(status=410))
            crawled(archive, tombstone, when=START + day * DAY, depth="newest")
            looks.append(day)
        day += 1
    assert looks == [1, 2, 4, 8, 31, 91]
