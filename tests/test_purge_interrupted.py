"""A purge of what lies beside an archive that was killed, or met damage, half-way."""

import subprocess
import sys
from pathlib import Path

import pytest

from archive.backup import MANIFEST, back_up
from archive.commands.locked import COPIES
from archive.lock import lock_platform
from archive.purge.account import account
from archive.purge.copies import purge_copy
from archive.purge.forget import forget
from archive.purge.wanted import Wanted, wanted
from archive.store import Archive
from tests import started
from tests.made import address, crawl, entry, post
from tests.scan import holding

SECRET = "麒麟踏雪寻梅于夜半"
POST = Wanted(posts=frozenset({("csdn", "linshen", "9001")}))
#: Ends the program as SIGKILL does, when the rows of the copy are committed.
KILLED = """
import os, sys
from pathlib import Path
from archive.purge import copies, forget
from archive.purge.wanted import Wanted
from archive.store import Archive
forget.sweep = lambda archive: os._exit(9)
copies.purge_copy(Path(sys.argv[1]), Wanted(posts=frozenset({("csdn", "linshen", "9001")})))
"""
KILLED_ARCHIVE = KILLED.replace(
    "copies.purge_copy(Path(sys.argv[1])", "forget.forget(Archive.open(sys.argv[1])"
)


@pytest.fixture
def backup(archive: Archive, tmp_path: Path) -> Path:
    """A backup of an archive of some posts, one of which is to be forgotten."""
    for number in range(7001, 7031):
        crawl(archive, entry(str(number)), post(str(number), f"另一篇{number}" * 90))
    crawl(archive, entry("9001"), post("9001", SECRET * 90))
    back_up(archive, tmp_path / "backup")
    return tmp_path / "backup/archive.db"


def sums_agree(folder: Path) -> bool:
    check = ["sha256sum", "--check", "--strict", MANIFEST]
    return subprocess.run(check, cwd=folder, capture_output=True).returncode == 0


@pytest.mark.parametrize("opened_since", [False, True])
def test_a_backup_whose_purge_was_killed_before_its_sweep_is_swept_by_the_next(
    archive, backup, opened_since
):
    killed = subprocess.run([sys.executable, "-c", KILLED, backup], timeout=60)
    assert killed.returncode == 9
    if opened_since:  # which empties the WAL into the file and takes it away
        Archive.open(backup).close()
    assert not sums_agree(backup.parent)
    assert account(archive, wanted(archive.db, "csdn:9001")).copies == [backup]
    purge_copy(backup, POST)
    assert holding(backup.parent, SECRET) == []
    assert sums_agree(backup.parent)


def test_a_backup_between_the_rows_and_the_sweep_of_a_purge_holds_nothing_of_it(
    archive, backup, tmp_path
):
    killed = subprocess.run([sys.executable, "-c", KILLED_ARCHIVE, archive.path], timeout=60)
    assert killed.returncode == 9
    assert holding(tmp_path, SECRET)
    back_up(archive, tmp_path / "later")
    assert holding(tmp_path / "later", SECRET) == []


def test_a_purge_waits_for_a_backup_and_a_backup_for_a_purge(archive, backup, tmp_path):
    lock = lock_platform(archive.path, COPIES)
    try:
        for command in (("purge", "csdn:9001", "--yes"), ("backup", "later")):
            done = started.run("blog-archiver", *command, folder=tmp_path)
            assert (done.returncode, "backup-or-purge" in done.stderr) == (60, True)
    finally:
        lock.release()
    assert not (tmp_path / "later").exists()
    assert holding(tmp_path, SECRET)


def test_a_backup_whose_checksum_is_that_from_before_gets_another(archive, backup):
    manifest = backup.with_name(MANIFEST)
    before = manifest.read_bytes()
    purge_copy(backup, POST)
    manifest.write_bytes(before)
    assert account(archive, POST).copies == [backup]
    purge_copy(backup, POST)
    assert sums_agree(backup.parent)


def test_a_backup_that_is_purged_to_the_end_is_named_no_more(archive, backup):
    purge_copy(backup, POST)
    forget(archive, POST)
    assert account(archive, POST).copies == []
    back_up(archive, backup.parent)
    assert account(archive, POST).copies == []


def test_a_damaged_backup_is_named_as_left_and_all_else_is_purged(archive, backup, tmp_path):
    whole = backup.read_bytes()
    back_up(archive, tmp_path / "sound")
    (tmp_path / "one.atom").write_text(address("9001"), encoding="utf-8")
    backup.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    purge = ("blog-archiver", "purge", "csdn:9001", "--yes")
    done = started.run(*purge, folder=tmp_path)
    assert done.returncode == 10, done.stderr
    assert f"{backup}: left" in done.stderr
    assert f"{tmp_path / 'sound/archive.db'}: rewritten" in done.stdout
    assert f"{backup}: rewritten" not in done.stdout
    assert not (tmp_path / "one.atom").exists()
    assert holding(tmp_path / "sound", SECRET) == []
    with Archive.open(tmp_path / "archive.db", read_only=True) as rest:
        assert rest.db.execute("SELECT count(*) FROM posts WHERE state = 'purged'").fetchone() == (
            1,
        )
    again = started.run(*purge, folder=tmp_path)
    assert (again.returncode, f"{backup}: left" in again.stderr) == (10, True)
