"""What listings show: entries in several places, lists that shift, posts that move or go missing."""

import pytest

from tests.made import HOME, PROFILE, WHOSE, address, crawl, entry, listing, moment, post, rows

ENTRIES = "SELECT listing, position, source_id FROM entries JOIN posts ON posts.id = post_id ORDER BY 1, 2"


def test_a_post_in_two_listings_is_one_post_with_two_entries(archive):
    chinese = entry("a", title="笔记", listing="README-cn.md", position=3)
    english = entry("a", title="Notes", listing="README.md", position=5)
    crawl(archive, chinese, english, post("a"), listing("README.md"), listing("README-cn.md"))
    assert rows(archive, ENTRIES) == [("README-cn.md", 3, "a"), ("README.md", 5, "a")]
    assert not archive.wants(chinese)
    assert not archive.wants(english)


def test_a_second_listing_read_after_the_page_asks_for_no_more(archive):
    chinese = entry("a", title="笔记", listing="README-cn.md")
    english = entry("a", title="Notes", listing="README.md")
    crawl(archive, chinese, post("a"), english)
    assert not archive.wants(english)


def test_a_target_listed_twice_is_kept_once_with_both_entries(archive):
    twice = [
        entry("a", position=1, title="甲"),
        entry("a", position=9, title="乙", section=("附录",)),
    ]
    crawl(archive, *twice, post("a"), listing())
    assert rows(archive, ENTRIES) == [("posts", 1, "a"), ("posts", 9, "a")]
    assert not archive.wants(twice[0])
    assert not archive.wants(twice[1])


@pytest.mark.parametrize(
    "change",
    [
        {"title": "新标题"},
        {"summary": "新摘要"},
        {"updated": moment(9)},
        {"published": moment(1, hour=5)},
        {"version": "0f3a"},
    ],
    ids=str,
)
def test_a_page_is_wanted_again_when_its_listing_shows_a_change_and_after_a_revert(archive, change):
    shown = entry(published=moment(1))
    assert archive.wants(shown)
    crawl(archive, shown, post())
    assert not archive.wants(shown)
    changed = entry(**{"published": moment(1), **change})
    assert archive.wants(changed)
    archive.record(PROFILE)
    archive.record(changed)
    assert archive.wants(changed), "killed between the entry and its page"
    archive.record(post(text="新的正文" * 99))
    archive.end_crawl(**WHOSE, outcome="finished")
    assert not archive.wants(changed)
    assert archive.wants(shown)


@pytest.mark.parametrize(
    "same",
    [{"metrics": {"views": 5}}, {"position": 8}, {"tags": ("新",)}, {"section": ("别处",)}],
    ids=str,
)
def test_counters_and_places_are_no_change(archive, same):
    crawl(archive, entry(), post())
    assert not archive.wants(entry(**same))


def test_a_list_that_shifts_between_two_crawls_loses_and_doubles_nothing(archive):
    crawl(archive, *(entry(n, position=i) for i, n in enumerate("abc")), listing())
    crawl(archive, *(entry(n, position=i) for i, n in enumerate("zxac")), listing())
    assert [source_id for _, _, source_id in rows(archive, ENTRIES)] == list("zxac")
    missing = "SELECT source_id FROM posts WHERE missing_since IS NOT NULL"
    assert rows(archive, missing) == [("b",)]
    crawl(archive, entry("b", position=0), listing(complete=False))
    assert rows(archive, missing) == []


@pytest.mark.parametrize(
    "ends", [[listing(complete=False)], [], [listing(), listing("b", complete=False)]]
)
def test_what_a_broken_off_listing_does_not_show_is_not_missing(archive, ends):
    crawl(archive, entry("1"), entry("2"), listing())
    crawl(archive, entry("1"), *ends)
    assert rows(archive, "SELECT count(*) FROM posts WHERE missing_since IS NOT NULL") == [(0,)]
    outcome = "SELECT outcome FROM crawls ORDER BY id"
    assert rows(archive, outcome) == [("complete",), ("partial",)]


def test_a_post_that_moved_keeps_its_row(archive):
    moved = f"{HOME}/p/new-slug"
    crawl(archive, entry("old"), post("old", url=moved), listing())
    crawl(archive, entry("new", url=moved), listing())
    assert rows(archive, "SELECT id, source_id, url, state FROM posts") == [
        (1, "new", moved, "archived")
    ]
    assert rows(archive, "SELECT url FROM post_addresses ORDER BY url") == [
        (address("old"),),
        (moved,),
    ]
    assert not archive.wants(entry("new", url=moved, title=entry("old").title))


def test_two_entries_that_lead_to_one_address_stay_one_post_under_the_first_id(archive):
    moved = f"{HOME}/p/slug"
    crawl(archive, entry("old"), post("old", url=moved))
    for _ in range(2):
        crawl(archive, entry("old", position=0), entry("new", url=moved, position=1), listing())
    assert rows(archive, "SELECT source_id FROM posts") == [("old",)]


def test_an_address_to_which_two_posts_lead_tells_neither(archive):
    home = f"{HOME}/"
    crawl(archive, entry("1"), entry("2"), post("1", url=home), post("2", url=home))
    crawl(archive, entry("3", url=home))
    assert rows(archive, "SELECT source_id FROM posts ORDER BY id") == [("1",), ("2",), ("3",)]


def test_an_external_entry_is_recorded_as_such_until_it_is_listed(archive):
    crawl(archive, entry("https://zhuanlan.zhihu.com/p/1", state="external"), listing())
    assert rows(archive, "SELECT state FROM posts") == [("external",)]
    assert rows(archive, "SELECT external, missing FROM ledger") == [(1, 0)]
    crawl(archive, entry("https://zhuanlan.zhihu.com/p/1"), listing())
    assert rows(archive, "SELECT state FROM posts") == [("listed",)]


def test_asked_for_again_is_every_post_but_a_purged_one(archive):
    crawl(archive, entry("1"), post("1"), entry("2"), post("2"))
    archive.db.execute("UPDATE posts SET state = 'purged' WHERE source_id = '2'")
    assert [archive.wants(entry(name), again=True) for name in "123"] == [True, False, True]
    changed = entry("2", title="改过的标题")
    assert not archive.wants(changed)
    assert not archive.wants(changed, due=True)
