"""`import` as a user meets it: what it prints, and what it leaves behind."""

import os
from pathlib import Path

import pytest

from archive.commands.import_ import counted
from archive.export import Selection, export
from scraper.exitcode import ExitCode
from tests import started
from tests.made import PROSE, crawl, entry, post


def imported(file: Path, archive: Path, *arguments: str, code: int = 0) -> str:
    command = ("blog-archiver", "import", file, "--archive", archive, *arguments)
    done = started.run(*command, folder=archive.parent)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", ["a.atom", "a.epub", "a.jsonl", "folder"])
def test_what_is_none_to_import_leaves_no_archive_behind(tmp_path, name):
    if name == "folder":
        (tmp_path / name).mkdir()
    elif name != "a.jsonl":  # which is of a kind, and not there
        (tmp_path / name).write_bytes(b"<feed>")
    said = imported(tmp_path / name, tmp_path / "archive.db", code=ExitCode.CONFIGURATION)
    assert ("cannot be read" if name == "a.jsonl" else "ends in one of") in said
    assert not (tmp_path / "archive.db").exists()


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("a.html", [], "say where the page stands"),
        ("a.html", ["--url", "file:///etc/passwd"], "no address"),
        ("a.warc", ["--url", "https://blog.csdn.net/a"], "leave out --url"),
    ],
)
def test_a_missing_or_useless_address_leaves_no_archive_behind(tmp_path, name, arguments, said):
    (tmp_path / name).write_bytes(b"<p>")
    archive = tmp_path / "archive.db"
    assert said in imported(tmp_path / name, archive, *arguments, code=ExitCode.CONFIGURATION)
    assert not archive.exists()


def test_the_account_names_all_that_came_in(archive, tmp_path):
    crawl(archive, entry("1"), post("1"), entry("2"), post("2", f"{PROSE}乙"))
    export("jsonl", Selection(archive), tmp_path / "all.jsonl")
    said = imported(tmp_path / "all.jsonl", tmp_path / "new.db")
    assert "2 pages, 2 posts, 1 profile, 2 versions imported, 0 refused" in said
    again = imported(tmp_path / "all.jsonl", tmp_path / "new.db")
    assert "nothing imported, 0 refused" in again


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [(1, "post", "1 post"), (2, "post", "2 posts"), (2, "media", "2 media")],
)
def test_one_is_one_and_two_are_several(number, kind, words):
    assert counted(number, kind) == words


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "posts.jsonl")
    said = imported(tmp_path / "posts.jsonl", tmp_path / "new.db", code=ExitCode.CONFIGURATION)
    assert "no regular file" in said
