"""Two versions compared: nothing of either is lost, Chinese goes by character, and it ends in time."""

import re
import time
from io import StringIO
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.history.difference import WORD, by_word, document, side_by_side, unified
from tests.replica.prose import article

BEFORE = "显存最先用完，分页管理把缓存切成小块。\n\n第二段没有变。\n\n第三段会消失。\n\n最后一段。"
AFTER = "显存最先用完，分段管理把缓存切成小块。\n\n第二段没有变。\n\n最后一段。\n\n又加了一段。"


def version(text, seen_at="2026-03-01T08:00:00Z"):
    return {"title": "一", "tags": "[]", "body_markdown": text, "seen_at": seen_at}


def joined(pieces):
    return "".join(text for _, text in pieces)


def patched(before, difference):
    """What `patch` makes of a text and a unified difference."""
    old, new, place = list(StringIO(before)), [], 0
    for line in islice(StringIO(difference), 2, None):
        if hunk := re.match(r"@@ -(\d+),", line):
            begin = int(hunk[1]) - 1
            new += old[place:begin]
            place = begin
        elif line[0] == "+":
            new.append(line[1:])
        else:
            assert old[place] == line[1:]
            new += [line[1:]] if line[0] == " " else []
            place += 1
    return "".join(new + old[place:])


def test_a_unified_difference_shows_the_changed_line_once():
    shown = unified(version(BEFORE), version(AFTER)).splitlines()
    assert len([line for line in shown if line.startswith("-") and "分页" in line]) == 1
    assert len([line for line in shown if line.startswith("+") and "分段" in line]) == 1


@given(st.text(alphabet="显ab \n\r\f\u2028"), st.text(alphabet="显ab \n\r\f\u2028"))
def test_a_unified_difference_makes_the_newer_version_of_the_older(before, after):
    older, newer = version(before), version(after)
    assert patched(document(older), unified(older, newer)) == document(newer)
    assert unified(older, older) == ""


def test_by_word_chinese_is_compared_by_character():
    changes = [c for c in by_word(version("分页管理"), version("分段管理")) if c[0] != "same"]
    assert changes == [("gone", "页"), ("new", "段")]


def test_each_line_stands_beside_what_it_is_in_the_other_version():
    lines = list(side_by_side(version(BEFORE), version(AFTER)))
    changed = [(joined(line.before), joined(line.after)) for line in lines if line.changed]
    assert changed == [
        ("显存最先用完，分页管理把缓存切成小块。", "显存最先用完，分段管理把缓存切成小块。"),
        ("第三段会消失。\n\n", ""),
        ("", "\n又加了一段。\n"),
    ]
    assert any(line.pieces == [("same", "第二段没有变。")] for line in lines)


@given(st.text(alphabet="显存ab，。 \n"), st.text(alphabet="显存ab，。 \n"))
def test_no_comparison_loses_a_character_of_either_version(before, after):
    older, newer = version(before), version(after)
    pieces = list(by_word(older, newer))
    lines = list(side_by_side(older, newer))
    for row, other, side in ((older, "new", "before"), (newer, "gone", "after")):
        whole = f"# 一\n\ntags: []\n\n{row['body_markdown']}\n"
        assert joined(p for p in pieces if p[0] != other) == whole
        kept = "".join(joined(getattr(line, side)) for line in lines)
        assert kept.replace("\n", "") == whole.replace("\n", "")


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("一步", "两步"), lambda text: text[::-1]]
)
def test_long_articles_are_compared_by_word_in_no_time_and_whole(change):
    before = "\n\n".join(block.text for block in article(1, 60_000))
    after = change(before)
    began = time.process_time()
    changes = list(by_word(version(before), version(after)))
    assert time.process_time() - began < 10
    for kept, text in (("gone", before), ("new", after)):
        assert text in joined(part for part in changes if part[0] in ("same", kept))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("显存" * 4500, "存显卡" * 3000),
        ("a b " * 2500, "b a c " * 1600),
        ("a\n" * 100_000, "b\na\n" * 50_000),
        (
            "\n".join(str(n % 190) for n in range(100_000)),
            "\n".join(str(n * 7 % 190) for n in range(100_000)),
        ),
    ],
    ids=["two characters", "two words", "two lines", "many lines"],
)
def test_few_words_that_come_again_and_again_are_compared_in_time(before, after):
    began = time.process_time()
    older, newer = version(before), version(after)
    changes = list(by_word(older, newer))
    assert after in joined(part for part in changes if part[0] != "gone")
    assert patched(document(older), unified(older, newer)) == document(newer)
    assert time.process_time() - began < 15


@given(st.text())
def test_words_leave_nothing_out(text):
    assert "".join(WORD.findall(text)) == text
