"""A body is set, or shown as its source: nothing of it holds up the server."""

import os
from collections.abc import Iterator

import pytest

from archive.browse.markup import LONGEST, reading
from archive.browse.typesetter import Typesetter

#: Seconds of a processor that a process may take before it is ready; others may want the clock.
STARTING = 1.5
SET = '<p>显存 <span class="math inline">x</span></p>\n'


@pytest.fixture
def typesetter() -> Iterator[Typesetter]:
    made = Typesetter()
    yield made
    made.end()


def bombs() -> dict[str, str]:
    columns = "|a" * 2000 + "|\n" + "|-" * 2000 + "|\n"
    return {
        "brackets": "[" * 390_000,
        "pictures": "![" * 190_000,
        "an empty table": columns + "|\n" * 190_000,
        "code in a thousand pieces": "```python\nx = (((\n```\n" * 17_000,
        "quotations": "> " * 190_000,
        "footnotes": "[^1]" * 90_000 + "\n\n[^1]: x",
        "headings": "# a\n" * 90_000,
        "links": "[a](" * 90_000,
        "formulas": "$$a " * 90_000,
        "a megabyte": "显存优化。\n\n" * 150_000,
    }


@pytest.mark.parametrize("bomb", bombs())
def test_a_bomb_is_set_or_shown_as_its_source_within_two_seconds(bomb: str) -> None:
    markdown, typesetter = bombs()[bomb], Typesetter()
    begun = os.times()
    found = typesetter.set(markdown, {})
    typesetter.end()
    took = os.times()
    worked = took.children_user + took.children_system
    worked -= begun.children_user + begun.children_system
    assert worked < 2 + STARTING, f"{worked:.1f} s"
    assert len(markdown) < LONGEST or found.plain


def test_after_a_bomb_the_next_body_is_set(typesetter: Typesetter) -> None:
    assert typesetter.set("[" * 390_000, {}).plain
    assert typesetter.set("显存 $x$", {}).html == SET


def test_a_process_that_was_ended_from_outside_is_started_again(typesetter: Typesetter) -> None:
    assert typesetter.set("显存 $x$", {}).html == SET
    running = typesetter._running
    assert running
    running[0].kill()
    running[0].join()
    assert typesetter.set("显存 $x$", {}).plain
    assert typesetter.set("显存 $x$", {}).html == SET


def test_pictures_and_contents_come_through(typesetter: Typesetter) -> None:
    markdown, held = "# 标题\n\n![图](http://a/1.png)", {"http://a/1.png": "/a/-/media/1.png"}
    assert typesetter.set(markdown, held) == reading(markdown, held)
