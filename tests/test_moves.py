"""An address that changes keeps its post: the row, its history and its words move."""

import pytest
from aiohttp import web

from archive.search.index import index_digest, rebuild
from tests.made import PROSE, address, crawl, entry, listing, moment, observation, post, rows
from tests.replica.github_pages import invented_blog

POSTS = "SELECT id, source_id, url, state, missing_since FROM posts ORDER BY id"
SEEN = "SELECT post_id, seen FROM observations ORDER BY id"


def dated(source_id, **given):
    return post(source_id, **{"published": moment(3), "title": "同一篇", **given})


def renamed(archive, before=None, after=None, **listed):
    """A post under one address, and a crawl later under another instead."""
    crawl(archive, entry("old", **listed), before or dated("old"), listing())
    crawl(archive, entry("new", **listed), after or dated("new"), listing())


def sound(archive):
    """Nothing refers to a row that is not there, and the index is what it would be made anew."""
    assert rows(archive, "PRAGMA foreign_key_check") == []
    kept_in_step = index_digest(archive.db)
    rebuild(archive.db)
    assert index_digest(archive.db) == kept_in_step


def test_the_same_content_and_date_under_a_new_address_is_the_same_post(archive):
    renamed(archive)
    assert rows(archive, POSTS) == [(1, "new", address("new"), "archived", None)]
    assert rows(archive, SEEN) == [(1, "moved")]
    assert rows(archive, "SELECT post_id, source_format FROM post_versions") == [(1, "html")]
    assert rows(archive, "SELECT url FROM post_addresses ORDER BY url") == [
        (address("new"),),
        (address("old"),),
    ]
    assert rows(archive, "SELECT listed, new, unchanged, failed FROM crawls WHERE id = 2") == [
        (1, 0, 1, 0)
    ]
    assert not archive.wants(entry("new"))
    sound(archive)


def test_a_post_that_was_renamed_with_its_title_has_both_versions(archive):
    renamed(archive, after=dated("new", title="新标题"))
    assert rows(archive, "SELECT post_id, title FROM post_versions ORDER BY id") == [
        (1, "同一篇"),
        (1, "新标题"),
    ]
    assert rows(archive, "SELECT title, version_id FROM posts") == [("新标题", 2)]
    assert rows(archive, "SELECT new, revised FROM crawls WHERE id = 2") == [(0, 1)]
    sound(archive)


def test_its_counters_tags_and_links_move_with_it(archive):
    renamed(
        archive,
        before=dated("old", tags=("甲",), metrics={"views": 1}),
        after=dated("new", tags=("甲", "乙"), metrics={"views": 2}),
    )
    tags = "SELECT post_id, name FROM post_tags JOIN tags ON tags.id = tag_id ORDER BY name"
    assert rows(archive, tags) == [(1, "乙"), (1, "甲")]
    assert rows(archive, "SELECT post_id, max(value) FROM post_metrics") == [(1, 2)]
    sound(archive)


@pytest.mark.parametrize(
    "after",
    [
        dated("new", published=moment(4)),
        dated("new", text=PROSE + "另一篇。"),
        dated("new", published=None),
    ],
    ids=["another date", "another text", "no date"],
)
def test_what_differs_in_content_or_date_is_another_post(archive, after):
    renamed(archive, after=after)
    assert [row[1] for row in rows(archive, POSTS)] == ["old", "new"]
    assert rows(archive, POSTS)[0][4] is not None


def test_without_dates_the_title_tells(archive):
    renamed(archive, before=dated("old", published=None), after=dated("new", published=None))
    assert [row[1] for row in rows(archive, POSTS)] == ["new"]


def test_two_posts_of_the_same_content_that_are_both_listed_stay_two(archive):
    crawl(archive, entry("old"), dated("old"), listing())
    crawl(archive, entry("new"), dated("new"), entry("old"), listing())
    assert [row[1] for row in rows(archive, POSTS)] == ["old", "new"]


def test_of_two_equal_posts_the_one_that_stays_is_not_the_one_that_goes(archive):
    crawl(archive, entry("a"), dated("a"), entry("b"), dated("b"), listing(seen=2))
    crawl(archive, entry("b"), listing())
    assert [row[1] for row in rows(archive, POSTS)] == ["a", "b"]


def test_two_that_came_in_place_of_one_leave_it_undecided(archive):
    crawl(archive, entry("old"), dated("old"), listing())
    crawl(archive, entry("x"), dated("x"), entry("y"), dated("y"), listing(seen=2))
    assert [row[1] for row in rows(archive, POSTS)] == ["old", "x", "y"]


