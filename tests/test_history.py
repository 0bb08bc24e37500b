import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.history import WORD, by_word, timeline, two_versions, unified
from archive.store import Archive
from scraper.configuration import ConfigurationError
from tests.made import crawl, entry, observation, post
from tests.replica.prose import article


@pytest.fixture
def archive(tmp_path):
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        yield archive


def edited(archive):
    """A post that was edited once and then could not be reached."""
    before = "显存是大模型推理时最先用完的资源，分页管理把键值缓存切成小块。" * 3
    crawl(archive, entry(), post(text=before))
    crawl(archive, entry(version="2"), post(text=before.replace("分页", "分段")))
    crawl(archive, observation(seen="failed", reason="the site was down"))
    return archive.find("csdn:1")


def test_the_timeline_tells_versions_and_observations_in_their_order(archive):
    events = timeline(archive.db, edited(archive))
    assert [(e.what, e.number) for e in events] == [
        ("version", 1),
        ("version", 2),
        ("failed", None),
    ]
    assert events[2].detail == "the site was down"


def test_a_unified_difference_shows_the_changed_line_once(archive):
    row = edited(archive)
    shown = unified(*two_versions(archive.db, row, None, None)).splitlines()
    assert len([line for line in shown if line.startswith("-") and "分页" in line]) == 1
    assert len([line for line in shown if line.startswith("+") and "分段" in line]) == 1


def test_by_word_chinese_is_compared_by_character(archive):
    row = edited(archive)
    changes = [c for c in by_word(*two_versions(archive.db, row, 1, 2)) if c[0] != "same"]
    assert changes == [("gone", "页"), ("new", "段")] * 3


def shown(text):
    return {"title": "一", "tags": "[]", "body_markdown": text}


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("一步", "两步"), lambda text: text[::-1]]
)
def test_long_articles_are_compared_by_word_in_no_time_and_whole(change):
    before = "\n\n".join(block.text for block in article(1, 60_000))
    after = change(before)
    began = time.process_time()
    changes = list(by_word(shown(before), shown(after)))
    assert time.process_time() - began < 10
    for kept, text in (("gone", before), ("new", after)):
        assert text in "".join(part for kind, part in changes if kind in ("same", kept))


@pytest.mark.parametrize("missing", [7, 0, -1])
def test_a_version_that_is_not_there_is_said_by_number(archive, missing):
    with pytest.raises(ConfigurationError, match=f"versions 1 to 2, no {missing}"):
        two_versions(archive.db, edited(archive), missing, 2)


def test_one_version_is_nothing_to_compare(archive):
    crawl(archive, entry(), post())
    with pytest.raises(ConfigurationError, match="nothing to compare"):
        two_versions(archive.db, archive.find("csdn:1"), None, None)


@given(st.text())
def test_words_leave_nothing_out(text):
    assert "".join(WORD.findall(text)) == text
