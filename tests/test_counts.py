import pytest

from scraper.counts import count


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("951", 951),
        ("1,024", 1024),
        ("3.7K", 3700),
        (" 10.6k ", 10600),
        ("1.2万", 12000),
        ("10w+", 100000),
        ("2.5M", 2500000),
        ("3亿", 300000000),
    ],
)
def test_a_counter_is_read_however_the_site_shortens_it(text: str, number: int):
    assert count(text) == number


@pytest.mark.parametrize("text", ["", "K", "赞", "1.2.3", "3.7 KB", "-1", "9" * 40, "٣"])
def test_what_is_no_counter_is_none(text: str):
    assert count(text) is None
