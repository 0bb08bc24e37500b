"""A vault: front matter that every parser reads alike, pictures and links that lead to its own files."""

import hashlib
import json
from pathlib import Path
from urllib.parse import unquote

import pyromark
import pytest
import yaml

from archive.export import Outcome, Selection, export
from archive.export.destinations import replaced
from archive.export.folder import MANIFEST
from archive.export.markdown import REVISION
from archive.store import Archive
from scraper.items import Body, Image, Moment
from tests.leaving import LOST, MARKDOWN, PDF, PICTURE, PNG, TITLES, fill, fill_with_titles
from tests.made import PROFILE, PROSE, address, crawl, entry, moment, post


def exported(archive: Archive, folder: Path, **chosen: object) -> Outcome:
    return export("markdown", Selection(archive, **chosen), folder)  # type: ignore[arg-type]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def the_note(folder: Path, title: str = "显存") -> Path:
    (found,) = folder.glob(f"csdn/linshen/{title} *.md")
    return found


def addresses(markdown: str) -> list[str]:
    """Where the links and pictures of a file lead, as a parser of Markdown tells."""
    found = []
    for event in pyromark.Markdown().events(markdown):
        if isinstance(event, dict) and isinstance(start := event.get("Start"), dict):
            found += [start[kind]["dest_url"] for kind in ("Link", "Image") if kind in start]
    return found


def front(note: Path) -> dict[str, object]:
    head = note.read_text(encoding="utf-8").split("---\n")[1]
    read: dict[str, object] = yaml.safe_load(head)
    return read


@pytest.fixture
def vault(archive, tmp_path):
    fill(archive)
    exported(archive, tmp_path / "vault")
    return tmp_path / "vault"


def test_every_local_link_and_picture_resolves(vault):
    local = [
        (note, url)
        for note in vault.rglob("*.md")
        for url in addresses(note.read_text(encoding="utf-8"))
        if not url.startswith("http")
    ]
    assert len(local) == 4  # a picture, a paper, two posts; a link in code is none
    for note, url in local:
        assert (note.parent / unquote(url)).resolve().is_file(), url


def test_a_note_leads_to_held_pictures_and_archived_posts_however_its_author_wrote_it(
    archive, tmp_path
):
    """A README is the author's own Markdown; a post of CSDN's has many addresses."""
    fill(archive)
    body = f"""<p><img src="{PICTURE}"></p>

![图][图] <http://m.blog.csdn.net/linshen/article/details/3> <a href="{address("2")}">二</a> [三][三]

[图]: <{PICTURE}>
[三]: https://LINSHEN.blog.csdn.net/article/details/3?spm=1001#二

~~~
<img src="{PICTURE}"> [图]: {PICTURE}
~~~"""
    own = post("4")
    own.body = Body(markdown=body, text=PROSE, images=(Image(url=PICTURE),))
    crawl(archive, own)
    exported(archive, tmp_path / "vault")
    note = the_note(tmp_path / "vault", own.title).read_text(encoding="utf-8")
    prose, code, _ = note.split("source](")[1].split("\n", 1)[1].split("~~~")
    assert code == body.split("~~~")[1]
    assert "//" not in prose.replace("[http://m.blog", "")
    assert (prose.count("../../media/"), prose.count(".md")) == (2, 3)


def test_pictures_and_files_lie_there_once_as_they_were_got(vault):
    media = {path.name: path.read_bytes() for path in (vault / "media").rglob("*.*")}
    assert media == {
        f"{hashlib.sha256(PNG).hexdigest()}.png": PNG,
        f"{hashlib.sha256(PDF).hexdigest()}.pdf": PDF,
    }


def test_all_but_the_local_addresses_is_as_it_was_archived(vault):
    text = the_note(vault).read_text(encoding="utf-8").split("source](", 1)[1].split("\n\n", 1)[1]
    before = MARKDOWN.removeprefix("# 显存\n\n")
    assert replaced_by_nothing(text) == replaced_by_nothing(before) + "\n"
    assert LOST in text
    assert "https://other.example/2" in text


def replaced_by_nothing(markdown: str) -> str:
    """A body without the addresses of the web, and without those that took their place."""
    local = [url for url in addresses(markdown) if not url.startswith("http")]
    for url in local:
        markdown = markdown.replace(f"]({url}", "](")
    return replaced(markdown, lambda _: "")


def test_the_front_matter_tells_what_is_known_and_no_counter(vault):
    assert front(the_note(vault)) == {
        "title": "显存",
        "date": "2026-01-05T04:00:00Z",
        "lastmod": "2026-01-07T04:00:00Z",
        "author": "林深",
        "tags": ["显存", "CUDA-Graph"],
        "source": address("1"),
        "profile": "csdn:linshen",
        "origin": "original",
        "licence": "CC 4.0 BY-SA",
        "links": [f"crosspost {address('3')}"],
    }


def test_whose_a_post_is_and_where_it_stands_is_shown(vault):
    text = the_note(vault).read_text(encoding="utf-8")
    assert f"> 林深 · 原创 · CC 4.0 BY-SA · [source]({address('1')})\n" in text


