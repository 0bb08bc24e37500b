"""An export that is as it would be written is told without being written, and no other."""

import hashlib
from pathlib import Path

import pytest

from archive.export import Outcome, Selection, export
from archive.export.folder import MANIFEST
from archive.export.seal import UNSEALED, ingredients, is_sealed, seal
from archive.store import Archive
from tests.leaving import PDF, fill

OUT = {"markdown": "vault", "site": "site", "epub": "book.epub"}
MADE_OF = "of this"


def contents(out: Path) -> dict[str, bytes]:
    files = [path for path in out.rglob("*") if path.is_file()] or [out]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def again(form: str, archive: Archive, out: Path, **chosen: object) -> tuple[bool, Outcome]:
    """Export; whether the posts were gone through, and what it came to."""
    gone_through = []

    def progress(posts):
        gone_through.append(posts)
        return posts

    outcome = export(form, Selection(archive, **chosen), out, progress)  # type: ignore[arg-type]
    return bool(gone_through), outcome


def edit(archive: Archive, sql: str) -> None:
    with archive.db.conn:
        archive.db.execute(sql)


@pytest.mark.parametrize("form", OUT)
def test_an_export_goes_through_posts_only_where_something_changed(archive, tmp_path, form):
    fill(archive)
    out = tmp_path / OUT[form]
    _, first = again(form, archive, out)
    before = contents(out)
    assert again(form, archive, out) == (False, Outcome(posts=3, files=first.files))
    assert contents(out) == before
    edit(archive, "UPDATE posts SET licence = 'CC0' WHERE source_id = '2'")
    gone_through, outcome = again(form, archive, out)
    assert gone_through
    assert outcome.written > 0
    export(form, Selection(archive), new := tmp_path / f"new-{OUT[form]}")
    assert contents(out) == contents(new)


@pytest.mark.parametrize("form", ["markdown", "epub"])
def test_a_picture_that_the_archive_has_lost_and_has_again_makes_another_export(
    archive, tmp_path, form
):
    fill(archive)
    out = tmp_path / OUT[form]
    again(form, archive, out)
    before = contents(out)
    (picture,) = archive.path.with_suffix(".media").rglob("*.png")
    picture.rename(aside := tmp_path / "aside.png")
    for _ in range(2):
        gone_through, outcome = again(form, archive, out)
        assert (gone_through, outcome.lost) == (True, 1)
    aside.rename(picture)
    again(form, archive, out)
    assert contents(out) == before


CHANGES = (
    "UPDATE posts SET title = '新' WHERE source_id = '2'",
    "UPDATE posts SET licence = 'CC BY' WHERE source_id = '1'",
    "UPDATE posts SET tags = '[]' WHERE source_id = '1'",
    "UPDATE posts SET columns = '[\"专栏\"]' WHERE source_id = '3'",
    "UPDATE posts SET language = 'en' WHERE source_id = '1'",
    "UPDATE posts SET published_at = '2026-01-06T04:00:01Z' WHERE source_id = '2'",
    "UPDATE posts SET state = 'gone' WHERE source_id = '1'",
    "UPDATE posts SET locked_at = '2026-01-01T00:00:00Z' WHERE source_id = '3'",
    "UPDATE profiles SET name = '别人'",
    "UPDATE renderings SET markdown_sha256 = 'other'",
    "UPDATE renderings SET body_text = 'other', content_hash = 'other'",
    "UPDATE media SET state = 'placeholder' WHERE kind = 'image'",
    "UPDATE media_files SET type = 'image/gif'",
    "UPDATE post_media SET alt = 'other'",
    "UPDATE post_links SET label = 'other'",
    "DELETE FROM post_addresses WHERE url LIKE '%/2'",
)


@pytest.mark.parametrize("sql", CHANGES)
def test_whatever_changes_in_the_archive_makes_another_export(archive, sql):
    fill(archive)
    before = ingredients(Selection(archive), "1")
    edit(archive, sql)
    assert ingredients(Selection(archive), "1") != before


def test_filters_and_another_version_of_the_format_make_another_export(archive):
    fill(archive)
    chosen = [Selection(archive), Selection(archive, profiles=("csdn:linshen",))]
    chosen += [Selection(archive, tags=("显存",)), Selection(archive, since="2026-01-06")]
    made = {ingredients(each, revision) for each in chosen for revision in "12"}
    assert len(made) == 8


def test_the_files_of_media_are_looked_into(archive):
    fill(archive)
    before = ingredients(Selection(archive), "1")
    (paper,) = archive.path.with_suffix(".media").rglob("*.pdf")
    paper.write_bytes(PDF[::-1])
    assert ingredients(Selection(archive), "1") not in (before, "")
    paper.unlink()
    assert ingredients(Selection(archive), "1") == ""


def test_every_file_of_a_folder_counts(archive, tmp_path):
    fill(archive)
    out = tmp_path / "vault"
    again("markdown", archive, out)
    before = contents(out)
    for name, content in before.items():
        for damage in (content[:-2] + b"?\n", None):
            if damage:
                (out / name).write_bytes(damage)
            elif name != MANIFEST:  # without it, the folder is nobody's
                (out / name).unlink()
            gone_through, _ = again("markdown", archive, out)
            assert (gone_through, contents(out)) == (bool(damage) or name != MANIFEST, before), name


def test_a_decayed_picture_of_an_export_is_copied_again(archive, tmp_path):
    fill(archive)
    again("markdown", archive, tmp_path / "vault")
    (picture,) = (tmp_path / "vault").rglob("*.png")
    good = picture.read_bytes()
    picture.write_bytes(good[::-1])
    assert again("markdown", archive, tmp_path / "vault")[1].written == 1
    assert picture.read_bytes() == good
    assert picture.stem == hashlib.sha256(good).hexdigest()


def test_of_a_sealed_file_every_byte_counts(tmp_path):
    path = tmp_path / "some.file"
    whole = b"content" + UNSEALED
    path.write_bytes(whole)
    with path.open("r+b") as file:
        seal(file, MADE_OF)
    sealed = path.read_bytes()
    assert sealed.startswith(b"content")
    assert len(sealed) == len(whole)
    assert is_sealed(path, MADE_OF)
    assert not is_sealed(path, "of that")
    for place in range(len(sealed)):
        path.write_bytes(sealed[:place] + b"?" + sealed[place + 1 :])
        assert not is_sealed(path, MADE_OF), place
    for part in (sealed[:-1], sealed[1:], sealed + b"\n", sealed[-64:], b"", whole):
        path.write_bytes(part)
        assert not is_sealed(path, MADE_OF), part
    path.unlink()
    assert not is_sealed(path, MADE_OF)