def test_half_a_listing_moves_nothing_the_next_whole_one_does(archive):
    crawl(archive, entry("old"), dated("old"), listing())
    crawl(archive, entry("new"), dated("new"), listing(complete=False))
    assert [row[1] for row in rows(archive, POSTS)] == ["old", "new"]
    crawl(archive, entry("new"), listing())
    assert [row[1] for row in rows(archive, POSTS)] == ["new"]
    sound(archive)


def test_a_page_that_comes_a_crawl_later_still_moves_the_post(archive):
    crawl(archive, entry("old"), dated("old"), listing())
    crawl(archive, entry("new"), observation("failed", "new", transient=True), listing())
    crawl(archive, entry("new"), dated("new"), listing())
    assert rows(archive, POSTS) == [(1, "new", address("new"), "archived", None)]
    assert rows(archive, SEEN) == [(1, "failed"), (1, "moved")]
    sound(archive)


def test_a_post_that_was_gone_already_comes_back_under_its_new_address(archive):
    crawl(archive, entry("old"), dated("old"), entry("x"), post("x"), listing(seen=2))
    for _ in range(3):
        crawl(archive, entry("x"), listing())
    assert rows(archive, POSTS)[0][3] == "gone"
    crawl(archive, entry("x"), entry("new"), dated("new"), listing(seen=2))
    assert rows(archive, POSTS)[0][:4] == (1, "new", address("new"), "archived")


def test_where_a_redirect_led_is_an_address_of_the_post(archive):
    crawl(archive, entry("old"), post("old", redirected_to=(address("new"),)), listing())
    assert archive.find(address("new"))["id"] == 1
    crawl(archive, entry("new", title="改了标题"), listing())
    assert rows(archive, POSTS) == [(1, "new", address("new"), "archived", None)]
    assert rows(archive, SEEN) == [(1, "moved")]


def test_the_same_id_and_title_in_a_feed_is_the_same_post_whatever_its_content(archive):
    named = {"guid": "tag:linshen,2026:7", "title": "同一篇"}
    crawl(archive, entry("old", **named), dated("old"), listing())
    crawl(archive, entry("new", **named), listing())
    assert rows(archive, POSTS) == [(1, "new", address("new"), "archived", None)]
    assert not archive.wants(entry("new", **named))


@pytest.mark.parametrize("second", [{"title": "另一篇"}, {"guid": "tag:linshen,2026:8"}], ids=str)
def test_another_title_or_another_id_in_a_feed_is_another_post(archive, second):
    named = {"guid": "tag:linshen,2026:7", "title": "同一篇"}
    crawl(archive, entry("old", **named), dated("old"), listing())
    crawl(archive, entry("new", **{**named, **second}), listing())
    assert len(rows(archive, POSTS)) == 2


def test_a_feed_that_calls_all_its_entries_the_same_doubles_and_merges_nothing(archive):
    same = {"guid": "https://linshen.example/", "title": "无题"}
    for _ in range(2):
        crawl(archive, *(entry(number, **same) for number in "123"), listing(seen=3))
    assert [row[1] for row in rows(archive, POSTS)] == ["1", "2", "3"]
    crawl(archive, *(entry(number, **same) for number in "4123"), listing(seen=4))
    assert [row[1] for row in rows(archive, POSTS)] == ["1", "2", "3", "4"]


class SentOn:
    """A host that sends every address on to another host."""

    def __init__(self, host: str, to: str) -> None:
        self.hosts, self.to = (host,), to

    async def answer(self, request):
        raise web.HTTPMovedPermanently(f"https://{self.to}{request.path}")


def test_a_blog_that_gets_a_domain_of_its_own_keeps_its_posts_under_both_addresses(crawling):
    blog = invented_blog("linjian.github.io", 4, characters=100)
    with crawling(blog) as before:
        before("github_pages", "linjian.github.io")
        held = "SELECT id, source_id, title, version_id FROM posts ORDER BY id"
        known = [tuple(row) for row in before.rows(held)]
    blog.host = "linjian.dev"
    with crawling(blog, SentOn("linjian.github.io", "linjian.dev")) as after:
        after("github_pages", "linjian.github.io")
        assert [tuple(row) for row in after.rows(held)] == known
        assert len(known) == 4
        urls = {row["url"] for row in after.rows("SELECT url FROM post_addresses")}
    hosts = ("linjian.github.io", "linjian.dev")
    slugs = [f"note-{number:04}" for number in range(1, 5)]
    assert urls == {f"https://{host}/blog/{slug}/" for host in hosts for slug in slugs}
