"""What is no content, and what it says of a post."""

import pytest

from tests.made import crawl, entry, listing, observation, page, post, rows

STATE = "SELECT state, locked_at IS NOT NULL, version_id FROM posts"
missing_page = page(status=404, body=b"<h1>404</h1>")


@pytest.mark.parametrize("seen", ["blocked", "changed", "failed", "disallowed"])
def test_a_page_that_was_not_got_leaves_everything_and_is_asked_for_again(archive, seen):
    crawl(archive, entry(), post())
    changed = entry(title="新")
    crawl(archive, changed, observation(seen, page=page(status=521)))
    assert rows(archive, STATE) == [("archived", 0, 1)]
    assert archive.wants(changed)
    assert rows(archive, "SELECT failed, reasons FROM crawls WHERE id = 2") == [
        (1, f'{{"{seen}": 1}}')
    ]


def test_an_observation_keeps_its_evidence(archive):
    crawl(archive, entry(), observation("blocked", page=page(status=521, body=b"wall")))
    (row,) = rows(
        archive,
        """
        SELECT observations.post_id, observations.url, seen, reason, transient, status, raw_sha256
        FROM observations JOIN fetches ON fetches.id = fetch_id
        """,
    )
    assert row[:6] == (1, post().url, "blocked", "1 is blocked", 0, 521)
    assert archive.stored_page(row[6]) == b"wall"


def test_a_first_404_of_a_listed_post_is_not_believed_a_second_crawl_is(archive):
    crawl(archive, entry(), post())
    crawl(archive, entry(title="新"), observation("gone", page=missing_page))
    assert rows(archive, STATE) == [("archived", 0, 1)]
    crawl(archive, entry(title="新"), observation("gone", page=missing_page))
    assert rows(archive, STATE) == [("gone", 0, 1)]


def test_a_404_forgotten_by_a_good_page_counts_no_more(archive):
    for seen in (post(), observation("gone", page=missing_page)) * 2:
        crawl(archive, entry(), seen)
    assert rows(archive, STATE) == [("archived", 0, 1)]


@pytest.mark.parametrize("status", [410, 451, 200])
def test_the_sites_own_word_is_believed_at_once(archive, status):
    crawl(archive, entry(), post())
    crawl(archive, entry(), observation("gone", page=page(status=status)))
    assert rows(archive, STATE) == [("gone", 0, 1)]


def test_a_404_of_what_is_no_longer_listed_is_believed(archive):
    crawl(archive, entry("1"), entry("2"), post("1"), listing())
    crawl(archive, entry("2"), observation("gone", page=missing_page), listing())
    assert rows(archive, "SELECT state FROM posts ORDER BY id") == [("gone",), ("listed",)]


def test_a_post_that_is_back_says_so(archive):
    crawl(archive, entry(), post())
    crawl(archive, entry(), observation("gone", page=page(status=410)))
    crawl(archive, entry(), post())
    assert rows(archive, STATE) == [("archived", 0, 1)]
    assert rows(archive, "SELECT seen FROM observations ORDER BY id") == [("gone",), ("back",)]


def test_a_locked_post_keeps_its_body_and_is_not_asked_for_again(archive):
    crawl(archive, entry(), post())
    changed = entry(title="新")
    crawl(archive, changed, observation("locked", page=page()))
    assert rows(archive, STATE) == [("archived", 1, 1)]
    assert not archive.wants(changed)
    crawl(archive, changed, post())
    assert rows(archive, STATE) == [("archived", 0, 1)]


@pytest.mark.parametrize(("kept", "state"), [([post()], "archived"), ([], "listed")])
def test_a_post_that_comes_back_behind_a_lock_is_gone_no_more(archive, kept, state):
    crawl(archive, entry(), *kept)
    crawl(archive, entry(), observation("gone", page=page(status=410)))
    crawl(archive, entry(), observation("locked", page=page()))
    assert rows(archive, "SELECT state, locked_at IS NOT NULL FROM posts") == [(state, 1)]
    assert ("back",) in rows(archive, "SELECT seen FROM observations")


def test_the_ledger_tells_every_post_once(archive):
    crawl(
        archive,
        *(entry(str(n)) for n in range(1, 6)),
        entry("https://example.org/", state="external"),
        post("1"),
        post("2", locked=True),
        observation("locked", "3"),
        observation("gone", "4", page=page(status=410)),
        observation("failed", "5", transient=True),
        listing(),
    )
    columns = "listed, archived, locked, gone, external, purged, missing"
    assert rows(archive, f"SELECT {columns} FROM ledger") == [(6, 1, 2, 1, 1, 0, 1)]
    counts = "SELECT listed, new, revised, unchanged, failed, reasons FROM crawls"
    assert rows(archive, counts) == [(6, 2, 0, 0, 2, '{"failed": 1, "gone": 1, "locked": 1}')]


def test_a_candidate_takes_no_row_and_is_asked_for_once(archive):
    candidate = entry("about", state="candidate")
    assert archive.wants(candidate)
    crawl(archive, candidate, observation("no_post", "about", page=page("about")), listing())
    assert rows(archive, "SELECT count(*) FROM posts") == [(0,)]
    assert not archive.wants(candidate)
    assert rows(archive, "SELECT failed FROM crawls") == [(0,)]


def test_a_listed_page_that_is_no_post_is_not_missing(archive):
    crawl(archive, entry("about"), observation("no_post", "about"), listing())
    assert rows(archive, "SELECT state, kind FROM posts") == [("external", "page")]
    assert not archive.wants(entry("about"))
