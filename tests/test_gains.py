"""What posts gain by an edit, and what they all gain at once."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.drift.agreement import lasting
from archive.drift.gains import LINES, MISSING, POSTS, Gains, lines_gained
from archive.store import Archive
from scraper.items import Item, Observation, Post
from tests.made import PROFILE, START, WHOSE, crawl, entry, observation, post

MENU = frozenset({"首页", "归档", "关于"})


def outcome(gains: Iterable[frozenset[str] | None]) -> list[Item]:
    """What a crawl records of posts that gained this, one after the other."""
    run, recorded = Gains(), list[Item]()
    for number, gained in enumerate(gains, 1):
        recorded += run.sorted_out(post(str(number)), gained)
    return [*recorded, *run.released()]


def refused(recorded: Iterable[Item]) -> list[str | None]:
    return [item.source_id for item in recorded if isinstance(item, Observation)]


def test_one_edited_post_is_an_edit() -> None:
    assert refused(outcome([MENU])) == []


def test_a_menu_in_every_post_is_none_and_the_first_of_them_have_waited() -> None:
    recorded = outcome([MENU | {f"第{n}篇"} for n in range(5)])
    assert refused(recorded) == ["1", "2", "3", "4", "5"]
    first = recorded[0]
    assert isinstance(first, Observation)
    assert (first.seen, first.missing, first.found) == ("changed", MISSING, "关于 / 归档 / 首页")
    assert first.page


def test_a_post_that_stayed_as_it_was_shows_that_the_theme_did() -> None:
    assert refused(outcome([MENU, frozenset(), MENU, MENU, MENU])) == []


def test_a_new_post_says_nothing_of_the_others() -> None:
    assert refused(outcome([MENU, None, MENU, None, MENU])) == ["1", "3", "5"]


def test_one_line_below_every_post_is_its_author_s() -> None:
    assert refused(outcome([frozenset({"本文首发于某处。"})] * 5)) == []


@given(st.lists(st.none() | st.frozensets(st.sampled_from("甲乙丙丁"), max_size=4), max_size=8))
def test_every_post_is_recorded_once_and_at_most_two_wait(
    gains: list[frozenset[str] | None],
) -> None:
    run, recorded = Gains(), list[Item]()
    for number, gained in enumerate(gains):
        recorded += run.sorted_out(post(str(number)), gained)
        assert len(run.held) < POSTS
    recorded += run.released()
    assert sorted(map(whose, recorded)) == sorted(map(str, range(len(gains))))
    known = [gained for gained in gains if gained is not None]
    if len(known) < POSTS or len(frozenset.intersection(*known[:POSTS])) < LINES:
        assert not refused(recorded)


def whose(item: Item) -> str:
    assert isinstance(item, Post | Observation)
    return item.source_id or ""


def test_gained_are_the_lines_that_were_not_there() -> None:
    assert lines_gained("一\n二\n三", "一\n新\n三\n \n") == {"新"}


@pytest.mark.parametrize("hours", [6, 72])
def test_what_crawls_have_met_for_a_week_is_how_the_site_is(archive: Archive, hours: int) -> None:
    def met_before(days: float) -> bool:
        archive.clock = lambda: START + timedelta(days=days)
        seen = observation("changed", missing=".prose")
        crawl(archive, entry(), seen)
        archive.begin_crawl(PROFILE)
        found = lasting(archive.crawl(**WHOSE), ".prose")
        archive.end_crawl(WHOSE["platform"], WHOSE["handle"], "finished")
        return found

    found = {days: met_before(days) for days in (n * hours / 24 for n in range(240 // hours))}
    assert found == {days: days >= 7 for days in found}
