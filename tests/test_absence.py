import pytest

from archive.store import Archive
from tests.made import crawl, entry, listing, observation, page, post, rows


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


def test_a_post_that_was_gone_is_asked_for_when_it_is_listed_again_as_it_was(archive):
    for _ in range(3):
        crawl(archive, entry("1"), listing())
    crawl(archive, entry("1"), entry("2"), listing(seen=2))
    assert archive.wants(entry("2"))
    assert not archive.wants(entry("1"))
    assert states(archive)[1] == ("gone", 0)


def test_a_404_while_it_was_listed_and_a_listing_without_it_agree(archive):
    crawl(archive, entry("1"), entry("3"), observation("gone", "3", page=page(status=404)))
    assert states(archive)[2] == ("listed", 0)
    crawl(archive, entry("1"), listing())
    assert states(archive)[1:] == [("archived", 1), ("gone", 1)]
    reasons = rows(archive, "SELECT reason FROM observations WHERE post_id = 3 ORDER BY id")
    assert reasons[1] == ("3 is gone, and a complete listing does not have it",)


def test_what_is_gone_by_absence_is_no_failure_of_the_crawl(archive):
    for _ in range(3):
        crawl(archive, entry("1"), listing())
    assert rows(archive, "SELECT listed, failed, reasons FROM crawls WHERE id = 4") == [
        (1, 0, '{"gone": 1}')
    ]
