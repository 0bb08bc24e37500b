"""A backup is whole, can be checked with stock tools, and takes the place of what is lost."""

import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from archive.backup import back_up
from archive.connection import ArchiveUnusable
from archive.duplicate import duplicate
from archive.store import Archive
from archive.verify import verify
from scraper.configuration import ConfigurationError
from tests.conftest import ROOT
from tests.damage import spoil
from tests.made import crawl, entry, post


@pytest.fixture
def kept(archive: Archive) -> Archive:
    """Ten posts, two pictures, a profiles.toml."""
    for number in range(1, 11):
        crawl(archive, entry(str(number)), post(str(number)))
    folder = archive.path.with_name("archive.media") / "ab"
    folder.mkdir(parents=True)
    (folder / "ab01.png").write_bytes(b"png")
    (folder / "一张 图.png").write_bytes(b"image")
    archive.path.with_name("profiles.toml").write_bytes("# 我的\r\n".encode())
    return archive


def sums_agree(folder: Path) -> bool:
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    return subprocess.run(command, cwd=folder, capture_output=True).returncode == 0


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_backup_is_the_archive_its_media_and_its_profiles(kept, tmp_path):
    made = back_up(kept, tmp_path / "backup")
    assert (made.posts, made.media, made.new_media) == (10, 2, 2)
    assert names(tmp_path / "backup") == [
        *("SHA256SUMS", "archive.db", "archive.media/ab/ab01.png"),
        *("archive.media/ab/一张 图.png", "profiles.toml"),
    ]
    assert (tmp_path / "backup/profiles.toml").read_bytes() == "# 我的\r\n".encode()
    assert sums_agree(tmp_path / "backup")


def test_a_backup_opens_searches_and_verifies(kept, tmp_path):
    back_up(kept, tmp_path / "backup")
    with Archive.open(tmp_path / "backup/archive.db", read_only=True) as copy:
        assert copy.digest() == kept.digest()
        assert not [finding for finding in verify(copy) if finding.problems]
    command = [Path(sys.executable).with_name("blog-archiver"), "search", "键值缓存", "--json"]
    done = subprocess.run(command, cwd=tmp_path / "backup", capture_output=True, text=True)
    assert done.stdout.count('"url"') == 10


def test_a_later_backup_replaces_the_database_and_adds_what_is_new(kept, tmp_path):
    folder = tmp_path / "backup"
    back_up(kept, folder)
    crawl(kept, entry("11"), post("11"))
    kept.path.with_name("archive.media").joinpath("cd.png").write_bytes(b"new")
    made = back_up(kept, folder)
    assert (made.posts, made.media, made.new_media) == (11, 3, 1)
    assert sums_agree(folder)


def test_the_decay_of_a_backup_stays_visible(kept, tmp_path):
    folder = tmp_path / "backup"
    back_up(kept, folder)
    (folder / "archive.media/ab/ab01.png").write_bytes(b"pn?")
    back_up(kept, folder)
    assert not sums_agree(folder)


def test_a_backup_is_made_while_a_crawl_writes(kept, tmp_path):
    code = (
        "import sys; from archive.store import Archive; from tests.made import *;"
        "archive = Archive.open(sys.argv[1]);"
        "[(crawl(archive, entry(str(n)), post(str(n))), print(n, flush=True)) for n in range(20, 9999)]"
    )
    command = [sys.executable, "-c", code, str(kept.path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as crawling:
        assert crawling.stdout
        crawling.stdout.readline()
        for number in range(3):
            made = back_up(kept, tmp_path / f"backup-{number}")
            assert made.posts > 10
            assert sums_agree(tmp_path / f"backup-{number}")
            with Archive.open(tmp_path / f"backup-{number}/archive.db", read_only=True) as copy:
                assert not [finding for finding in verify(copy) if finding.problems]
        assert crawling.poll() is None
        crawling.kill()


def test_the_folder_of_the_archive_itself_is_refused(kept, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path)
    for folder in (tmp_path, tmp_path / "link", tmp_path / "archive.media/.."):
        with pytest.raises(ConfigurationError, match="the archive itself"):
            back_up(kept, folder)


@pytest.mark.parametrize("place", ["missing/backup", "archive.db", "archive.db/backup"])
def test_a_place_where_no_folder_can_be_is_named(kept, tmp_path, place):
    with pytest.raises(ArchiveUnusable, match=str(tmp_path / place)):
        back_up(kept, tmp_path / place)


def too_small(size: int) -> Callable[[], None]:
    """Lets no file of a process grow beyond so many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_leaves_the_earlier_backup_as_it_was(kept, tmp_path):
    folder = tmp_path / "backup"
    back_up(kept, folder)
    before = {name: (folder / name).read_bytes() for name in names(folder)}
    crawl(kept, entry("11"), post("11"))
    command = [Path(sys.executable).with_name("blog-archiver"), "backup", str(folder)]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, preexec_fn=too_small(100_000)
    )
    assert done.returncode == 50, done.stdout + done.stderr
    assert str(folder) in done.stderr
    assert "Traceback" not in done.stderr
    assert {name: (folder / name).read_bytes() for name in names(folder)} == before


def test_a_disk_without_room_for_the_copy_is_said_before_it_is_made(kept, tmp_path, monkeypatch):
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(ArchiveUnusable, match="MB are needed in .*make room"):
        back_up(kept, tmp_path / "backup")
    assert names(tmp_path / "backup") == []


def test_a_damaged_database_is_not_copied_over_a_good_backup(kept, tmp_path):
    target = tmp_path / "copy.db"
    duplicate(kept.db.conn, target)
    good = target.read_bytes()
    kept.close()
    spoil(kept.path, "observations")
    damaged = sqlite3.connect(kept.path)
    with closing(damaged), pytest.raises((OSError, sqlite3.DatabaseError), match="malformed"):
        duplicate(damaged, target)
    assert target.read_bytes() == good
    assert not list(tmp_path.glob("*.new"))


def test_a_killed_backup_leaves_the_earlier_one(kept, tmp_path):
    folder = tmp_path / "backup"
    back_up(kept, folder)
    code = (
        "import os, sys; from pathlib import Path; from archive import duplicate;"
        "duplicate.check = lambda *_: os._exit(9);"
        "from archive.backup import back_up; from archive.store import Archive;"
        "back_up(Archive.open(sys.argv[1]), Path(sys.argv[2]))"
    )
    command = [sys.executable, "-c", code, str(kept.path), str(folder)]
    assert subprocess.run(command, cwd=ROOT).returncode == 9
    assert sums_agree(folder)
    back_up(kept, folder)
    assert sums_agree(folder)
    assert not list(folder.rglob("*.new"))


def test_a_lost_and_a_damaged_picture_are_counted_and_never_backed_up(tmp_path):
    kept = tmp_path / "from"
    shutil.copytree(ROOT / "tests/fixtures/archives/0002", kept)
    (picture,) = kept.rglob("*.png")
    good = picture.read_bytes()
    with Archive.open(kept / "archive.db") as archive:
        assert back_up(archive, tmp_path / "good").lost == 0
        picture.write_bytes(good[:-1])
        made = back_up(archive, tmp_path / "damaged")
        assert (made.media, made.lost) == (0, 1)
        picture.unlink()
        assert back_up(archive, tmp_path / "lost").lost == 1
        assert back_up(archive, tmp_path / "good").lost == 0  # the earlier copy is still there
