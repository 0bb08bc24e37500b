"""Datasette shows an archive described and searchable."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from archive.browse.tables import described
from tests.datasette import PYTHONS, serving
from tests.posts import Posts

OWN_WORDS = {"databases": {"archive": {"tables": {"tags": {"description": "Words of our own."}}}}}


def make_archive(path: Path) -> None:
    posts = Posts(path)
    posts.add("显存优化", "用 C++ 写 vLLM推理引擎。", ("大模型",))
    posts.add("随笔", "训练大模型，显存不够；all_gather 很慢。")
    posts.add("只在列表里的显卡")
    posts.db.close()


def make_other(path: Path) -> None:
    """Another program's database, with a search of its own."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT, aux TEXT)")
        db.execute("INSERT INTO notes VALUES (1, 'one 显存 two', '')")
        db.execute('CREATE VIRTUAL TABLE notes_fts USING fts5 (body, content="notes")')
        db.execute("INSERT INTO notes_fts (rowid, body) SELECT id, body FROM notes")


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("browse")
    make_archive(folder / "archive.db")
    make_other(folder / "other.db")
    (folder / "metadata.json").write_text(json.dumps(OWN_WORDS))
    databases = [folder / "archive.db", folder / "other.db"]
    with serving(request.param, *databases, "-m", folder / "metadata.json") as client:
        yield client


def titles(site: httpx.Client, table: str, **arguments: str) -> list[str]:
    answer = site.get(f"/archive/{table}.json", params={"_shape": "array", **arguments})
    answer.raise_for_status()
    return sorted(row["title"] for row in answer.json())


@pytest.mark.parametrize("table", ["posts", "articles"])
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("显存", ["显存优化", "随笔"]),
        ("显", ["只在列表里的显卡", "显存优化", "随笔"]),
        ("大模型", ["显存优化", "随笔"]),
        ("显存 -训练", ["显存优化"]),
        ("C++", ["显存优化"]),
        ("all_gather OR vLLM推理", ["显存优化", "随笔"]),
        ('"', []),
        ("没有的词", []),
    ],
)
def test_the_search_box_finds_chinese(
    site: httpx.Client, table: str, typed: str, found: list[str]
) -> None:
    assert titles(site, table, _search=typed) == found


def test_one_column_can_be_searched(site: httpx.Client) -> None:
    assert titles(site, "posts", _search_title="显存") == ["显存优化"]


def test_the_result_page_shows_the_search_box_and_the_posts(site: httpx.Client) -> None:
    page = site.get("/archive/posts", params={"_search": "显存"}).text
    assert 'name="_search"' in page
    assert "随笔" in page


def test_tables_and_columns_are_described(site: httpx.Client) -> None:
    page = site.get("/archive/posts").text
    assert "Every post that was ever listed" in page
    assert "What identifies the post on its platform" in page


def test_what_the_user_says_of_a_table_stands(site: httpx.Client) -> None:
    assert "Words of our own." in site.get("/archive/tags").text


def test_articles_are_counted_by_platform_profile_kind_year_and_tag(site: httpx.Client) -> None:
    answer = site.get("/archive/articles.json", params={"_extra": "facet_results"}).json()
    facets = answer["facet_results"]
    facets = facets.get("results", facets)
    assert {"platform", "profile", "kind", "year", "tags"} <= set(facets)
    assert [(tag["value"], tag["count"]) for tag in facets["tags"]["results"]] == [("大模型", 1)]


def test_a_foreign_key_is_shown_by_name(site: httpx.Client) -> None:
    assert '<a href="/archive/profiles/1">linshen</a>' in site.get("/archive/posts").text


def test_listings_carry_no_bodies_but_rows_do(site: httpx.Client) -> None:
    for address in ("/archive/renderings", "/archive/renderings.json", "/archive/posts"):
        assert "引擎" not in site.get(address).text, address
    assert "引擎" in site.get("/archive/renderings/1").text
    assert "引擎" in site.get("/archive/renderings", params={"_col": "body_text"}).text


def test_another_database_keeps_its_own_search(site: httpx.Client) -> None:
    answer = site.get("/other/notes.json", params={"_search": "one 显存", "_shape": "array"})
    assert [row["id"] for row in answer.json()] == [1]


def test_every_column_is_described_and_nothing_else(tmp_path: Path) -> None:
    db = Posts().db
    columns_of = {
        table.name: [column.name for column in table.columns]
        for table in (*db.tables, *db.views)
        if not table.name.startswith(("posts_fts", "sqlite_"))
    }
    tables = described(columns_of)
    assert {name: list(table.columns) for name, table in tables.items()} == columns_of
    assert all(table.description for table in tables.values())


def test_the_plugin_needs_no_scrapy() -> None:
    check = "import archive.browse, sys; sys.exit('scrapy' in sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)
