"""Times as sites write them."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.dates import BEIJING, from_epoch, moment

NOW = datetime(2026, 7, 22, 18, 0, tzinfo=BEIJING)

EXACT = {
    "2026-07-16 21:30:31": "2026-07-16T21:30:31+08:00",
    "2019-11-26T00:12:33": "2019-11-26T00:12:33+08:00",
    "2024-01-02T03:04:05Z": "2024-01-02T03:04:05+00:00",
    "2024-01-02T03:04:05.678-05:00": "2024-01-02T03:04:05-05:00",
    "2024-01-02 03:04:05 +0800": "2024-01-02T03:04:05+08:00",
    "2026年4月20日 19:31:49": "2026-04-20T19:31:49+08:00",
    "2026/4/20 9:05": "2026-04-20T09:05:00+08:00",
    "昨天 10:20": "2026-07-21T10:20:00+08:00",
    "昨天10:20": "2026-07-21T10:20:00+08:00",
    "前天\xa023:34": "2026-07-20T23:34:00+08:00",
    "今天 10:20": "2026-07-22T10:20:00+08:00",
    "yesterday at 10:20": "2026-07-21T10:20:00+08:00",
    "10-03 12:30": "2025-10-03T12:30:00+08:00",
    "07-22 17:59": "2026-07-22T17:59:00+08:00",
    "07-22 18:01": "2025-07-22T18:01:00+08:00",
    "02-29 08:00": "2024-02-29T08:00:00+08:00",
    "Wed, 02 Oct 2024 08:00:00 GMT": "2024-10-02T08:00:00+00:00",
    "Wed, 02 Oct 2024 08:00:00 +0200": "2024-10-02T08:00:00+02:00",
    "2 Oct 2024 08:00 PDT": "2024-10-02T08:00:00-07:00",
    "Wed, 02 Oct 2024 08:00:00 CET": "2024-10-02T08:00:00+01:00",
    "02 Oct 24 08:00 UT": "2024-10-02T08:00:00+00:00",
    "Mo, 25 Jun 2018 10:00:00 +0200": "2018-06-25T10:00:00+02:00",
    "Mon Apr 20 2026 19:31:49 GMT+0800 (中国标准时间)": "2026-04-20T19:31:49+08:00",
    "October 2nd, 2024 8:05 PM": "2024-10-02T20:05:00+08:00",
    "1732497285": "2024-11-25T09:14:45+08:00",
    "1732497285000": "2024-11-25T09:14:45+08:00",
}
DAYS = {
    "2024.03.28": "2024-03-28",
    "2024-3-8": "2024-03-08",
    "2026年4月20日": "2026-04-20",
    "5天前": "2026-07-17",
    "21 小时前": "2026-07-21",
    "1 分钟前": "2026-07-22",
    "半小时前": "2026-07-22",
    "刚刚": "2026-07-22",
    "昨天": "2026-07-21",
    "3 days ago": "2026-07-19",
    "10月3日": "2025-10-03",
    "Oct 2, 2024": "2024-10-02",
    "3 September 2023": "2023-09-03",
}
NONE = [
    "",
    "0",
    "never",
    "3 年前",
    "2个月前",
    "2024",
    "2024-01",
    "2024-02-30",
    "02-30 10:00",
    "2024-01-02 25:70:00",
    "昨天 25:70",
    "99999999999天前",
    "0001-01-01T00:00:00Z",
    "1970-01-02",
    "Mon, 01 Jan 0001 00:00:00 +0000",
    "1989-12-31 23:59:59",
    "0000000000",
    "9999-12-31T23:59:59-12:00",
    "2024-01-02T03:04:05+99:00",
    "31 Feb 2024",
    "May 2024",
    "May 2024 was the month in which we moved",
    "最新推荐文章于 2025-11-01 13:39:13 发布",
    "2024-01-02" + " " * 30 + "x" * 500,
    "２０２４-01-02",
]


@pytest.mark.parametrize("text", EXACT)
def test_a_time_of_day_gives_an_instant_and_the_date_as_written(text: str) -> None:
    found, expected = moment(text, now=NOW), datetime.fromisoformat(EXACT[text])
    assert found
    assert (found.at, found.at.tzinfo, found.precision) == (expected, UTC, "second")
    assert found.on == expected.date()


@pytest.mark.parametrize("text", DAYS)
def test_a_day_stays_that_day_and_claims_no_more(text: str) -> None:
    found, day = moment(text, now=NOW), date.fromisoformat(DAYS[text])
    assert found
    assert (found.on, found.precision) == (day, "day")
    assert found.at == datetime(day.year, day.month, day.day, tzinfo=UTC)


@pytest.mark.parametrize("text", NONE)
def test_what_states_no_day_since_1990_is_none(text: str) -> None:
    assert moment(text, now=NOW) is None


def test_the_date_is_never_shifted_into_another_zone() -> None:
    found = moment("Sun, 05 Apr 2026 16:00:00 GMT", now=NOW)
    assert found
    assert found.on == date(2026, 4, 5)


def test_a_time_without_zone_is_in_the_zone_given() -> None:
    found = moment("2024-01-02 03:04:05", now=NOW, zone=timezone(timedelta(hours=-3)))
    assert found
    assert found.at.hour == 6


@pytest.mark.parametrize("seconds", [0, -1, 1e30, float("nan"), float("inf")])
def test_an_epoch_that_no_site_means_is_none(seconds: float) -> None:
    assert from_epoch(seconds) is None


@given(st.text(max_size=60))
def test_any_text_gives_a_moment_or_none(text: str) -> None:
    found = moment(text, now=NOW)
    assert found is None or found.on.year >= 1990


NUMBERS = ["10", "2024", "99", "0001", "3"]
SIGNS = [*"年月日前天 TZ:-./+,", "昨天", "小时"]
PART = st.sampled_from([*NUMBERS, *SIGNS, "Oct", "Feb", "GMT", "CST", "ago", "day"])


@given(st.lists(PART, max_size=9).map("".join))
def test_any_mixture_of_the_parts_of_dates_gives_a_moment_or_none(text: str) -> None:
    found = moment(text, now=NOW)
    assert found is None or found.at.tzinfo is UTC


FORMS = [
    "%Y-%m-%d %H:%M:%S",
    "%Y年%m月%d日 %H:%M:%S",
    "%Y.%m.%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S%z",
    "%a, %d %b %Y %H:%M:%S %z",
]
TIME = st.integers(
    int(datetime(1990, 1, 2, tzinfo=UTC).timestamp()),
    int(datetime(2099, 1, 1, tzinfo=UTC).timestamp()),
).map(lambda seconds: datetime.fromtimestamp(seconds, BEIJING))


@given(TIME, st.sampled_from(FORMS))
def test_an_absolute_time_comes_back_whatever_it_was_written_as(at: datetime, form: str) -> None:
    found = moment(at.strftime(form), now=NOW)
    assert found
    assert (found.at, found.on) == (at, at.date())


@given(TIME)
def test_an_epoch_comes_back_in_seconds_and_in_milliseconds(at: datetime) -> None:
    for number in (at.timestamp(), at.timestamp() * 1000):
        found = from_epoch(number)
        assert found
        assert (found.at, found.on) == (at, at.date())


@given(st.integers(0, 999))
def test_days_ago_is_counted_back_from_the_time_of_the_fetch(days: int) -> None:
    found = moment(f"{days}天前", now=NOW)
    assert found
    assert found.on == NOW.date() - timedelta(days=days)
