"""Changes are told newest first, each once, and what was not believed is none."""

import pytest

from archive.history.changes import changes
from archive.rows import update
from archive.store import Archive
from tests.lives import live


@pytest.fixture
def archive(tmp_path):
    live(tmp_path / "archive.db")
    with Archive.open(tmp_path / "archive.db") as archive:
        yield archive


def told(archive, **asked):
    return [(c["at"][:10], c["what"], c["title"][2:3]) for c in changes(archive.db, **asked)]


def test_new_edited_gone_and_returned_posts_are_told_newest_first(archive):
    assert told(archive) == [
        ("2026-03-07", "gone", "3"),
        ("2026-03-07", "edited", "1"),
        ("2026-03-05", "returned", "2"),
        ("2026-03-03", "gone", "2"),
        ("2026-03-03", "edited", "1"),
        ("2026-03-01", "new", "4"),
        ("2026-03-01", "new", "3"),
        ("2026-03-01", "new", "2"),
        ("2026-03-01", "new", "1"),
    ]


def test_an_edit_says_which_version_it_made(archive):
    assert [c["number"] for c in changes(archive.db, kind="edited")] == [3, 2]


def test_one_kind_of_one_profile_is_told_in_parts(archive):
    assert told(archive, kind="new", profile=1, limit=2, offset=1) == [
        ("2026-03-01", "new", "3"),
        ("2026-03-01", "new", "2"),
    ]
    assert told(archive, profile=2) == []


def test_of_a_purged_post_nothing_is_told(archive):
    with archive.db.atomic():
        update(archive.db, "posts", 1, {"state": "purged"})
    assert {title for _, _, title in told(archive)} == {"2", "3", "4"}
