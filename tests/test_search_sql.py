"""`search.sql` finds with plain SQLite what the package finds."""

import subprocess
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from shutil import which

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.search import search
from tests.posts import Posts
from tests.test_query import TEXTS

SQL = files("archive").joinpath("search.sql").read_text(encoding="utf-8")
PIECES = [
    *'显存优化推理卡 aAcC8+#"_.，：　é🤗',
    *("显存", "vLLM", "C++", "C#", "all_gather", "token", "GPT4", "训练", "8卡", " "),
]


@pytest.fixture(scope="module")
def shelf() -> Iterator[Posts]:
    posts = Posts()
    for text in TEXTS:
        posts.add(text, text[::-1])
    yield posts
    posts.db.close()


def by_sql(posts: Posts, typed: str) -> list[str]:
    return [title for _, title, *_ in posts.db.execute(SQL, {"q": typed})]


def by_package(posts: Posts, typed: str) -> list[str]:
    """The titles found; nothing typed means every post to the package, which SQL cannot page."""
    return [hit.title for hit in search(posts.db, typed)] if typed.strip() else []


@pytest.mark.parametrize(
    "typed",
    [
        "显存",
        "存",
        "显存优化",
        "显存 优化",
        "vLLM推理",
        "c++",
        "C#",
        "C++11",
        "all_gather",
        "8卡",
        "推理。",
        "!",
    ],
)
def test_it_finds_and_ranks_like_the_package(shelf: Posts, typed: str) -> None:
    assert by_sql(shelf, typed) == by_package(shelf, typed)


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join).filter(str.strip))
@settings(max_examples=150, deadline=None)
def test_whatever_words_are_typed(shelf: Posts, typed: str) -> None:
    words = typed.replace('"', " ").split()
    assert by_sql(shelf, typed) == by_package(shelf, " ".join(words))


@pytest.mark.skipif(which("sqlite3") is None, reason="the sqlite3 command is not installed")
def test_it_runs_in_the_stock_command(tmp_path: Path) -> None:
    posts = Posts(tmp_path / "archive.db")
    posts.add("显存优化")
    posts.db.close()
    command = ["sqlite3", str(tmp_path / "archive.db"), "-cmd", ".parameter set :q '显存优化'"]
    done = subprocess.run(command, input=SQL, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("1|显存优化|")
