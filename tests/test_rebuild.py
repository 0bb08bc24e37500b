"""Rendering again: better and equal bodies are shown, worse ones kept, and nothing is ever lost."""

import multiprocessing
import subprocess
import sys

import pytest

from archive.connection import ArchiveUnusable
from archive.rebuild import Rebuilt, rebuild, versions
from archive.recording.renderings import make_current
from archive.rollback import roll_back
from archive.search.index import index_digest
from archive.search.index import rebuild as index_again
from archive.store import Archive
from archive.verify import verify
from scraper.body import EXTRACTOR
from scraper.configuration import ConfigurationError
from tests.conftest import ROOT
from tests.made import crawl, entry, page, post, rows
from tests.rebuilding import csdn_pages, fill, rendered_earlier

SHOWN = "SELECT extractor, count(*) FROM posts JOIN renderings ON renderings.id = rendering_id GROUP BY 1"
KEPT = "SELECT extractor, count(*) FROM renderings GROUP BY 1 ORDER BY 1"
BODIES = (
    "SELECT version_id, body_markdown, body_text FROM renderings WHERE extractor = ? ORDER BY 1"
)


def rebuilt(archive: Archive, **choices: bool | int) -> list[Rebuilt]:
    """Rebuild all, and see that the index followed and that no version was made."""
    before = rows(archive, "SELECT * FROM post_versions")
    found = list(rebuild(archive, versions(archive.db, [1]), **choices))
    assert rows(archive, "SELECT * FROM post_versions") == before
    followed = index_digest(archive.db)
    index_again(archive.db)
    assert index_digest(archive.db) == followed
    return found


def test_the_same_extractor_finds_the_same_and_writes_nothing(archive):
    fill(archive, 3)
    changes = archive.db.conn.total_changes
    found = list(rebuild(archive, versions(archive.db, [1])))
    assert [(r.post, r.outcome, r.changed, r.unnamed) for r in found] == [
        (f"csdn:{number}", "same", False, False) for number in (1, 2, 3)
    ]
    assert archive.db.conn.total_changes == changes


def test_an_equal_rendering_by_a_new_extractor_becomes_current(archive):
    fill(archive, 3)
    held = archive.digest()
    rendered_earlier(archive)
    assert {(r.outcome, r.changed, r.current) for r in rebuilt(archive)} == {("same", False, True)}
    assert rows(archive, KEPT) == [("0", 3), (EXTRACTOR, 3)]
    assert rows(archive, SHOWN) == [(EXTRACTOR, 3)]
    assert archive.digest() == held


def test_a_better_rendering_is_shown_and_found(archive):
    fill(archive, 2)
    held = archive.digest()
    rendered_earlier(archive, before="旧的渲染", verdict="suspect", score=0.5)
    found = rebuilt(archive)
    assert {(r.outcome, r.changed, r.before, r.after) for r in found} == {
        ("better", True, 0.5, 1.0)
    }
    assert archive.digest() == held


@pytest.mark.parametrize(
    "earlier",
    [{"score": 1.5}, {"before": "长" * 20_000}],
    ids=["a lower score", "less than half of the text"],
)
def test_a_worse_rendering_is_kept_and_waits_to_be_accepted(archive, earlier):
    fill(archive, 2)
    today = rows(archive, BODIES, EXTRACTOR)
    rendered_earlier(archive, **earlier)
    for _ in range(2):
        assert {(r.outcome, r.current) for r in rebuilt(archive)} == {("worse", False)}
        assert rows(archive, SHOWN) == [("0", 2)]
        assert rows(archive, BODIES, EXTRACTOR) == today
    assert all(r.current for r in rebuilt(archive, accept_worse=True))
    assert rows(archive, SHOWN) == [(EXTRACTOR, 2)]
    assert {r.outcome for r in rebuilt(archive)} == {"same"}


def test_a_worse_rendering_says_what_is_new_about_it(archive):
    prose = "正文里的公式丢了。" * 30
    html = f"<div id='content_views'><p><span class='katex'></span></p><p>{prose}</p></div>"
    crawl(archive, entry(), post(text=prose, page=page(body=html.encode())))
    rendered_earlier(archive)
    (result,) = rebuilt(archive)
    assert (result.outcome, result.reason) == (
        *("worse", "1 formulas whose TeX the page does not hold"),
    )


def test_a_page_that_gives_no_body_or_is_damaged_leaves_the_body_as_it_is(archive):
    crawl(archive, entry("1"), post("1", page=page("1", body=b"<p></p>")))
    crawl(archive, entry("2"), post("2"))
    crawl(archive, entry("3"), post("3", page=csdn_pages(3)[2]))
    rendered_earlier(archive)
    before = rows(archive, "SELECT rendering_id FROM posts")
    archive.db.execute(
        "UPDATE raw_pages SET zstd = x'00' WHERE sha256 ="
        " (SELECT raw_sha256 FROM post_versions WHERE post_id = 2)"
    )
    none, damaged, good = rebuilt(archive, accept_worse=True)
    assert (none.outcome, none.after, none.current) == ("worse", None, False)
    assert "finds no body" in none.reason
    assert "damaged; restore a backup" in damaged.reason
    assert good.current
    assert rows(archive, "SELECT rendering_id FROM posts WHERE id < 3") == before[:2]


