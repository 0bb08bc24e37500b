"""What a user has mistyped or switched off: told with what helps, and no oftener than that needs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.cli import main
from archive.store import Archive
from scraper.exitcode import ExitCode
from scraper.items import Profile
from tests.made import crawl, entry, listing, observation, post

NOBODY = Profile(platform="csdn", handle="linshen", url="https://blog.csdn.net/linshen")
OFF = '[[profiles]]\nurl = "https://blog.csdn.net/linshen"\nenabled = false\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Archive.open(tmp_path / "archive.db", create=True).close()
    return tmp_path / "archive.db"


def run(path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--archive", str(path)])


def configure(path: Path, text: str) -> None:
    path.with_name("profiles.toml").write_text(text, encoding="utf-8")


def test_a_name_that_was_mistyped_for_a_crawl_is_removed_as_the_message_says(path):
    with Archive.open(path) as archive:
        crawl(archive, observation("author_gone", None, url=NOBODY.url))
    shown = json.loads(run(path, "status", "--json").stdout)
    assert "`blog-archiver remove csdn:linshen`" in shown["incidents"][0]["advice"]
    assert run(path, "remove", "csdn:linshen").exit_code == ExitCode.COMPLETE
    after = json.loads(run(path, "status", "--json").stdout)
    assert (after["profiles"], after["incidents"]) == ([], [])
    assert run(path, "remove", "csdn:linshen").exit_code == ExitCode.CONFIGURATION


def test_who_has_posts_is_not_removed_from_the_archive(path):
    with Archive.open(path) as archive:
        crawl(archive, entry("1"), post("1"), listing())
    said = run(path, "remove", "csdn:linshen")
    assert said.exit_code == ExitCode.CONFIGURATION
    assert "has no csdn:linshen" in said.stderr
    assert len(json.loads(run(path, "status", "--json").stdout)["profiles"]) == 1


def test_profiles_that_are_all_switched_off_are_no_trouble_of_a_schedule(path):
    configure(path, OFF)
    said = run(path, "crawl", "--due")
    assert (said.exit_code, said.output) == (ExitCode.COMPLETE, "")
    said = run(path, "crawl")
    assert said.exit_code == ExitCode.CONFIGURATION
    assert "none is enabled" in said.stderr
    configure(path, "")
    assert "no profiles in" in run(path, "crawl", "--due").stderr


def test_a_file_that_cannot_be_read_is_told_once_when_it_changes_and_when_it_is_over(path):
    configure(path, "[[profiles]\n")
    first, second = run(path, "crawl", "--due"), run(path, "crawl", "--due")
    assert (first.exit_code, second.exit_code) == (ExitCode.CONFIGURATION,) * 2
    assert "profiles.toml" in first.stderr
    assert second.output == ""
    assert "profiles.toml" in run(path, "crawl").stderr
    configure(path, "[crawl]\nspeed = 9\n")
    assert "speed" in run(path, "crawl", "--due").stderr
    configure(path, OFF)
    assert run(path, "crawl", "--due").stderr.startswith("Over: blog-archiver works again")
    assert run(path, "crawl", "--due").output == ""


def test_a_setting_without_a_run_or_of_no_name_is_refused_by_media(path):
    assert run(path, "media", "-s", "DOWNLOAD_DELAY=5").exit_code == ExitCode.CONFIGURATION
    said = run(path, "media", "--retry", "-s", "DOWNLOAD_DELY=5")
    assert said.exit_code == ExitCode.CONFIGURATION
    assert "DOWNLOAD_DELAY" in said.stderr
