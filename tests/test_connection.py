"""Opening an archive: every file that is none says so, and nothing is harmed."""

import sqlite3
import subprocess
import sys

import pytest

from archive.connection import (
    ArchiveMissing,
    ArchiveOutdated,
    ArchiveTooNew,
    ArchiveUnusable,
    NotAnArchive,
)
from archive.migrations import APPLICATION_ID, migrations
from archive.store import Archive
from tests.conftest import ROOT
from tests.made import PROFILE, PROSE, crawl, entry, post, rows
from tests.nobody import becomes_nobody, open_folder


def test_a_new_archive_is_marked_and_set_up_for_one_writer_and_many_readers(archive):
    settings = ("application_id", "journal_mode", "synchronous", "foreign_keys")
    found = {name: rows(archive, f"PRAGMA {name}")[0][0] for name in settings}
    assert found == {
        "application_id": APPLICATION_ID,
        "journal_mode": "wal",
        "synchronous": 1,
        "foreign_keys": 1,
    }


def test_only_create_makes_an_archive(tmp_path):
    for read_only in (False, True):
        with pytest.raises(ArchiveMissing, match=str(tmp_path / "a.db")):
            Archive.open(tmp_path / "a.db", read_only=read_only)
    assert list(tmp_path.iterdir()) == []


def test_a_relative_path_is_told_as_an_absolute_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArchiveMissing, match=str(tmp_path / "a.db")):
        Archive.open("a.db")


@pytest.mark.parametrize("content", [b"PK\3\4 no database", b"<html>" * 1000])
def test_a_file_that_is_no_database_is_left_alone(tmp_path, content):
    file = tmp_path / "a.db"
    file.write_bytes(content)
    with pytest.raises(NotAnArchive, match=f"{file} is not an archive"):
        Archive.open(file, create=True)
    assert file.read_bytes() == content


def test_the_database_of_another_program_is_left_alone(tmp_path):
    file = tmp_path / "places.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE places (url)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(NotAnArchive, match="another program"):
        Archive.open(file, create=True)
    assert file.read_bytes() == before


def test_an_archive_of_a_later_version_is_refused_by_readers_and_writers(tmp_path):
    file = tmp_path / "a.db"
    with Archive.open(file, create=True) as archive:
        archive.db["_sqlite_migrations"].insert(
            {"migration_set": "blog-archiver", "name": "m999_later", "applied_at": "2030-01-01"}
        )
    for read_only in (False, True):
        with pytest.raises(ArchiveTooNew, match="m999_later.*upgrade"):
            Archive.open(file, read_only=read_only)


def test_readers_never_migrate(tmp_path):
    file = tmp_path / "a.db"
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(
        "CREATE TABLE _sqlite_migrations (id INTEGER PRIMARY KEY, migration_set, name, applied_at)"
    )
    connection.close()
    with pytest.raises(ArchiveOutdated, match="blog-archiver crawl"):
        Archive.open(file, read_only=True)
    with Archive.open(file) as archive:
        assert migrations.applied(archive.db)
        assert not migrations.pending(archive.db)


@pytest.mark.parametrize("place", ["missing/a.db", "file/a.db", "folder"])
def test_a_place_where_no_file_can_be_is_named(tmp_path, place):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(ArchiveUnusable, match=str(tmp_path / place)):
        Archive.open(tmp_path / place, create=True)


def test_a_damaged_archive_is_said_to_be_damaged(tmp_path):
    file = tmp_path / "a.db"
    with Archive.open(file, create=True) as archive:
        crawl(archive, *(entry(str(n)) for n in range(200)))
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(ArchiveUnusable, match="damaged.*backup"):
        Archive.open(file)


def test_a_full_disk_loses_nothing_that_was_archived(tmp_path):
    file = tmp_path / "a.db"
    with Archive.open(file, create=True) as archive:
        crawl(archive, entry("1"), post("1"))
        pages = rows(archive, "PRAGMA page_count")[0][0]
        archive.db.execute(f"PRAGMA max_page_count = {pages + 20}")
        archive.record(PROFILE)
        with pytest.raises(ArchiveUnusable, match="full.*make room"):
            record_many(archive)
        assert rows(archive, "PRAGMA integrity_check") == [("ok",)]
        listed = rows(archive, "SELECT count(*) FROM posts")[0][0]
    with Archive.open(file) as archive:
        assert archive.post("csdn:1")["body_markdown"] == PROSE
        assert rows(archive, "SELECT count(*) FROM posts") == [(listed,)]
        crawl(archive, entry("2", summary="短"))


def record_many(archive):
    for number in range(2, 2000):
        archive.record(entry(str(number), summary="长" * 500))


def test_an_archive_is_made_whole_or_not_at_all(tmp_path):
    """Killed at any moment of the making, the next run makes it."""
    file = tmp_path / "a.db"
    killed = (
        "import os, sys; from archive import migrations, connection;"
        "connection.rebuild = lambda db: None;"
        "real = connection.migrations.apply;"
        "connection.migrations.apply = lambda db: (real(db), os._exit(9));"
        "from archive.store import Archive; Archive.open(sys.argv[1], create=True)"
    )
    done = subprocess.run([sys.executable, "-c", killed, str(file)], cwd=ROOT)
    assert done.returncode == 9
    with Archive.open(file, create=True) as archive:
        crawl(archive, entry())


def test_two_programs_may_make_the_same_archive_at_once(tmp_path):
    code = "import sys; from archive.store import Archive; Archive.open(sys.argv[1], create=True).close()"
    command = [sys.executable, "-c", code, str(tmp_path / "a.db")]
    started = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(4)]
    errors = [process.communicate()[1].decode() for process in started]
    assert [process.returncode for process in started] == [0] * 4, errors


@becomes_nobody
def test_an_archive_in_a_folder_that_cannot_be_written_is_read(archive):
    """A medium for reading only: no -wal and no -shm can be made beside the file."""
    crawl(archive, entry(), post())
    archive.close()
    code = (
        "import os, sys; from archive.store import Archive; os.setuid(65534);"
        "print(Archive.open(sys.argv[1], read_only=True).find('csdn:1')['title'])"
    )
    with open_folder() as place:
        copy = place / "a.db"
        copy.write_bytes(archive.path.read_bytes())
        place.chmod(0o555)
        command = [sys.executable, "-c", code, str(copy)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "第 1 篇\n", done.stderr
