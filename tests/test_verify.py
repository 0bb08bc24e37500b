"""`verify` finds every kind of damage, says what to do about it, and changes nothing."""

import os
import shutil

import pytest

from archive import fitness
from archive.search.index import index_digest, sync
from archive.search.index import rebuild as index_again
from archive.search.scratch import digests_agree
from archive.store import Archive
from archive.verify import CHECKS, verify
from tests.damage import spoil
from tests.made import PROSE, address, crawl, entry, post
from tests.nobody import NOBODY, as_nobody, becomes_nobody, open_folder
from tests.rebuilding import csdn_pages


@pytest.fixture
def kept(archive: Archive) -> Archive:
    """Three posts with a history: one of them edited, so that words have left the index."""
    for number, shown in enumerate(csdn_pages(3), 1):
        crawl(archive, entry(str(number)), post(str(number), text=PROSE + str(number), page=shown))
    crawl(archive, entry("1"), post("1", title="改过的标题", text=PROSE + "又及，改过一次。"))
    archive.db.execute("PRAGMA foreign_keys = OFF")
    return archive


def problems(archive: Archive) -> dict[str, list[str]]:
    """Check → what it found, of an archive as a reader opens it."""
    with Archive.open(archive.path, read_only=True) as reader:
        return {f.check: f.problems for f in verify(reader) if f.problems}


def test_a_sound_archive_has_no_problem_and_is_left_as_it_is(kept):
    before = kept.path.read_bytes()
    assert problems(kept) == {}
    assert kept.path.read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "check", "said"),
    [
        ("DELETE FROM posts WHERE id = 2", "references", "of entries refers to a row of posts"),
        ("UPDATE raw_pages SET zstd = x'28b52ffd'", "raw pages", "is missing or damaged"),
        ("UPDATE raw_pages SET sha256 = 'ff' WHERE dictionary IS NULL", "raw pages", "damaged"),
        ("UPDATE renderings SET body_text = '另' WHERE id = 1", "renderings", "rendering 1 is not"),
        ("UPDATE renderings SET body_markdown = '另'", "renderings", "rendering 2 is not"),
        ("UPDATE renderings SET images = '[{\"url\": \"a\"}]'", "renderings", "rendering 3 is not"),
        ("UPDATE posts SET version_id = 2, rendering_id = 2 WHERE id = 1", "current bodies", "post 1"),
        ("UPDATE posts SET rendering_id = 99 WHERE id = 2", "current bodies", address("2")),
        ("UPDATE posts SET version_id = NULL WHERE id = 2", "current bodies", "post 2"),
        ("DELETE FROM renderings WHERE id = 3", "current bodies", "post 3"),
        ("UPDATE posts SET characters = 7 WHERE id = 2", "measures", "post 2"),
        ("UPDATE posts SET verdict = NULL WHERE id = 2", "measures", address("2")),
        ("UPDATE posts SET title = '改了标题' WHERE id = 2", "search index", "other words"),
        ("INSERT INTO posts_fts (posts_fts) VALUES ('delete-all')", "search index", "other words"),
        ("UPDATE posts_fts_docsize SET sz = x'01010101' WHERE id = 2", "search index", "other words"),
        ("UPDATE posts_fts_data SET block = x'00' WHERE id > 100", "search index", "damaged"),
    ],
)  # fmt: skip
def test_damage_is_found_where_it_is(kept, damage, check, said):
    kept.db.execute(damage)
    assert any(said in problem for problem in problems(kept)[check])


def test_a_damaged_file_is_found_and_the_other_checks_go_on(kept):
    kept.close()
    spoil(kept.path, "observations")
    with Archive.open(kept.path, read_only=True) as reader:
        findings = list(verify(reader))
    assert [f.check for f in findings] == [check.name for check in CHECKS]
    assert {f.check: f for f in findings}["file"].problems
    assert {f.check: f for f in findings}["file"].todo == "restore a backup"


def test_an_index_that_went_astray_is_made_again(kept):
    kept.db.execute("UPDATE posts SET title = '改了标题' WHERE id = 2")
    kept.index_again()
    assert problems(kept) == {}


def test_an_index_is_the_same_however_it_came_about(kept):
    for _ in range(2):
        sync(kept.db, 1)
        kept.db.execute("INSERT INTO posts_fts (posts_fts, rank) VALUES ('merge', 8)")
        assert problems(kept) == {}
    followed = index_digest(kept.db)
    index_again(kept.db)
    assert index_digest(kept.db) == followed


def test_word_by_word_two_indexes_agree_only_if_they_have_the_same_words(kept, tmp_path):
    with Archive.open(tmp_path / "other.db", create=True) as other:
        index = other.db
        index.conn.execute("ATTACH ? AS kept", (str(kept.path),))
        assert not digests_agree(index)
    kept.db.conn.execute("ATTACH ? AS kept", (str(kept.path),))
    assert digests_agree(kept.db)


def test_a_crawl_may_be_running(kept):
    with Archive.open(kept.path, read_only=True) as reader:
        for number, finding in enumerate(verify(reader), 10):
            crawl(kept, entry(str(number)), post(str(number), text=PROSE + str(number)))
            assert not finding.problems


def test_a_disk_and_an_sqlite_that_are_not_fit_are_named(kept, monkeypatch):
    monkeypatch.setattr(fitness, "RESERVE", 10**18)
    monkeypatch.setattr(fitness, "OLDEST_SQLITE", (99,))
    found = problems(kept)
    assert "MB are needed" in found["disk"][0]
    assert "SQLite is " in found[CHECKS[0].name][0]


@becomes_nobody
def test_moved_to_another_folder_and_another_user_it_is_whole(kept):
    kept.close()
    with open_folder() as folder:
        moved = folder / "renamed.db"
        shutil.move(kept.path, moved)
        for path in (moved, folder):
            os.chown(path, NOBODY, NOBODY)
        for command in (["verify"], ["rebuild", "--index"], ["show", "csdn:1"]):
            done = as_nobody(*command, "--archive", str(moved))
            assert done.returncode == 0, done.stdout + done.stderr
    assert "改过的标题" in done.stdout
