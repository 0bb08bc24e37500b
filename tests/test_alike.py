"""What posts change by an edit, and what they all show at once."""

from collections.abc import Iterable, Mapping

from hypothesis import given
from hypothesis import strategies as st

from archive.drift.alike import POSTS, Alike
from archive.drift.signs import LINES, TEXT, TITLE, Way
from scraper.items import Item, Observation, Post
from tests.made import post

MENU = frozenset({"首页", "归档", "关于"})
NAME = frozenset({"CSDN博客"})

Signs = Mapping[Way, frozenset[str]]


def outcome(signs: Iterable[Signs]) -> list[Item]:
    """What a crawl records of posts with these signs, one after the other."""
    run, recorded = Alike(), list[Item]()
    for number, found in enumerate(signs, 1):
        recorded += run.sorted_out(post(str(number)), found)
    return [*recorded, *run.released()]


def refused(recorded: Iterable[Item]) -> list[str | None]:
    return [item.source_id for item in recorded if isinstance(item, Observation)]


def menus(*lines: frozenset[str] | None) -> list[Signs]:
    """The signs of posts that gained lines; of None for one that is not compared."""
    return [{} if gained is None else {LINES: gained} for gained in lines]


def test_one_edited_post_is_an_edit() -> None:
    assert refused(outcome(menus(MENU))) == []


def test_a_menu_in_every_post_is_none_and_the_first_of_them_have_waited() -> None:
    recorded = outcome(menus(*(MENU | {f"第{n}篇"} for n in range(5))))
    assert refused(recorded) == ["1", "2", "3", "4", "5"]
    first = recorded[0]
    assert isinstance(first, Observation)
    assert (first.seen, first.missing) == ("changed", "a body of its own text")
    assert first.found == "关于 / 归档 / 首页"
    assert first.page


def test_a_post_that_stayed_as_it_was_shows_that_the_theme_did() -> None:
    same = frozenset[str]()
    assert refused(outcome(menus(MENU, MENU, same, MENU, MENU))) == []


def test_a_new_post_says_nothing_of_the_others() -> None:
    assert refused(outcome(menus(MENU, None, MENU, None, MENU))) == ["1", "3", "5"]


def test_one_line_below_every_post_is_its_author_s() -> None:
    assert refused(outcome(menus(*[frozenset({"本文首发于某处。"})] * 5))) == []


def test_what_begins_in_the_middle_of_a_crawl_is_seen_and_what_came_before_it_is_an_edit() -> None:
    own = [{TITLE: frozenset({f"改名{n}"})} for n in range(2)]
    assert refused(outcome([*own, {TITLE: NAME}, {TITLE: NAME}, {}, {TITLE: NAME}, *own])) == [
        "3",
        "4",
        "6",
    ]


def test_a_post_that_changed_in_two_ways_waits_for_both() -> None:
    both = {TEXT: frozenset({"改写"}), TITLE: NAME}
    own = {TEXT: frozenset({"另改"}), TITLE: NAME}
    recorded = outcome([both, own, {TITLE: NAME}])
    assert refused(recorded) == ["1", "2", "3"]
    assert {item.missing for item in recorded if isinstance(item, Observation)} == {TITLE.missing}


SIGNS = st.frozensets(st.sampled_from("甲乙丙丁"), max_size=4)


@given(st.lists(st.dictionaries(st.sampled_from([TEXT, TITLE, LINES]), SIGNS), max_size=9))
def test_every_post_is_recorded_once_and_at_most_two_wait_of_a_way(signs: list[Signs]) -> None:
    run, recorded = Alike(), list[Item]()
    for number, found in enumerate(signs):
        recorded += run.sorted_out(post(str(number)), found)
        assert len(run.held) <= len(run.streaks) * (POSTS - 1)
    recorded += run.released()
    assert sorted(map(whose, recorded)) == sorted(map(str, range(len(signs))))
    assert not refused(recorded) or any(alike(signs, way) for way in (TEXT, TITLE, LINES))


def whose(item: Item) -> str:
    assert isinstance(item, Post | Observation)
    return item.source_id or ""


def alike(signs: list[Signs], way: Way) -> bool:
    """Whether posts, one after the other, have enough signs of a way in common."""
    known = [found[way] for found in signs if way in found]
    runs = (known[n : n + POSTS] for n in range(len(known) - POSTS + 1))
    return any(len(frozenset.intersection(*run)) >= way.fewest for run in runs)
