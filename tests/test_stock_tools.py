"""An archive in tools that know nothing of this package: they open it, search it, show its rows."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import httpx
import pytest

from tests.datasette import PYTHONS, running
from tests.posts import Posts


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("stock") / "archive.db"
    posts = Posts(made)
    posts.add("显存优化", "用 C++ 写推理引擎。", ("大模型",))
    posts.add("随笔", "训练大模型，显存不够。")
    posts.add("别的", "与此无关。")
    posts.db.close()
    return made


@pytest.fixture(scope="module", params=PYTHONS)
def site(request: pytest.FixtureRequest, path: Path) -> Iterator[httpx.Client]:
    """Datasette without any plugin that is installed."""
    command = [request.param, "-c", STOCK, "serve", str(path), "--port", "0"]
    with running(command) as client:
        assert client.get("/-/plugins.json").json() == []
        yield client


STOCK = "import sys; sys._called_from_test = True; from datasette.cli import cli; cli()"


@pytest.mark.parametrize("table", ["posts", "posts_fts"])
def test_datasette_finds_words_of_two_characters(site: httpx.Client, table: str) -> None:
    asked = {"_search": "显存", "_shape": "array"}
    found = site.get(f"/archive/{table}.json", params=asked).json()
    assert [row.get("id", row.get("rowid")) for row in found] == [1, 2]


def test_datasette_shows_rows_that_can_be_read(site: httpx.Client) -> None:
    page = site.get("/archive/articles").text
    assert "显存优化" in page
    assert "linshen" in page
    assert "用 C++ 写推理引擎。" not in page
    assert "用 C++ 写推理引擎。" in site.get("/archive/renderings/1").text


def test_sqlite_utils_finds_words_of_two_characters(path: Path) -> None:
    command = [sys.executable, "-m", "sqlite_utils", "search", str(path), "posts", "显存"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout)
    assert {row["title"] for row in rows} == {"显存优化", "随笔"}
    assert {row["tags"] for row in rows} == {'["大模型"]', "[]"}


@pytest.mark.skipif(which("sqlite3") is None, reason="the sqlite3 command is not installed")
def test_sqlite3_finds_words_of_two_characters(path: Path) -> None:
    sql = "SELECT posts.title FROM posts JOIN posts_fts ON posts_fts.rowid = id WHERE posts_fts MATCH '显存'"
    done = subprocess.run(["sqlite3", str(path), sql], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["显存优化", "随笔"]
