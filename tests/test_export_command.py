"""`export` as a user runs it: filters, its summary for people and programs, its exit codes."""

import json
from pathlib import Path

import pytest

from archive.export import FORMATS
from archive.store import Archive
from tests import started
from tests.leaving import fill


@pytest.fixture
def run(tmp_path: Path):
    """The command in a folder with an archive of three posts; what it printed, stdout before stderr."""
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        fill(archive)

    def export(*arguments: str, code: int = 0) -> str:
        done = started.run("blog-archiver", "export", *arguments, folder=tmp_path)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return export


def vault(*arguments: str) -> list[str]:
    return ["--format", "markdown", "-o", "vault", *arguments]


def test_a_vault_is_written_and_the_second_time_left_as_it_is(run, tmp_path):
    assert run(*vault()) == "vault: 3 posts; 5 of 5 files written, 0 removed\n"
    assert run(*vault()) == "vault: 3 posts; nothing has changed\n"
    assert len(list((tmp_path / "vault").rglob("*.md"))) == 3


def test_programs_get_json(run):
    assert json.loads(run(*vault("--json"))) == {
        "format": "markdown",
        "path": "vault",
        "posts": 3,
        "files": 5,
        "written": 5,
        "removed": 0,
        "lost": 0,
    }


@pytest.mark.parametrize(
    ("filters", "posts"),
    [
        (["--profile", "https://blog.csdn.net/linshen"], 3),
        (["--tag", "显存", "--tag", "别的"], 1),
        (["--from", "2026-01-06", "--to", "2026-01-07"], 1),
        (["--licence", "by-sa"], 1),
        (["--query", "第二 OR 第"], 2),
    ],
)
def test_filters_are_options(run, filters, posts):
    assert json.loads(run(*vault("--json", *filters)))["posts"] == posts


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (vault("--tag", "无"), 40, "nothing was written"),
        (vault("--profile", "csdn:nobody"), 40, "has no profile csdn:nobody"),
        (vault("--from", "yesterday"), 2, "does not match the format"),
        (["--format", "atom", "-o", "archive.db"], 40, "a file of atom ends in .atom or .xml"),
        (["--format", "atom", "-o", "a.atom"], 40, "a.atom is a folder, and atom is one file"),
        (["--format", "markdown", "-o", "."], 40, "is not empty and no export of this format"),
        (["--format", "markdown", "-o", "archive.db/vault"], 50, "cannot be written"),
        (["--format", "pdf", "-o", "x"], 2, "'pdf' is not one of 'markdown'"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(run, tmp_path, arguments, code, said):
    (tmp_path / "a.atom").mkdir()
    before = files(tmp_path)
    assert said in run(*arguments, code=code)
    assert files(tmp_path) == before


def files(folder: Path) -> list[Path]:
    """What is in a folder; SQLite keeps files of its own beside a database that is open."""
    return [path for path in sorted(folder.rglob("*")) if not path.name.startswith("archive.db-")]


def test_pictures_that_are_lost_are_told_and_all_else_is_exported(run, tmp_path):
    for picture in (tmp_path / "archive.media").rglob("*.png"):
        picture.unlink()
    said = run(*vault(), code=50)
    assert "vault: 3 posts; 4 of 4 files written" in said
    assert (
        "1 files of the archive's media are missing, and not in it: `blog-archiver verify`" in said
    )


def test_the_help_has_a_line_for_every_format(run):
    said = run("--help")
    assert [name for name in FORMATS if f"\n  {name} " not in said] == []
