import sqlite3
from dataclasses import replace

import pytest
from click.testing import CliRunner

from archive.audit import audit
from archive.cli import main
from archive.rows import first
from archive.store import Archive
from scraper.exitcode import ExitCode
from tests.made import PROFILE, crawl, entry, listing, observation, page, post, rows


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
    states = ("archived", "locked", "gone", "external", "purged")
    counted = {name: getattr(found, name) for name in states}
    assert counted == {"archived": 1, "locked": 1, "gone": 0, "external": 1, "purged": 0}
    assert found.listed == sum(counted.values()) + len(found.missing) == 4


def test_the_ledger_of_sql_counts_the_same(archive):
    whole(archive)
    found = account(archive)
    columns = "listed, archived, locked, gone, external, purged, missing"
    (counts,) = rows(archive, f"SELECT {columns} FROM ledger")
    assert counts == tuple(
        len(value) if isinstance(value, list) else value
        for value in (getattr(found, name) for name in columns.split(", "))
    )


def test_a_locked_post_with_nothing_public_is_named_and_not_missing(archive):
    crawl(archive, entry("1"), observation("locked", "1", page=page()), listing())
    found = account(archive)
    assert (found.locked, found.missing, found.line()) == (
        1,
        [],
        "csdn:linshen  1/1 posts · 1 locked · 0 formulas lost",
    )
    assert [post.reason for post in found.nothing_public] == ["1 is locked"]


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


@pytest.mark.parametrize(
    "theft",
    [
        "DELETE FROM renderings WHERE id = 1",
        "UPDATE renderings SET body_markdown = '' WHERE id = 1",
        "DELETE FROM post_versions WHERE id = 1",
        "UPDATE posts SET rendering_id = NULL WHERE id = 1",
        "UPDATE posts SET version_id = NULL WHERE id = 1",
    ],
)
def test_a_body_that_was_taken_away_is_missing(archive, theft):
    crawl(archive, entry("1"), post("1"), entry("2"), post("2"), listing(seen=2))
    assert account(archive).missing == []
    behind_our_back(archive, theft)
    (missing,) = account(archive).missing
    assert missing.url.endswith("/1")
    assert "taken out" in missing.reason


@pytest.mark.parametrize("traces", [("post_versions",), ("entries",)])
def test_a_row_that_was_taken_away_is_missing_by_whatever_trace_is_left(archive, traces):
    crawl(archive, entry("1"), post("1"), entry("2"), post("2"), listing(seen=2))
    behind_our_back(archive, "DELETE FROM posts WHERE source_id = '2'")
    for table in traces:
        behind_our_back(archive, f"DELETE FROM {table} WHERE post_id = 2")
    found = account(archive)
    assert [post.url[-2:] for post in found.missing] == ["/2"]
    assert (found.listed, found.archived) == (2, 1)


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


def test_a_total_of_the_profile_that_its_list_does_not_know_of_is_warned_of(archive):
    said = replace(PROFILE, declared={"posts": 3})
    crawl(archive, said, entry("1"), post("1"), replace(listing(), declared=1))
    (warning,) = account(archive).warnings
    assert "the profile declares 3 and lists 1" in warning
    assert account(archive, acknowledged=2).warnings == []


def test_a_listing_short_of_its_total_is_broken_off_until_that_is_acknowledged(archive):
    short = replace(listing(complete=False), declared=3)
    crawl(archive, entry("1"), post("1"), short)
    assert "broken off" in account(archive).warnings[0]
    assert account(archive, acknowledged=2).warnings == []
    assert account(archive, acknowledged=1).warnings != []


def test_without_a_total_a_profile_has_what_its_listings_hold(archive):
    twice = [entry("1", position=1), entry("1", position=2), entry("1", listing="feed")]
    crawl(archive, *twice, entry("2"), post("1"), post("2"), listing(), listing("feed"))
    assert account(archive).declared == 2
    crawl(archive, replace(PROFILE, declared={"posts": 5}))
    assert account(archive).declared == 5


def test_a_broken_off_listing_is_warned_of_until_the_next_complete_one(archive):
    crawl(archive, entry("1"), post("1"), listing(complete=False))
    assert "broken off" in account(archive).warnings[0]
    crawl(archive, entry("1"), listing())
    assert account(archive).warnings == []


def test_a_listing_that_a_whole_crawl_has_no_more_is_not_warned_of(archive):
    crawl(archive, replace(listing(complete=False, seen=0), name="README.md"))
    assert "broken off" in account(archive).warnings[0]
    crawl(archive, entry(), post(), listing())
    assert account(archive).warnings == []


def test_a_profile_that_was_never_listed_is_warned_of(archive):
    crawl(archive)
    assert account(archive).warnings == ["never listed"]
    assert account(archive).never_listed


def audit_command(archive):
    return CliRunner().invoke(main, ["audit", "--archive", str(archive.path)])


def test_a_profile_that_was_never_listed_and_is_not_followed_is_skipped(archive):
    crawl(archive)
    skipped = audit_command(archive)
    assert skipped.exit_code == ExitCode.COMPLETE
    assert skipped.stdout == "csdn:linshen  skipped: never listed, and not in profiles.toml\n"
    toml = '[[profiles]]\nhandle = "csdn:linshen"\n'
    archive.path.with_name("profiles.toml").write_text(toml, encoding="utf-8")
    assert audit_command(archive).exit_code == ExitCode.PARTIAL


def test_a_profile_with_posts_is_audited_whether_it_is_followed_or_not(archive):
    crawl(archive, entry("1"))
    found = audit_command(archive)
    assert found.exit_code == ExitCode.PARTIAL
    assert "missing https://blog.csdn.net/linshen/article/details/1" in found.stdout


def test_a_mistake_in_profiles_toml_is_warned_of_and_the_rest_is_audited(archive):
    crawl(archive, entry("1"), post("1"), listing())
    archive.path.with_name("profiles.toml").write_text("[crawl]\nspeed = 9\n", encoding="utf-8")
    found = audit_command(archive)
    assert found.exit_code == ExitCode.COMPLETE
    assert "unknown key 'speed'" in found.stderr
    assert found.stdout.startswith("csdn:linshen  1/1 posts")
