"""What stands in the way of all runs: told once, wherever that can be remembered, and over when it is."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from archive.store import Archive
from archive.watch.alerts import after_run
from archive.watch.command import send
from archive.watch.marker import Marker
from scraper.exitcode import ExitCode
from tests.made import crawl, post

ALERTS = "[alerts]\ncommand = 'cat >> told'\nheartbeat = 'beat'\n"
ENTRY = '[[profiles]]\nurl = "{}"\n'


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of one post, and a profiles.toml that follows its author; nothing is due."""
    monkeypatch.chdir("/")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    configure(tmp_path, "csdn:author")
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        crawl(archive, post())
    return tmp_path / "archive.db"


def configure(folder: Path, *addresses: str) -> None:
    text = ALERTS + "".join(map(ENTRY.format, addresses))
    (folder / "profiles.toml").write_text(text, encoding="utf-8")


@contextmanager
def full_disk() -> Iterator[None]:
    """No file gets longer than the archive is, which stands for a disk without room."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_run_with_nothing_to_write_shows_no_end_of_a_full_disk(path):
    with full_disk():
        assert len(after_run(path, ExitCode.ARCHIVE)) == 1
        assert after_run(path, ExitCode.ARCHIVE) == []
        assert after_run(path, ExitCode.COMPLETE) == []
    assert not path.with_name("beat").exists()
    (over,) = after_run(path, ExitCode.COMPLETE)
    assert over.startswith("Over: blog-archiver works again")
    assert path.with_name("beat").exists()
    assert after_run(path, ExitCode.COMPLETE) == []


def test_the_command_runs_where_the_archive_is_or_anywhere_if_that_is_nowhere(path):
    assert len(after_run(path, ExitCode.ARCHIVE)) == 1
    assert path.with_name("told").exists()
    assert send("pwd > /dev/null", "text", path.parent / "no folder") == ""


def test_the_heart_stands_still_on_a_full_disk_of_which_no_command_was_told(path):
    with_heart = path.with_name("profiles.toml")
    with_heart.write_text("[alerts]\nheartbeat = 'beat'\n", encoding="utf-8")
    with full_disk():
        assert after_run(path, ExitCode.COMPLETE) == []
    assert not path.with_name("beat").exists()


def test_what_was_told_is_remembered_elsewhere_where_no_file_can_be_beside_the_archive(path):
    unreachable = path.parent / "no folder" / "archive.db"
    marker = Marker(unreachable, "outage")
    assert marker.since is None
    marker.set("told")
    again = Marker(unreachable, "outage")
    assert again.text == "told"
    assert Marker(path.parent / "no other" / "archive.db", "outage").since is None
    again.clear()
    assert marker.since is None


def test_a_service_remembers_in_the_folder_that_systemd_gives_it(path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", f"{path.parent / 'own'}:{path.parent / 'other'}")
    Marker(path.parent / "no folder" / "archive.db", "outage").set()
    assert len(list((path.parent / "own").iterdir())) == 1


def test_entries_that_name_no_profile_are_told_when_they_change(path):
    configure(path.parent, "csdn:author", "nonsense", "medium:someone")
    (told,) = after_run(path, ExitCode.CONFIGURATION)
    assert told.startswith("2 entries of profiles.toml cannot be crawled; all others are\n")
    assert "number 2: nonsense: no blog's address" in told
    assert "`blog-archiver remove medium:someone` takes it out" in told
    assert path.with_name("told").read_text(encoding="utf-8") == told
    assert after_run(path, ExitCode.CONFIGURATION) == []
    configure(path.parent, "csdn:author", "nonsense")
    assert after_run(path, ExitCode.CONFIGURATION)[0].startswith("1 entry of")
    assert not path.with_name("beat").exists()
    configure(path.parent, "csdn:author")
    assert after_run(path, ExitCode.COMPLETE) == [
        "Over: all entries of profiles.toml name a profile again\n"
    ]
    assert after_run(path, ExitCode.COMPLETE) == []
