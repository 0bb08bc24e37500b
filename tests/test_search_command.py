"""`search`, `show` and `rebuild --index` at the command line: what is typed is taken as it is meant."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archive.cli import main
from archive.store import Archive
from scraper.items import Link, Profile
from tests.made import HOME, WHOSE, crawl, entry, listing, post

LINKS = (Link(role="original", url="https://example.com/source"),)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        archive.record(Profile(**WHOSE, url=HOME))
        crawl(archive, entry("1"), post("1", links=LINKS), listing())
    return tmp_path / "archive.db"


def run(path: Path, *arguments: str, charset: str = "utf-8") -> Result:
    return CliRunner(charset=charset).invoke(main, [*arguments, "--archive", str(path)])


def test_a_query_may_begin_with_a_minus_and_a_mistyped_option_is_none(path):
    said = run(path, "search", "-训练", "--limit", "3")
    assert (said.exit_code, said.stderr) == (0, "nothing found for -训练\n")
    assert "第 1 篇" in run(path, "search", "显存 -训练").stdout
    assert run(path, "search", "--limt", "3", "显存").exit_code == 2


def test_a_terminal_without_chinese_letters_shows_them_escaped(path):
    said = run(path, "search", "显存", charset="ascii")
    assert said.exit_code == 0
    assert r"\u663e\u5b58" in said.stdout


def test_a_link_without_a_language_is_shown_without(path):
    said = run(path, "show", "1").stdout
    assert "url https://example.com/source" in said
    assert "None" not in said


def test_the_index_says_that_it_was_made_again(path):
    assert run(path, "rebuild", "--index").stdout == "posts in the index that was made again: 1\n"
