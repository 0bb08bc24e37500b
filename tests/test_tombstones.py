"""Pages that say they are gone: one is believed, several of listed posts at once are not."""

from datetime import timedelta

import pytest

from archive.ledger import REST_KNOWN
from scraper.items import Item
from tests.made import START, crawl, entry, listing, observation, page, post, rows

DAY = timedelta(days=1)
STATES = "SELECT state, count(*) FROM posts GROUP BY state"
SEEN = "SELECT seen, missing FROM observations WHERE seen <> 'gone'"
INCIDENTS = "SELECT kind, subject, over_at IS NOT NULL FROM incidents"
DOUBTED = ("changed", "post: pages of listed posts")


def entries(number: int) -> list[Item]:
    return [entry(str(n)) for n in range(1, number + 1)]


def tombstones(number: int, status: int = 200) -> list[Item]:
    return [
        observation("gone", str(n), page=page(str(n), status=status)) for n in range(1, number + 1)
    ]


def archived(archive, number: int) -> None:
    posts = [post(str(n)) for n in range(1, number + 1)]
    at(archive, 0)
    crawl(archive, *entries(number), *posts, listing(seen=number))


def at(archive, days: int) -> None:
    archive.clock = lambda: START + days * DAY


@pytest.mark.parametrize("status", [200, 404])
def test_three_listed_posts_that_say_they_are_gone_are_an_error_of_the_site(archive, status):
    archived(archive, 3)
    at(archive, 1)
    crawl(archive, *entries(3), *tombstones(3, status), listing(seen=3))
    assert rows(archive, STATES) == [("archived", 3)]
    assert rows(archive, SEEN) == [("changed", "pages of listed posts")]
    assert rows(archive, INCIDENTS) == [(*DOUBTED, 0)]
    assert archive.wants(entry("1"), due=True)


def test_the_incident_is_over_when_the_pages_are_there_again(archive):
    archived(archive, 3)
    at(archive, 1)
    crawl(archive, *entries(3), *tombstones(3), listing(seen=3))
    at(archive, 2)
    crawl(archive, *entries(3), listing(seen=3))
    assert rows(archive, INCIDENTS) == [(*DOUBTED, 0)], "none of the pages was got"
    crawl(archive, *entries(3), *(post(str(n)) for n in (1, 2, 3)), listing(seen=3))
    assert rows(archive, INCIDENTS) == [(*DOUBTED, 1)]


def test_two_are_believed_as_one_is(archive):
    archived(archive, 2)
    crawl(archive, *entries(2), *tombstones(2), listing(seen=2))
    assert rows(archive, STATES) == [("gone", 2)]


def test_any_number_is_believed_of_what_no_list_shows_any_more(archive):
    archived(archive, 4)
    crawl(archive, entry("4"), *tombstones(3), listing())
    assert rows(archive, STATES) == [("archived", 1), ("gone", 3)]


def test_three_are_believed_when_crawls_of_a_week_agree(archive):
    archived(archive, 3)
    for day in (1, 4, 7):
        at(archive, day)
        crawl(archive, *entries(3), *tombstones(3), listing(seen=3))
        assert rows(archive, STATES) == [("archived", 3)]
    at(archive, 8)
    crawl(archive, *entries(3), *tombstones(3), listing(seen=3))
    assert rows(archive, STATES) == [("gone", 3)]
    assert rows(archive, INCIDENTS) == [(*DOUBTED, 1)]


def test_what_is_gone_already_does_not_make_the_next_one_doubtful(archive):
    archived(archive, 3)
    crawl(archive, *entries(3), *tombstones(2), listing(seen=3))
    crawl(archive, *entries(3), *tombstones(3), listing(seen=3))
    assert rows(archive, STATES) == [("gone", 3)]


def test_a_post_that_is_listed_and_gone_comes_back_by_itself(archive):
    archived(archive, 1)
    crawl(archive, entry(), *tombstones(1), listing())
    assert not archive.wants(entry(), due=True)
    at(archive, 1)
    assert archive.wants(entry(), due=True)
    assert not archive.wants(entry())
    crawl(archive, entry(), post(), listing())
    assert rows(archive, STATES) == [("archived", 1)]
    assert rows(archive, SEEN) == [("back", None)]


def test_a_page_that_was_got_after_its_tombstone_is_there(archive):
    archived(archive, 1)
    crawl(archive, entry(), *tombstones(1), post(), listing())
    assert rows(archive, STATES) == [("archived", 1)]


def test_what_a_half_list_lacks_and_its_page_says_is_believed(archive):
    archived(archive, 4)
    crawl(archive, entry("4"), *tombstones(3), listing(complete=False))
    assert rows(archive, STATES) == [("archived", 1), ("gone", 3)]


def test_what_stands_below_where_a_list_was_left_is_listed(archive):
    archived(archive, 4)
    end = listing(complete=False)
    end.reason = REST_KNOWN
    crawl(archive, entry("4"), *tombstones(3), end)
    assert rows(archive, STATES) == [("archived", 4)]