def test_another_body_by_an_extractor_of_the_same_name_is_reported_and_not_kept(archive):
    fill(archive, 1)
    archive.db.execute("UPDATE renderings SET body_markdown = '另一篇'")
    (result,) = rebuilt(archive)
    assert result.unnamed
    assert not result.current
    assert rows(archive, BODIES, EXTRACTOR)[0][1] == "另一篇"


def test_a_dry_run_tells_the_same_and_changes_nothing(archive):
    fill(archive, 2)
    rendered_earlier(archive, score=0.5)
    with Archive.open(archive.path, read_only=True) as reader:
        told = list(rebuild(reader, versions(reader.db, [1]), dry_run=True))
    assert rows(archive, KEPT) == [("0", 2)]
    assert told == rebuilt(archive)


def test_a_post_that_was_crawled_meanwhile_keeps_its_new_version(archive):
    fill(archive, 2)
    rendered_earlier(archive)
    found = rebuild(archive, versions(archive.db, [1]))
    crawl(archive, entry("1"), post("1", text="刚刚抓到的新版本。" * 600))
    assert [r.post for r in found] == ["csdn:2"]
    assert archive.post("csdn:1")["body_markdown"].startswith("刚刚抓到的新版本")


def test_a_rendering_takes_only_the_place_of_the_one_it_was_compared_with(archive):
    fill(archive, 2)
    with archive.writing():
        assert not make_current(archive.db, 1, 2, 2)
        assert make_current(archive.db, 1, 1, 1)


def test_rolling_back_shows_what_an_earlier_extractor_made(archive):
    fill(archive, 10)
    crawl(archive, entry("11"), post("11"))
    rendered_earlier(archive, before="从前的渲染 ", where="version_id < 11")
    earlier = rows(archive, BODIES, "0")
    rebuilt(archive)
    today = archive.digest()
    assert roll_back(archive, [1], "0", dry_run=True) == 10
    assert roll_back(archive, [1], "0") == 10
    assert roll_back(archive, [1], "0") == 0
    assert rows(archive, SHOWN) == [("0", 10), (EXTRACTOR, 1)]
    assert rows(archive, BODIES, "0") == earlier
    followed = index_digest(archive.db)
    index_again(archive.db)
    assert index_digest(archive.db) == followed
    rebuilt(archive)
    assert archive.digest() == today
    with pytest.raises(
        ConfigurationError, match=f"no rendering is by extractor 7; there are 0, {EXTRACTOR}"
    ):
        roll_back(archive, [1], "7")


def test_processes_give_what_one_gives_in_the_same_order(archive):
    fill(archive, 65)
    rendered_earlier(archive, before="旧 ")
    versions_of_all = versions(archive.db, [1])
    alone = list(rebuild(archive, versions_of_all, dry_run=True))
    assert list(rebuild(archive, versions_of_all, jobs=2)) == alone


def test_a_process_that_the_system_kills_ends_the_rebuild_with_a_reason(archive):
    fill(archive, 65)
    rendered_earlier(archive, before="旧 ")
    results = rebuild(archive, versions(archive.db, [1]), jobs=2)
    first = next(results)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(ArchiveUnusable, match="was killed.*--jobs 1"):
        list(results)
    assert rows(archive, "SELECT extractor FROM renderings WHERE version_id = 1")[-1] == (
        EXTRACTOR,
    )
    assert first.current


def test_a_full_disk_keeps_what_was_rebuilt_and_the_next_run_goes_on(archive):
    fill(archive, 30)
    held = archive.digest()
    rendered_earlier(archive, before="旧 ")
    pages = rows(archive, "PRAGMA page_count")[0][0]
    archive.db.execute(f"PRAGMA max_page_count = {pages + 60}")
    with pytest.raises(ArchiveUnusable, match="full"):
        list(rebuild(archive, versions(archive.db, [1])))
    assert rows(archive, "PRAGMA integrity_check") == [("ok",)]
    assert len(rows(archive, SHOWN)) == 2
    archive.db.execute("PRAGMA max_page_count = 1000000")
    rebuilt(archive)
    assert archive.digest() == held


def test_a_crawl_and_a_rebuild_write_side_by_side(archive):
    fill(archive, 65)
    rendered_earlier(archive, before="旧 ")
    code = (
        "import sys; from archive.store import Archive; from tests.made import *;"
        "archive = Archive.open(sys.argv[1]);"
        "[(crawl(archive, entry(str(n)), post(str(n))), print(n, flush=True)) for n in range(100, 9999)]"
    )
    command = [sys.executable, "-c", code, str(archive.path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as crawling:
        assert crawling.stdout
        began = int(crawling.stdout.readline())
        assert len(list(rebuild(archive, versions(archive.db, [1]), jobs=2))) >= 65
        assert crawling.poll() is None
        crawling.kill()
        assert int(crawling.stdout.read().split()[-1]) > began
    assert not [finding for finding in verify(archive) if finding.problems]
