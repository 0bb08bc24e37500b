import pytest

from archive.store import Archive
from tests.made import crawl, entry, listing, post, rows


@pytest.fixture
def archive(tmp_path):
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        crawl(archive, entry("1"), post("1"), entry("2"), post("2"), listing(seen=2))
        yield archive


def states(archive):
    """State of each post, and whether it is missing."""
    return rows(archive, "SELECT state, missing_since IS NOT NULL FROM posts ORDER BY id")


def test_a_post_that_one_complete_listing_lacks_is_only_missing(archive):
    crawl(archive, entry("1"), listing())
    assert states(archive) == [("archived", 0), ("archived", 1)]


def test_a_half_listing_says_nothing(archive):
    for _ in range(5):
        crawl(archive, entry("1"), listing(complete=False))
    assert states(archive) == [("archived", 0), ("archived", 0)]


def test_a_post_that_three_complete_listings_lack_is_gone_with_its_evidence(archive):
    for _ in range(2):
        crawl(archive, entry("1"), listing())
    assert states(archive) == [("archived", 0), ("archived", 1)]
    crawl(archive, entry("1"), listing())
    assert states(archive) == [("archived", 0), ("gone", 1)]
    ((seen, reason),) = rows(archive, "SELECT seen, reason FROM observations")
    assert seen == "gone"
    assert reason.startswith("3 complete listings since ")


def test_half_listings_in_between_do_not_count(archive):
    crawl(archive, entry("1"), listing())
    for _ in range(3):
        crawl(archive, entry("1"), listing(complete=False))
    crawl(archive, entry("1"), listing())
    assert states(archive)[1] == ("archived", 1)


def test_a_post_that_is_listed_again_starts_anew(archive):
    for _ in range(2):
        crawl(archive, entry("1"), listing())
    crawl(archive, entry("1"), entry("2"), listing(seen=2))
    assert states(archive)[1] == ("archived", 0)
    for _ in range(2):
        crawl(archive, entry("1"), listing())
    assert states(archive)[1] == ("archived", 1)


def test_a_post_that_was_gone_by_absence_comes_back_with_its_page(archive):
    for _ in range(3):
        crawl(archive, entry("1"), listing())
    crawl(archive, entry("1"), entry("2"), post("2"), listing(seen=2))
    assert states(archive)[1] == ("archived", 0)
    assert ("back",) in rows(archive, "SELECT seen FROM observations")
