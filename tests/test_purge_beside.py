"""Backups, other archives and exports beside an archive: what holds a purged post is found and purged."""

import gzip
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from archive.backup import back_up
from archive.duplicate import duplicate
from archive.export import FORMATS, Selection, export
from archive.purge.account import Account, account
from archive.purge.copies import purge_copy
from archive.purge.exports import delete_files
from archive.purge.forget import forget
from archive.purge.wanted import wanted
from archive.store import Archive
from scraper.items import Body, Image
from scraper.media import Media
from tests.conftest import ROOT
from tests.made import WHOSE, address, crawl, entry, post
from tests.scan import holding

SECRET, PICTURE = "麒麟踏雪寻梅于夜半", "https://img.example/only.png"
TITLE = "貔貅吞月"


@pytest.fixture
def kept(archive: Archive) -> Archive:
    """Two posts; of the one that is to be forgotten a picture is held."""
    body = Body(markdown=f"{SECRET}\n\n![]({PICTURE})\n", text=SECRET, images=(Image(url=PICTURE),))
    told = post("7001", SECRET, title=TITLE, body=body)
    held = Media(**WHOSE, url=PICTURE, state="held", content=b"only", media_type="image/png")
    crawl(archive, entry("7001", title=TITLE), told, entry("8001"), post("8001"), held)
    return archive


def purge_all(archive: Archive, name: str = "csdn:7001") -> Account:
    """Purge the post and what lies beside, as the command does; what was found."""
    chosen = wanted(archive.db, name)
    found = account(archive, chosen)
    for path in found.copies:
        purge_copy(path, chosen)
    for holding_it in found.exports:
        delete_files(holding_it)
    forget(archive, chosen)
    return found


def test_a_backup_is_purged_with_its_pictures_and_its_checksums_follow(kept, tmp_path):
    back_up(kept, tmp_path / "backup")
    assert len(holding(tmp_path / "backup", SECRET)) > 3
    assert purge_all(kept).copies == [tmp_path / "backup/archive.db"]
    assert holding(tmp_path, SECRET, TITLE, address("7001")) == []
    files = [path.name for path in (tmp_path / "backup").rglob("*") if path.is_file()]
    assert sorted(files) == ["SHA256SUMS", "archive.db"]
    header = (tmp_path / "backup/archive.db").read_bytes()[:20]
    assert header[18:] == b"\1\1"  # no WAL, so that it opens where none can be made
    check = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    assert subprocess.run(check, cwd=tmp_path / "backup", capture_output=True).returncode == 0
    with Archive.open(tmp_path / "backup/archive.db", read_only=True) as copy:
        assert copy.digest() == kept.digest()


@pytest.mark.parametrize("schema", ["0001", "0002"])
def test_a_backup_of_an_earlier_schema_is_purged_and_leaves_no_copy(tmp_path, schema):
    text = "改过的正文，比从前的长一些"
    old = ROOT / "tests/fixtures/archives" / schema
    shutil.copytree(old, tmp_path / "backup")
    shutil.copytree(old, tmp_path, dirs_exist_ok=True)
    with Archive.open(tmp_path / "archive.db") as migrated:
        assert len(purge_all(migrated, "csdn:1").copies) == 2
        assert holding(tmp_path, text) == []
    names = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("archive.db*")]
    assert sorted(names) == ["archive.db", "backup/archive.db"]


@pytest.mark.parametrize("name", ["archive.db.before-m003_measures", "archive.db.new"])
def test_what_a_migration_or_a_killed_copy_left_is_deleted(kept, tmp_path, name):
    duplicate(kept.db.conn, tmp_path / name)
    assert purge_all(kept).copies == [tmp_path / name]
    assert not (tmp_path / name).exists()


def test_an_archive_that_does_not_have_the_post_is_left_alone(kept, tmp_path):
    with Archive.open(tmp_path / "other.db", create=True) as other:
        crawl(other, entry("8001"), post("8001"))
    before = (tmp_path / "other.db").read_bytes()
    (tmp_path / "notes.db").write_bytes(b"SQLite format 3\0" + SECRET.encode() * 20)
    assert purge_all(kept).copies == []
    assert (tmp_path / "other.db").read_bytes() == before
    assert (tmp_path / "notes.db").exists()


