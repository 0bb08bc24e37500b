"""What a killed export has left goes with the next one, and what another writes stays."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive.export import Selection, export
from archive.export.folder import MANIFEST, Folder
from archive.export.output import whole_file
from tests.leaving import fill


@pytest.fixture(scope="module")
def killed() -> int:
    """The number of a process that is no more."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


@pytest.fixture
def at_work() -> Iterator[int]:
    """The number of a process that waits."""
    waiting = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE) as process:
        yield process.pid
        process.communicate()


def draft(path: Path, process: int) -> Path:
    made = path.with_name(f"{path.name}.{process}.new")
    made.write_bytes(b"half")
    return made


def test_a_draft_is_named_as_those_here(tmp_path):
    with whole_file(tmp_path / "a") as written:
        (beside,) = tmp_path.iterdir()
        assert beside.name == f"a.{os.getpid()}.new"
        written.file.write(b"whole")


def test_beside_a_file(archive, tmp_path, killed, at_work):
    fill(archive)
    out = tmp_path / "posts.jsonl"
    gone = draft(out, killed)
    stay = {draft(out, at_work), draft(tmp_path / "other.jsonl", killed)}
    (mine := tmp_path / "posts.jsonl.new").write_text("mine")
    export("jsonl", Selection(archive), out)
    assert not gone.exists()
    assert {path for path in tmp_path.iterdir() if path.name.endswith(".new")} == {*stay, mine}


def test_in_a_folder_in_the_place_of_its_files(tmp_path, killed, at_work):
    first = Folder(tmp_path, "markdown")
    first.write("a/1.md", b"1")
    first.close()
    gone = {draft(tmp_path / name, killed) for name in ("a/1.md", MANIFEST)}
    stay = {draft(tmp_path / "a/1.md", at_work), draft(tmp_path / "a/mine.md", killed)}
    Folder(tmp_path, "markdown")
    assert set(tmp_path.rglob("*.new")) == stay
    assert not any(path.exists() for path in gone)


def test_a_folder_in_which_only_a_list_was_begun_is_an_export_all_the_same(tmp_path, killed):
    draft(tmp_path / MANIFEST, killed)
    Folder(tmp_path, "markdown").close()
    assert [path.name for path in tmp_path.iterdir()] == [MANIFEST]
