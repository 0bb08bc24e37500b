"""`blog-archiver purge` as a person and a program have it."""

import json
import os
import pty
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archive.backup import back_up
from archive.commands.purge import tell_beside
from archive.lock import lock_platform
from archive.purge.account import Account
from archive.purge.exports import Holding
from archive.store import Archive
from scraper.items import Profile
from tests import started
from tests.made import HOME, WHOSE, address, crawl, entry, post
from tests.scan import holding

SECRET = "麒麟踏雪寻梅于夜半"
PURGE = ("purge", "csdn:9001")


@pytest.fixture
def folder(archive: Archive, tmp_path: Path) -> Path:
    """An archive of three posts, two of which have one text, and a backup."""
    crawl(archive, *(made(number) for number in ("7001", "8001") for made in (entry, post)))
    crawl(archive, entry("9001", title="\x1b[31m题目"), post("9001", SECRET, title="\x1b[31m题目"))
    back_up(archive, tmp_path / "backup")
    return tmp_path


def run(folder: Path, *arguments: str, code: int = 0) -> str:
    done = started.run("blog-archiver", "purge", *arguments, folder=folder)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def at_a_terminal(folder: Path, answers: str) -> tuple[int, str]:
    """Purge the post with the secret as a person does who gives these answers."""
    theirs, ours = pty.openpty()
    os.write(theirs, answers.encode())
    program = [sys.executable, "-c", "from archive.cli import main; main()", *PURGE]
    done = subprocess.run(
        program, cwd=folder, stdin=ours, capture_output=True, text=True, timeout=60
    )
    os.close(theirs)
    os.close(ours)
    return done.returncode, done.stdout + done.stderr


def test_a_dry_run_says_what_goes_and_changes_nothing(folder):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.suffix == ".db"}
    said = run(folder, "csdn:7001", "csdn:9001", "--dry-run")
    assert "csdn:7001  第 7001 篇" in said
    assert "2 versions · 2 renderings · 2 pages · 0 lists · 0 media · 0 files" in said
    assert f"beside: {folder / 'backup/archive.db'} holds it" in said
    assert f"{folder / 'backup/archive.db'}: would be rewritten" in said
    assert "stays: csdn:8001 has the same text" in said
    assert "\x1b" not in said
    assert {path: path.read_bytes() for path in before} == before


def test_without_a_terminal_nothing_is_purged_unless_asked_for_by_yes(folder):
    assert "--yes" in run(folder, "csdn:9001", code=40)
    assert holding(folder, SECRET)
    (folder / "one.atom").write_text(f"<feed>{address('9001')}</feed>", encoding="utf-8")
    said = run(folder, "csdn:9001", "--yes")
    assert "1 post purged" in said
    assert f"{folder / 'backup/archive.db'}: rewritten" in said
    assert f"{folder / 'one.atom'}: deleted" in said
    assert holding(folder, SECRET) == []
    assert run(folder, "csdn:9001", "--yes")


def test_a_folder_of_which_many_files_go_has_one_line(capsys):
    few, many = (
        Holding(Path(name), [Path(name, str(number)) for number in range(count)])
        for name, count in (("few", 2), ("many", 300))
    )
    tell_beside(Account([], {}, [], [few, many], []), "would be ")
    assert capsys.readouterr().out == (
        "few/0: would be deleted\nfew/1: would be deleted\nmany: 300 files would be deleted\n"
    )


def test_a_person_is_asked_twice(folder):
    assert at_a_terminal(folder, "n\n")[0] == 1
    assert holding(folder / "backup", SECRET)
    code, said = at_a_terminal(folder, "y\nn\n")
    assert (code, f"{folder / 'backup/archive.db'}: left" in said) == (10, True)
    assert {place.partition("/")[0] for place in holding(folder, SECRET)} == {"backup"}
    assert at_a_terminal(folder, "y\ny\n")[0] == 0
    assert holding(folder, SECRET) == []


def test_a_program_reads_json(folder):
    said = json.loads(run(folder, "csdn:linshen", "--yes", "--json"))
    assert said["posts"] == ["csdn:7001", "csdn:8001", "csdn:9001"]
    assert said["copies"] == [str(folder / "backup/archive.db")]
    assert (said["purged"], said["left"], said["exports"], said["versions"]) == (True, [], {}, 3)
    assert holding(folder, SECRET, "林深") == []


def test_what_is_left_beside_is_in_the_json(folder):
    damaged = folder / "backup/archive.db"
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    done = started.run("blog-archiver", *PURGE, "csdn:7001", "--yes", "--json", folder=folder)
    assert (done.returncode, json.loads(done.stdout)["left"]) == (10, [str(damaged)])


def test_an_export_elsewhere_made_again_as_the_purge_says_is_rid_of_the_post(folder):
    elsewhere = folder / "far/away"
    elsewhere.mkdir(parents=True)
    export = ("blog-archiver", "export", "--format", "atom", "-o", elsewhere / "one.atom")
    assert started.run(*export, folder=folder).returncode == 0
    assert holding(elsewhere, SECRET)
    assert "export … -o PATH" in run(folder, "csdn:9001", "--yes")
    assert holding(elsewhere, SECRET)
    assert started.run(*export, folder=folder).returncode == 0
    assert holding(elsewhere, SECRET) == []


def test_while_a_crawl_of_the_platform_runs_nothing_is_purged(folder):
    lock = lock_platform(folder / "archive.db", "csdn")
    try:
        assert "is held by" in run(folder, "csdn:9001", "--yes", code=60)
    finally:
        lock.release()
    assert holding(folder, SECRET)


@pytest.mark.parametrize("command", ["show", "history"])
def test_a_purged_post_is_said_to_be_purged_and_when(folder, command):
    run(folder, "csdn:9001", "--yes")
    day = datetime.now(UTC).date()
    done = started.run("blog-archiver", command, "csdn:9001", folder=folder)
    assert (
        done.stdout.endswith(f"purged on {day}\n")
        or f"purged on {day - timedelta(1)}" in done.stdout
    )


def test_a_profile_of_which_nothing_was_known_goes_whole(archive, tmp_path):
    crawl(archive, Profile(**WHOSE | {"handle": "nobody"}, url=f"{HOME}-nobody"), entry(), post())
    run(tmp_path, "csdn:nobody", "--yes")
    run(tmp_path, "csdn:linshen", "--yes")
    left = [row["handle"] for row in archive.db.query("SELECT handle FROM profiles")]
    assert left == ["linshen"]  # its post is to be kept away


def test_what_is_not_there_is_named(folder):
    assert "no post csdn:1 in the archive" in run(folder, "csdn:9001", "csdn:1", "--yes", code=40)
    assert holding(folder, SECRET)