NAMES = {
    "markdown": "vault",
    "atom": "all.atom",
    "jsonl": "all.jsonl",
    "epub": "all.epub",
    "warc": "all.warc.gz",
    "site": "site",
}


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_is_rid_of_the_post_and_made_again_holds_the_others(kept, tmp_path, form):
    out = tmp_path / NAMES[form]
    export(form, Selection(kept), out)
    assert out in [found.path for found in purge_all(kept).exports]
    assert holding(tmp_path, SECRET, TITLE, address("7001")) == []
    again = tmp_path / f"again-{NAMES[form]}"
    assert export(form, Selection(kept), out).posts == 1
    export(form, Selection(kept), again)
    assert contents(out) == contents(again)


@pytest.mark.parametrize("form", ["atom", "jsonl", "epub", "warc"])
def test_an_export_in_a_folder_beside_and_a_draft_that_was_cut_off_are_deleted(
    kept, tmp_path, form
):
    (tmp_path / "mine").mkdir()
    out = tmp_path / "mine" / NAMES[form]
    export(form, Selection(kept), out)
    drafts = [tmp_path / f"{out.name}.17.new", out.with_name(f"{out.name}.17.new")]
    for draft in drafts:
        draft.write_bytes(out.read_bytes()[:-30])
    assert {out, *drafts} <= {found.path for found in purge_all(kept).exports}
    assert holding(tmp_path, SECRET, TITLE, address("7001")) == []
    assert not {out, *drafts} & set(tmp_path.rglob("*"))
    assert not list((tmp_path / "mine").rglob("*.png"))


def test_a_draft_in_a_vault_is_deleted_and_what_is_named_otherwise_stays(kept, tmp_path):
    export("markdown", Selection(kept), tmp_path / "vault")
    (told,) = (path for path in tmp_path.rglob("*.md") if SECRET in path.read_text("utf-8"))
    shutil.copy(told, draft := told.with_name(f"{told.name}.17.new"))
    (tmp_path / "mine").mkdir()
    shutil.copy(told, note := tmp_path / "mine/note.md")
    purge_all(kept)
    assert (draft.exists(), note.exists()) == (False, True)


def contents(path: Path) -> list[bytes]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [file.read_bytes() for file in files if file.is_file()]


def test_other_files_of_a_vault_and_notes_in_it_stay(kept, tmp_path):
    export("markdown", Selection(kept), tmp_path / "vault")
    note = tmp_path / "vault/mine.md"
    note.write_text(f"see {address('7001')}", encoding="utf-8")
    other = [
        path
        for path in (tmp_path / "vault").rglob("*.md")
        if address("8001") in path.read_text("utf-8")
    ]
    purge_all(kept)
    assert note.exists()
    assert len(other) == 1
    assert other[0].exists()


def test_an_export_without_the_post_is_not_touched(kept, tmp_path):
    crawl(kept, entry("80012"), post("80012"))
    for form in ("markdown", "atom"):
        export(form, Selection(kept, query="8001"), tmp_path / NAMES[form])
    before = contents(tmp_path / "vault") + contents(tmp_path / "all.atom")
    assert purge_all(kept).exports == []
    assert contents(tmp_path / "vault") + contents(tmp_path / "all.atom") == before


def test_what_names_a_file_elsewhere_in_a_manifest_deletes_nothing_there(kept, tmp_path):
    outside = tmp_path / "outside.md"
    outside.write_text(address("7001"), encoding="utf-8")
    (tmp_path / "vault").mkdir()
    manifest = tmp_path / "vault/.blog-archiver"
    manifest.write_text("# markdown, by blog-archiver\n../outside.md\n", encoding="utf-8")
    assert purge_all(kept).exports == []
    assert outside.exists()


def test_a_packed_export_that_is_cut_off_counts_as_holding_it(kept, tmp_path):
    whole = gzip.compress(b"WARC/1.1\r\n" * 1000)
    (tmp_path / "cut.warc.gz").write_bytes(whole[:-20])
    with zipfile.ZipFile(tmp_path / "fine.epub", "w") as book:
        book.writestr("a.xhtml", "another text")
    assert [found.path.name for found in purge_all(kept).exports] == ["cut.warc.gz"]
