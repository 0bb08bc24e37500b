import sqlite3
from dataclasses import replace

import pytest

from archive.audit import audit
from archive.rows import first
from archive.store import Archive
from tests.made import crawl, entry, listing, observation, post


@pytest.fixture
def archive(tmp_path):
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        yield archive


def account(archive, acknowledged=0):
    return audit(archive.db, first(archive.db, "SELECT * FROM profiles"), acknowledged)


def behind_our_back(archive, sql):
    """What another program does to the file, without asking for foreign keys."""
    with sqlite3.connect(archive.path) as connection:
        connection.execute(sql)
    connection.close()


def whole(archive):
    """Three posts: one archived, one locked, one that could not be fetched; and an external one."""
    crawl(
        archive,
        *(entry(number) for number in "123"),
        entry(
            "https://zhuanlan.zhihu.com/p/1", state="external", url="https://zhuanlan.zhihu.com/p/1"
        ),
        listing(seen=4),
        post("1"),
        post("2", locked=True),
        observation(seen="failed", source_id="3", reason="3 answered 503"),
    )


def test_the_line_of_a_profile_counts_every_kind(archive):
    whole(archive)
    assert account(archive).line() == (
        "csdn:linshen  2/3 posts · 1 locked · 1 external · 0 formulas lost"
    )


def test_listed_is_the_sum_of_all_states(archive):
    whole(archive)
    found = account(archive)
    counted = found.archived + found.gone + found.external + found.purged + len(found.missing)
    assert found.listed == counted == 4


def test_a_missing_post_is_named_with_its_reason_and_its_last_attempt(archive):
    whole(archive)
    (missing,) = account(archive).missing
    assert missing.url.endswith("/3")
    assert missing.reason == "3 answered 503"
    assert missing.last_attempt is not None


def test_a_post_that_was_never_tried_says_so(archive):
    crawl(archive, entry("1"), listing())
    (missing,) = account(archive).missing
    assert (missing.reason, missing.last_attempt) == ("listed, and not fetched yet", None)


def test_a_body_that_was_taken_away_is_missing(archive):
    crawl(archive, entry("1"), post("1"), entry("2"), post("2"), listing(seen=2))
    assert account(archive).missing == []
    behind_our_back(archive, "DELETE FROM renderings WHERE id = (SELECT min(id) FROM renderings)")
    (missing,) = account(archive).missing
    assert missing.url.endswith("/1")
    assert "taken out" in missing.reason


def test_a_row_that_was_taken_away_is_missing_under_its_address(archive):
    crawl(archive, entry("1"), post("1"), entry("2"), post("2"), listing(seen=2))
    behind_our_back(archive, "DELETE FROM posts WHERE source_id = '2'")
    (missing,) = account(archive).missing
    assert missing.url.endswith("/2")
    assert missing.title == "第 2 篇"


def test_a_difference_between_declared_and_listed_is_warned_of_until_it_is_acknowledged(archive):
    crawl(archive, entry("1"), post("1"), replace(listing(), declared=3))
    (warning,) = account(archive).warnings
    assert "declares 3 and lists 1" in warning
    assert "acknowledged = 2" in warning
    assert account(archive, acknowledged=2).warnings == []
    assert account(archive, acknowledged=1).warnings != []


def test_a_broken_off_listing_is_warned_of_until_the_next_complete_one(archive):
    crawl(archive, entry("1"), post("1"), listing(complete=False))
    assert "broken off" in account(archive).warnings[0]
    crawl(archive, entry("1"), listing())
    assert account(archive).warnings == []


def test_a_profile_that_was_never_listed_is_warned_of(archive):
    crawl(archive)
    assert account(archive).warnings == ["never listed"]
