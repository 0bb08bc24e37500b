"""A listing that is read newest first: what is news, where it may end, and that nothing below is lost."""

from dataclasses import replace

import pytest

from archive.audit import audit
from archive.purge.forget import forget
from archive.purge.wanted import Wanted
from archive.recording.listings import news, rest_known
from tests.made import PROFILE, WHOSE, crawl, entry, listing, post, rows

LINES = "SELECT source_id, position FROM entries JOIN posts ON posts.id = post_id ORDER BY position"


def numbered(*source_ids):
    """Entries in the order of a list."""
    return [entry(name, position=place) for place, name in enumerate(source_ids, 1)]


def counted(declared, seen):
    return replace(listing(seen=seen), declared=declared)


@pytest.fixture
def archive(archive):
    """Posts 1 to 4, the newest first, all archived."""
    posts = [post(name) for name in "1234"]
    crawl(archive, *numbered(*"1234"), *posts, counted(4, 4))
    return archive


def newest(archive, *items, end):
    """A crawl that reads a page of these items; what it records as the listing's end, if it stops."""
    archive.begin_crawl(PROFILE, "newest")
    with archive.asking(*WHOSE.values()) as running:
        new = sum(news(running, item) == "new" for item in items)
    for item in items:
        archive.record(item)
    with archive.asking(*WHOSE.values()) as running:
        stop = rest_known(running, end, new)
    archive.record(stop or replace(end, complete=False, reason="broken off"))
    archive.end_crawl(**WHOSE, outcome="finished")
    return stop


def test_an_entry_is_new_changed_or_no_news(archive):
    archive.begin_crawl(PROFILE, "newest")
    with archive.asking(*WHOSE.values()) as running:
        assert news(running, entry("1")) == ""
        assert news(running, entry("1", metrics={"views": 9})) == ""
        assert news(running, entry("1", title="改过的标题")) == "changed"
        assert news(running, entry("5")) == "new"
        assert news(running, entry("1", listing="another")) == "new"


def test_a_purged_post_is_no_news(archive):
    forget(archive, Wanted(posts=frozenset({("csdn", "linshen", "2")})))
    assert newest(archive, *numbered("1", "2"), end=counted(4, 2)) is not None
    assert newest(archive, entry("2", title="改过的标题"), end=counted(4, 1)) is not None


def test_a_listing_whose_total_is_what_it_was_may_end(archive):
    assert newest(archive, *numbered("1", "2"), end=counted(4, 2))
    assert rows(archive, "SELECT outcome FROM crawls ORDER BY id DESC LIMIT 1") == [("newest",)]


def test_a_listing_whose_total_grew_by_the_new_posts_may_end(archive):
    assert newest(archive, *numbered("5", "1"), end=counted(5, 2))
    ended = "SELECT declared, seen, complete FROM listings ORDER BY id DESC LIMIT 1"
    assert rows(archive, ended) == [(5, 5, 0)]
    assert newest(archive, *numbered("5", "1"), end=counted(5, 2))


@pytest.mark.parametrize("declared", [3, 5, None])
def test_another_total_lets_it_be_read_on(archive, declared):
    assert not newest(archive, *numbered("1", "2"), end=counted(declared, 2))
    assert rows(archive, "SELECT outcome FROM crawls ORDER BY id DESC LIMIT 1") == [("partial",)]


def test_a_whole_reading_never_ends_early(archive):
    archive.begin_crawl(PROFILE, "full")
    with archive.asking(*WHOSE.values()) as running:
        assert rest_known(running, counted(4, 4), 0) is None


def test_new_posts_push_the_lines_below_down_and_out_of_none(archive):
    newest(archive, *numbered("6", "5", "1"), end=counted(6, 3))
    names = [(name, place) for place, name in enumerate(("6", "5", "1", "2", "3", "4"), 1)]
    assert rows(archive, LINES) == names


def test_the_end_at_a_known_page_says_nothing_of_what_is_below(archive):
    for _ in range(5):
        newest(archive, *numbered("1"), end=counted(4, 1))
    assert rows(archive, "SELECT DISTINCT state, missing_since FROM posts") == [("archived", None)]


def test_the_profile_declares_what_the_listing_counts_and_the_audit_is_content(archive):
    archive.record(replace(PROFILE, declared={"posts": 4, "columns": 2}))
    archive.end_crawl(**WHOSE, outcome="finished")
    crawl(archive, *numbered(*"1234"), counted(4, 4))
    newest(archive, *numbered("5", "1"), end=counted(5, 2))
    crawl(archive, post("5"), outcome="shutdown")
    assert rows(archive, "SELECT declared, declared_posts FROM profiles") == [
        ('{"columns": 2, "posts": 5}', 5)
    ]
    found = audit(archive.db, next(archive.db.query("SELECT * FROM profiles")))
    assert (found.warnings, found.missing) == ([], [])
