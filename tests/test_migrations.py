"""Old archives open, and become new ones whole or not at all, with a copy of what they were."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlite_utils import Database

from archive import connection
from archive.connection import ArchiveOutdated, ArchiveUnusable
from archive.store import Archive
from archive.verify import verify
from tests import later
from tests.conftest import ROOT
from tests.made import crawl, entry, post, rows
from tests.nobody import as_nobody, becomes_nobody, open_folder
from tests.thorough import cases

KEPT = sorted(ROOT.glob("tests/fixtures/archives/*/archive.db"))
MINUTES = "SELECT DISTINCT reading_minutes FROM posts"


@pytest.fixture(params=cases(KEPT[:1], KEPT[1:]), ids=lambda path: path.parent.name)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An archive that an earlier version of the program left."""
    return copied(request.param, tmp_path)


def copied(archive: Path, folder: Path) -> Path:
    """A copy of an archive and its media in another folder."""
    folder.mkdir(exist_ok=True)
    media = archive.with_suffix(".media")
    if media.exists():
        shutil.copytree(media, folder / media.name)
    return Path(shutil.copy(archive, folder))


@pytest.fixture
def later_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "migrations", later.upgrade())


def copies_of(archive: Path) -> list[Path]:
    """What migrations have left of what an archive was."""
    return list(archive.parent.glob(f"{archive.name}.before-*"))


def digest(path: Path) -> str:
    """The digest of an archive of any version, as this version brings a copy of it up to date."""
    with TemporaryDirectory() as folder, Archive.open(shutil.copy(path, folder)) as archive:
        return archive.digest()


def kept_digests(archive: Path) -> list[str]:
    """The digest of each copy that migrations have left."""
    return [digest(copy) for copy in copies_of(archive)]


def test_an_archive_of_every_earlier_version_is_read_searched_and_verified(old):
    with Archive.open(old) as archive:
        assert archive.post("csdn:1")["body_markdown"].startswith("改过的正文")
        assert rows(archive, "SELECT state FROM posts ORDER BY id")[2] == ("gone",)
        assert rows(archive, "SELECT rowid FROM posts_fts WHERE posts_fts MATCH '显存'")
        assert not [finding for finding in verify(archive) if finding.problems]
        crawl(archive, entry("1"), post("1"), entry("9"), post("9"))


def test_writing_migrates_and_leaves_a_copy_that_the_earlier_version_opens(old, monkeypatch):
    before = digest(old)
    with monkeypatch.context() as patch:
        patch.setattr(connection, "migrations", later.upgrade())
        with Archive.open(old) as archive:
            assert rows(archive, MINUTES) == [(5,)]
            assert archive.digest() == before
    assert kept_digests(old) == [before]
    assert not list(old.parent.glob("*.new"))


@pytest.mark.usefixtures("later_version")
def test_a_migrated_archive_is_not_copied_again(old):
    Archive.open(old).close()
    for copy in copies_of(old):
        copy.unlink()
    Archive.open(old).close()
    assert copies_of(old) == []


@pytest.mark.usefixtures("later_version")
def test_a_new_archive_needs_no_copy(tmp_path):
    Archive.open(tmp_path / "new.db", create=True).close()
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.usefixtures("later_version")
def test_readers_neither_migrate_nor_copy(old):
    before, files = old.read_bytes(), set(old.parent.iterdir())
    with pytest.raises(ArchiveOutdated, match="blog-archiver crawl"):
        Archive.open(old, read_only=True)
    assert old.read_bytes() == before
    assert set(old.parent.iterdir()) == files


@pytest.mark.usefixtures("later_version")
def test_without_room_for_a_copy_nothing_is_migrated(old, monkeypatch):
    usage = shutil.disk_usage(old.parent)._replace(free=old.stat().st_size)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(ArchiveUnusable, match="MB are needed in .*make room"):
        Archive.open(old)
    assert copies_of(old) == []
    monkeypatch.undo()
    assert digest(old)


def test_a_migration_that_fails_leaves_the_archive_as_it_was(old, monkeypatch):
    def m999_broken(db: Database) -> None:
        db.execute("DELETE FROM entries")
        db.execute("SELECT no_such_function()")

    before = digest(old)
    steps = later.upgrade()
    steps()(m999_broken)
    with monkeypatch.context() as patch:
        patch.setattr(connection, "migrations", steps)
        with pytest.raises(sqlite3.OperationalError, match="no_such_function"):
            Archive.open(old)
    assert digest(old) == before
    assert kept_digests(old) == [before]


def test_programs_that_open_it_at_once_migrate_it_once(old):
    before = digest(old)
    code = "import sys; from tests import later; later.install(); from archive.store import Archive; Archive.open(sys.argv[1])"
    command = [sys.executable, "-W", "ignore", "-c", code, str(old)]
    started = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(4)]
    errors = [process.communicate()[1].decode() for process in started]
    assert [process.returncode for process in started] == [0] * 4, errors
    assert kept_digests(old) == [before]


def killed_at(statement: int, archive: Path) -> subprocess.CompletedProcess[str]:
    """A later version that opens an archive to write, killed at a statement."""
    command = [
        sys.executable,
        "-m",
        "tests.killed",
        str(statement),
        "--later",
        "rebuild",
        "--index",
    ]
    return subprocess.run(
        [*command, "--archive", str(archive)], cwd=ROOT, capture_output=True, text=True
    )


def kill_and_open_again(old: Path, kills: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a migration is killed, the archive is the old one or the new one; the next run migrates."""
    before = digest(old)
    whole = Path(shutil.copy(old, old.with_name("whole.db")))
    statements = int(killed_at(0, whole).stdout.split()[-1])
    points = Random(7).sample(range(1, statements + 1), kills)
    for point in points:
        again = copied(old, old.parent / str(point))
        assert killed_at(point, again).returncode == -signal.SIGKILL
        with monkeypatch.context() as patch:
            patch.setattr(connection, "migrations", later.upgrade())
            with Archive.open(again) as archive:
                assert rows(archive, MINUTES) == [(5,)]
                assert archive.digest() == before
                assert not [finding for finding in verify(archive) if finding.problems]
        assert kept_digests(again) in ([], [before])


def test_a_killed_migration_is_made_by_the_next_run(old, monkeypatch):
    kill_and_open_again(old, 5, monkeypatch)


@pytest.mark.soak
def test_fifty_killed_migrations_are_made_by_the_next_run(old, monkeypatch):
    kill_and_open_again(old, 50, monkeypatch)


@becomes_nobody
@pytest.mark.parametrize("mode", [0o755, 0o777], ids=["file and folder", "file"])
def test_an_archive_that_cannot_be_written_is_read_and_says_so_to_writers(old, mode):
    Archive.open(old).close()
    before = old.read_bytes()
    with open_folder() as folder:
        archive = copied(old, folder)
        folder.chmod(mode)
        assert as_nobody("verify", "--archive", str(archive)).returncode == 0
        refused = as_nobody("rebuild", "--index", "--archive", str(archive))
        assert archive.read_bytes() == before
    assert refused.returncode == 50
    assert f"{archive} cannot be used" in refused.stderr
    assert "give yourself the right to write" in refused.stderr
