"""A gzip with its end, and without."""

import gzip

import pytest

from scraper.net.whole import CHUNK, has_end

LARGE = b"a line of a page\n" * 200_000
WHOLE = [
    gzip.compress(b""),
    gzip.compress(b"x" * 3 * CHUNK),
    gzip.compress(LARGE),
    gzip.compress(b"one") + gzip.compress(b"two"),
    gzip.compress(b"one") + b"\0\0\0",
]


@pytest.mark.parametrize("zipped", WHOLE)
def test_a_whole_gzip_has_its_end(zipped: bytes) -> None:
    assert has_end(zipped)


@pytest.mark.parametrize(
    "zipped",
    [
        b"",
        b"<html>never zipped</html>",
        gzip.compress(LARGE)[:-1],
        gzip.compress(LARGE)[: len(gzip.compress(LARGE)) // 2],
        gzip.compress(b"one") + gzip.compress(b"two")[:-9],
    ],
    ids=["nothing", "plain", "a byte less", "half", "half of its second part"],
)
def test_what_breaks_off_or_is_none_has_no_end(zipped: bytes) -> None:
    assert not has_end(zipped)


def test_a_bomb_is_left_to_who_bounds_it() -> None:
    assert has_end(gzip.compress(bytes(64 << 20))[:-100])
