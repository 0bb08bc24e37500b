from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.rows import bound, instant, storable
from scraper.items import Link
from tests.made import START, entry, moment


@pytest.mark.parametrize(
    ("given_text", "stored"),
    [
        ("显存", "显存"),
        ("a\0b", "a\ufffdb"),
        ("half \ud83d", "half \ufffd"),
        ("\ud83d\ude00", "😀"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
    ],
)
def test_text_is_kept_as_sqlite_and_every_reader_can_have_it(given_text, stored):
    assert storable(given_text) == stored


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_any_text_becomes_utf_8_without_nul(text):
    assert "\0" not in storable(text).encode().decode()
    assert storable(storable(text)) == storable(text)


def test_an_item_is_cleaned_in_all_its_parts():
    dirty = entry(
        title="\0",
        tags=("\ud83d",),
        metrics={"vi\0ews": 2**70, "likes": -(2**70)},
        links=(Link(role="crosspost", url="\0"),),
        published=replace(moment(1), text="\0"),
    )
    assert storable(dirty) == entry(
        title="\ufffd",
        tags=("\ufffd",),
        metrics={"vi\ufffdews": 2**63 - 1, "likes": 1 - 2**63},
        links=(Link(role="crosspost", url="\ufffd"),),
        published=replace(moment(1), text="\ufffd"),
    )


def test_times_are_utc_to_the_second():
    assert instant(START.replace(microsecond=999_999)) == "2026-03-01T08:00:00Z"


def test_lists_are_json_with_chinese_as_it_is():
    assert bound(("显存", 1)) == '["显存", 1]'
    assert bound({"b": 1, "a": "推理"}) == '{"a": "推理", "b": 1}'
