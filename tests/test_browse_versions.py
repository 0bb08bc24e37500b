"""An archive of another version: Datasette serves it, and each page of ours says what to do."""

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from archive.store import Archive
from tests.conftest import ROOT
from tests.datasette import serving

PAGES = ("home", "search", "search.json", "changes.atom", "post/1", "media/0")
LATER = """
INSERT INTO _sqlite_migrations (migration_set, name, applied_at)
VALUES ('blog-archiver', 'm999_later', '2030-01-01')
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("versions")
    shutil.copy(ROOT / "tests/fixtures/archives/0001/archive.db", folder / "earlier.db")
    Archive.open(folder / "later.db", create=True).close()
    with closing(sqlite3.connect(folder / "later.db")) as connection, connection:
        connection.execute(LATER)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[httpx.Client]:
    with serving(sys.executable, *sorted(folder.glob("*.db"))) as client:
        yield client


@pytest.mark.parametrize(
    ("version", "command"),
    [("earlier", "`blog-archiver crawl`"), ("later", "upgrade blog-archiver")],
)
def test_a_page_says_what_is_where_and_what_to_do(
    site: httpx.Client, folder: Path, version: str, command: str
) -> None:
    for page in PAGES:
        answer = site.get(f"/{version}/-/{page}")
        assert answer.status_code == 503, page
        assert f"{folder / version}.db was made by" in answer.text
        assert command in answer.text
        assert f'href="/{version}"' in answer.text
    assert site.get(f"/{version}/posts").status_code == 200


def test_it_is_served_once_it_was_brought_up_to_date(site: httpx.Client, folder: Path) -> None:
    Archive.open(folder / "earlier.db").close()
    assert site.get("/earlier/-/home").status_code == 200
