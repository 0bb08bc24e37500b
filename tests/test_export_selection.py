"""Which posts are exported, in which order, and what is known of each."""

import subprocess
import sys
from dataclasses import replace

import pytest

from archive.connection import ArchiveUnusable
from archive.export import Selection, export
from archive.export.output import whole_file
from archive.export.rights import credit, notice
from scraper.configuration import ConfigurationError
from scraper.items import Profile
from tests.conftest import ROOT
from tests.leaving import PAPER, PICTURE, fill
from tests.made import HOME, PROSE, address, crawl, entry, moment, post


@pytest.fixture
def filled(archive):
    fill(archive)
    return archive


def ids(archive, **chosen):
    return [post.reference.source_id for post in Selection(archive, **chosen)]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({}, ["1", "2", "3"]),
        ({"profiles": ("csdn:linshen",)}, ["1", "2", "3"]),
        ({"profiles": ("csdn:other",)}, []),
        ({"tags": ("显存", "无")}, ["1"]),
        ({"since": "2026-01-06"}, ["2", "3"]),
        ({"until": "2026-01-06"}, ["1", "2"]),
        ({"since": "2026-01-06", "until": "2026-01-06"}, ["2"]),
        ({"licence": "by-sa"}, ["1"]),
        ({"licence": "original"}, ["1"]),
        ({"query": "第二"}, ["2"]),
        ({"query": '"'}, []),
        ({"query": "显存", "tags": ("显存",), "since": "2026-01-01"}, ["1"]),
    ],
)
def test_filters_let_through_what_is_all_of_that(filled, chosen, found):
    assert ids(filled, **chosen) == found


def test_the_order_is_that_of_time_and_not_that_of_crawling(archive):
    late, early = post("1", published=moment(9)), post("2", published=moment(3))
    crawl(archive, entry("1"), entry("2"), late, early)
    assert ids(archive) == ["2", "1"]


def test_a_post_tells_its_media_with_their_files_and_where_its_links_lead(filled):
    first, *_ = Selection(filled)
    held = {medium.url: medium.path and medium.path.is_file() for medium in first.media}
    assert held == {PICTURE: True, "https://img.example/never.png": None, PAPER: True}
    assert {url: other.source_id for url, other in first.here.items()} == {
        address("2") + "?spm=1001#二": "2",
        address("3"): "3",
    }
    assert first.version == 1
    assert first.body.startswith(PROSE)


def test_an_address_of_two_posts_is_that_of_the_one_that_has_it_now(archive):
    crawl(archive, entry("1"), post("1"), entry("2"), post("2"))
    moved = post("1", url=address("x"), redirected_to=(address("2"),))
    citing = post("3", text=PROSE + f"[那篇]({address('2')})")
    crawl(archive, entry("1"), moved, entry("3"), citing)
    *_, third = Selection(archive)
    assert third.here[address("2")].source_id == "2"


def test_what_the_site_does_not_say_of_rights_is_not_said(archive):
    crawl(archive, entry("1"), post("1"))
    (only,) = Selection(archive)
    assert notice(only) == "林深"


def test_an_author_without_a_name_is_called_by_the_handle(archive):
    archive.record(Profile(platform="csdn", handle="linshen", url=HOME))
    archive.record(post("1"))
    assert [one.author for one in Selection(archive)] == ["linshen"]


def test_an_export_is_of_one_moment_while_a_crawl_writes(filled, tmp_path):
    code = (
        "import sys; from archive.store import Archive; from tests.made import *;"
        "crawl(Archive.open(sys.argv[1]), entry('9'), post('9'))"
    )
    seen = []
    selection = Selection(filled)

    def progress(posts):
        for one in posts:
            seen.append(one.reference.source_id)
            if len(seen) == 1:
                subprocess.run([sys.executable, "-c", code, filled.path], cwd=ROOT, check=True)
            yield one

    export("markdown", selection, tmp_path / "vault", progress)
    assert seen == ["1", "2", "3"]
    assert ids(filled) == ["9", "1", "2", "3"]


def test_no_post_is_no_export(filled, tmp_path):
    with pytest.raises(ConfigurationError, match="nothing was written"):
        export("markdown", Selection(filled, tags=("无",)), tmp_path / "vault")
    assert not (tmp_path / "vault").exists()


def test_a_file_that_is_no_export_is_never_written_over(filled):
    with pytest.raises(ConfigurationError, match="ends in .atom or .xml"):
        export("atom", Selection(filled), filled.path)


def test_a_place_that_cannot_be_written_is_named(filled, tmp_path):
    with pytest.raises(ArchiveUnusable, match="missing/x.atom cannot be written"):
        export("atom", Selection(filled), tmp_path / "missing/x.atom")


def test_a_file_whose_making_fails_stays_as_it_was(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"good")

    def fail():
        with whole_file(path) as draft:
            draft.file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"good"


def test_of_two_that_write_a_file_at_once_the_last_one_writes_it_whole(tmp_path):
    path = tmp_path / "file"
    other = (
        "import sys, pathlib; from archive.export.output import whole_file\n"
        "with whole_file(pathlib.Path(sys.argv[1])) as draft: draft.file.write(b'other')"
    )
    with whole_file(path) as draft:
        draft.file.write(b"the first ")
        subprocess.run([sys.executable, "-c", other, path], check=True)
        assert path.read_bytes() == b"other"
        draft.file.write(b"to begin")
    assert path.read_bytes() == b"the first to begin"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_no_credit_links_to_what_is_no_address_of_the_web(filled):
    good, *_ = Selection(filled)
    bad = replace(good, url="javascript:alert(1)")
    assert credit(good) == f"{credit(bad)} · [source]({good.url})"