@pytest.mark.parametrize(
    "title", ["no", "1e3", "0o17", "2026-01-05", "12:30", "- a: b", "#", "\x85\ufeff\u2028", '"\\']
)
def test_a_title_is_a_text_to_every_parser_of_yaml(archive, tmp_path, title):
    crawl(archive, entry("1"), post("1", title=title))
    exported(archive, tmp_path / "vault")
    (note,) = (tmp_path / "vault").rglob("*.md")
    assert front(note)["title"] == title
    line = note.read_text(encoding="utf-8").split("\n")[1]
    assert json.loads(line.removeprefix("title: ")) == title


def test_a_day_without_a_time_is_the_day_of_the_site(archive, tmp_path):
    given = Moment(at=moment(5).at, on=moment(6).on, precision="day", text="6日")
    crawl(archive, entry("1"), post("1", published=given))
    exported(archive, tmp_path / "vault")
    assert front(the_note(tmp_path / "vault", "第 1 篇"))["date"] == "2026-01-06"


def test_posts_of_odd_titles_all_have_a_file(archive, tmp_path):
    fill_with_titles(archive)
    made = exported(archive, tmp_path / "vault")
    notes = [path for path in (tmp_path / "vault").rglob("*") if path.is_file()]
    assert len(notes) == made.posts + 1 == len(TITLES) + 1


def test_two_exports_are_the_same_bytes_whatever_was_counted_in_between(archive, tmp_path):
    fill(archive)
    exported(archive, tmp_path / "one")
    first = post("1", title="显存", metrics={"views": 900})
    archive.record(PROFILE)
    archive.record(first)
    exported(archive, tmp_path / "two")
    changed = {
        name
        for name, content in contents(tmp_path / "one").items()
        if contents(tmp_path / "two").get(name) != content
    }
    assert changed == set()


def test_nothing_is_touched_where_nothing_changed(archive, tmp_path):
    fill(archive)
    vault = tmp_path / "vault"
    exported(archive, vault)
    before = {path: path.stat() for path in vault.rglob("*") if path.is_file()}
    again = exported(archive, vault)
    assert (again.written, again.removed, again.files) == (0, 0, len(before) - 1)
    for path, stat in before.items():
        assert (path.stat().st_ino, path.stat().st_mtime_ns) == (stat.st_ino, stat.st_mtime_ns)


def test_an_edited_title_moves_the_file_and_the_links_to_it(archive, tmp_path):
    fill(archive)
    vault = tmp_path / "vault"
    exported(archive, vault)
    crawl(archive, entry("2", title="新的名字"), post("2", title="新的名字"))
    again = exported(archive, vault)
    assert (again.written, again.removed) == (2, 1)
    assert f"]({the_note(vault, '新的名字').name.replace(' ', '%20')})" in the_note(
        vault
    ).read_text(encoding="utf-8")


def test_a_link_to_a_post_that_is_not_selected_stays_what_it_was(archive, tmp_path):
    fill(archive)
    made = exported(archive, tmp_path / "vault", tags=("显存",))
    assert made.posts == 1
    assert address("2") + "?spm=1001#二" in addresses(
        the_note(tmp_path / "vault").read_text(encoding="utf-8")
    )


def test_a_picture_whose_file_is_lost_keeps_its_address_and_is_counted(archive, tmp_path):
    fill(archive)
    (picture,) = archive.path.with_suffix(".media").rglob("*.png")
    picture.unlink()
    assert exported(archive, tmp_path / "vault").lost == 1
    assert "https://img.example/a_(1).png" in the_note(tmp_path / "vault").read_text("utf-8")


def test_files_that_look_different_than_before_are_of_another_revision(vault):
    """Where this fails: raise REVISION, then write both new numbers here."""
    total = hashlib.sha256()
    for name, content in contents(vault).items():
        if name != MANIFEST:
            total.update(name.encode() + content)
    assert (REVISION, total.hexdigest()[:16]) == ("2", "a8949464a10df359")


def edit(database, sql):
    with database.conn:
        database.execute(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE posts SET title = '新' WHERE source_id = '2'",
        "UPDATE posts SET licence = 'CC BY' WHERE source_id = '1'",
        "UPDATE posts SET published_precision = 'day' WHERE source_id = '1'",
        "UPDATE posts SET updated_at = NULL WHERE source_id = '1'",
        "UPDATE posts SET state = 'gone' WHERE source_id = '1'",
        "UPDATE posts SET locked_at = '2026-01-01T00:00:00Z' WHERE source_id = '3'",
        "UPDATE profiles SET name = '别人'",
        "UPDATE media SET state = 'placeholder' WHERE kind = 'image'",
        "UPDATE post_links SET url = 'https://h/'",
        "DELETE FROM post_addresses WHERE url LIKE '%/2'",
    ],
)
def test_whatever_changes_in_the_archive_changes_files(archive, tmp_path, sql):
    fill(archive)
    exported(archive, tmp_path / "vault")
    edit(archive.db, sql)
    again = exported(archive, tmp_path / "vault")
    assert again.written >= 1
    exported(archive, tmp_path / "new")
    assert contents(tmp_path / "vault") == contents(tmp_path / "new")


def test_a_file_that_was_changed_or_lost_is_noticed(archive, tmp_path):
    fill(archive)
    vault = tmp_path / "vault"
    exported(archive, vault)
    before = contents(vault)
    the_note(vault).write_text("edited")
    next(vault.rglob("*.pdf")).unlink()
    assert exported(archive, vault).written == 2
    assert contents(vault) == before
