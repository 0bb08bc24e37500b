"""One time from a feed and a page: no day is shifted, and none is more exact than the site is."""

from datetime import UTC, date, datetime

import pytest

from scraper.blog.post_dates import agreed, as_days, edits, settled, without_midnight
from scraper.dates import moment
from scraper.items import Moment

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def at(text: str) -> Moment:
    found = moment(text, now=NOW)
    assert found
    return found


def days(*texts: str) -> list[str]:
    found = as_days([at(text) for text in texts])
    return [f"{m.on}" if m.precision == "day" else f"{m.at:%FT%T}" for m in found if m]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Mon, 01 Sep 2025 00:00:00 GMT"] * 2, ["2025-09-01"] * 2),
        (["Mon, 01 Sep 2025 00:00:00 GMT"], ["2025-09-01"]),
        (["Sun, 05 Apr 2026 16:00:00 GMT", "Thu, 25 Dec 2025 16:00:00 GMT"], ["2026-04-06", "2025-12-26"]),
        (["2022-04-15T12:00:00.000Z", "2022-04-18T12:00:00.000Z"], ["2022-04-15", "2022-04-18"]),
        (["2018-01-06T00:00:00+08:00", "2018-02-07T00:00:00+08:00"], ["2018-01-06", "2018-02-07"]),
        (["2024-01-10T23:00:00Z", "2024-07-10T22:00:00Z"], ["2024-01-11", "2024-07-11"]),
        (["2024-01-10T05:00:00Z", "2024-07-10T04:00:00Z"], ["2024-01-10", "2024-07-10"]),
        (["2024-01-10T16:00:00Z"], ["2024-01-10T16:00:00"]),
        (["2024-01-10T08:01:00Z", "2024-01-11T09:01:00Z"], ["2024-01-10T08:01:00", "2024-01-11T09:01:00"]),
    ],
)  # fmt: skip
def test_entries_of_one_time_of_day_have_days(texts: list[str], expected: list[str]) -> None:
    assert days(*texts) == expected


def test_the_instant_is_the_feeds_and_the_day_the_pages() -> None:
    found = settled(at("2024-10-16T17:30:00Z"), at("2024-10-17"))
    assert found
    assert (found.at, found.on) == (datetime(2024, 10, 16, 17, 30, tzinfo=UTC), date(2024, 10, 17))


def test_a_feeds_day_stands_against_the_same_day_written_as_noon() -> None:
    (listed,) = {m for m in as_days([at("2022-04-15T12:00:00Z")] * 2) if m}
    found = settled(listed, at("2022-04-15T12:00:00.000Z"))
    assert found
    assert (found.on, found.precision) == (date(2022, 4, 15), "day")


def test_a_page_that_names_another_time_is_right() -> None:
    assert settled(at("2026-01-01"), at("2024-10-17T08:09:10Z")) == at("2024-10-17T08:09:10Z")


def test_either_alone_is_the_time() -> None:
    assert settled(None, at("2024-10-17")) == settled(at("2024-10-17"), None) == at("2024-10-17")


def test_the_local_time_beside_the_utc_one_tells_the_authors_day() -> None:
    found = agreed([at("2021-07-03T18:02:20.000Z"), at("2021-07-04T02:02:20+08:00")])
    assert found
    assert (found.on, found.at.hour) == (date(2021, 7, 4), 18)


def test_a_shown_day_tells_that_an_hour_was_a_midnight() -> None:
    found = agreed([at("2025-07-20T16:00:00.000Z"), at("Jul 21, 2025")])
    assert found
    assert (found.on, found.precision) == (date(2025, 7, 21), "day")


@pytest.mark.parametrize(
    ("text", "precision"),
    [
        ("2025-08-21T00:00:00.000Z", "day"),
        ("2024-10-17 00:00:00+00:00", "day"),
        ("2018-01-06T00:00:00+08:00", "day"),
        ("2018-01-06T00:00:01+08:00", "second"),
        ("2018-01-06T10:00:00+08:00", "second"),
    ],
)
def test_midnight_on_a_page_is_a_day(text: str, precision: str) -> None:
    found = without_midnight(at(text))
    assert found
    assert (found.precision, str(found.on)) == (precision, text[:10])


def test_what_all_changed_on_one_day_was_built() -> None:
    published = [at(f"2024-01-0{n}") for n in range(1, 7)]
    built = [at("2026-10-21T13:50:52Z")] * 5
    assert edits([*built, at("2026-11-03T10:00:00Z")], published) == [None] * 5 + [
        at("2026-11-03T10:00:00Z")
    ]


def test_a_change_at_publication_is_none() -> None:
    assert edits([at("2024-01-01")], [at("2024-01-01")]) == [None]
