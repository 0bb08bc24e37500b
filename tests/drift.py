"""A site that changes between two crawls: what the second has to say of it, and what it must not touch.

    first = first_crawl(lambda: csdn((5,), 20))  # a fixture: the archive before the change

    @pytest.mark.parametrize("drift", cases(DRIFTS[:6], DRIFTS[6:]), ids=str)
    def test_a_change_is_named(first, drift, tmp_path):
        assert_named(first, drift, tmp_path)

The first crawl is made once for all cases of a file, and its archive copied for each. Every case plays
the site anew, changes it, and crawls it again with `--recheck`, so that every page is asked for.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from multidict import CIMultiDict

from tests.actors import actors
from tests.conftest import Crawler
from tests.replica import Fault, Site
from tests.replica.prose import article
from tests.stages import Stage
from tests.theatre import Theatre, playing

LENGTH = 1500  # characters: sections with code, a formula, a list and a table
#: What a validator of a page before its change would hide.
CONDITIONS = ("If-None-Match", "If-Modified-Since")


@dataclass(frozen=True, kw_only=True)
class Change:
    """What happens to a site after its first crawl.

    `pages` is a regular expression that finds the changed ones by host and path with query; `answer`
    makes another text of theirs, or is another answer. `author` changes what the stage plays.
    """

    title: str
    pages: str = "(?!)"
    answer: Callable[[str], str] | Fault = str
    author: Callable[[Stage], object] = lambda stage: None

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True, kw_only=True)
class Drift(Change):
    """A change that the crawl has to see: as what, and the selector, key or word that it has to name."""

    seen: str = "changed"
    named: str


def swap(old: str, new: str) -> Callable[[str], str]:
    """Replace a part of a page wherever it stands."""
    return lambda text: text.replace(old, new)


class Drifting:
    """A site whose answers a change goes through; `met` counts those that it changed."""

    def __init__(self, site: Site, change: Change) -> None:
        self.site, self.change, self.hosts = site, change, site.hosts
        self.met = 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if not re.search(self.change.pages, f"{request.host}{request.path_qs}"):
            return await self.site.answer(request)
        headers = CIMultiDict(request.headers)
        for name in CONDITIONS:
            headers.popall(name, None)
        response = await self.site.answer(request.clone(headers=headers))
        assert isinstance(response, web.Response)
        after = changed(response, self.change.answer)
        self.met += after is not response
        return after


def changed(response: web.Response, change: Callable[[str], str] | Fault) -> web.Response:
    """A response with another text, without the validator of the old one; or another response."""
    if isinstance(change, Fault):
        return web.Response(status=change.status, body=change.body, headers=change.headers)
    before = response.text or ""
    after = change(before)
    if after == before:
        return response
    headers = {"Content-Type": response.headers["Content-Type"]}
    return web.Response(status=response.status, body=after.encode(), headers=headers)


@dataclass(frozen=True)
class First:
    """The archive of a stage as its first crawl left it, and how to play the stage again."""

    folder: Path
    stage: Callable[[], Stage]


def first_crawl(stage: Callable[[], Stage]) -> Any:
    """A fixture for a file's first crawl: one profile, a few posts with some of everything."""

    def acted() -> Stage:
        played = stage()
        for number, actor in enumerate(actors(played)):
            actor.show(article(number, LENGTH))
        return played

    @pytest.fixture(scope="module")
    def first(tmp_path_factory: pytest.TempPathFactory) -> First:
        folder = tmp_path_factory.mktemp("first")
        with playing(folder, [acted()]) as theatre:
            assert crawled(theatre) == 0
        return First(folder, acted)

    return first


def crawled(theatre: Theatre, *options: str) -> int:
    """Crawl for pages alone; returns the exit code."""
    return theatre.run("-s", "MEDIA_PICTURES=False", "-s", "MEDIA_FILES=False", *options)


@dataclass(frozen=True)
class Second:
    """What the second crawl came to: its exit code and its observations, in order."""

    code: int
    seen: list[sqlite3.Row]
    bodies_kept: bool


def second_crawl(first: First, change: Change, folder: Path) -> Second:
    """Crawl again after a change, into a copy of the first crawl's archive in an empty `folder`."""
    shutil.copytree(first.folder, folder, dirs_exist_ok=True)
    stage = first.stage()
    change.author(stage)
    with playing(folder, [stage]) as theatre:
        theatre.replica.sites = [drifting := Drifting(stage.site, change)]
        before = bodies(theatre.crawl)
        code = crawled(theatre, "--recheck")
        seen = theatre.crawl.rows(OBSERVED)
        assert drifting.met or change.pages == Change.pages, "nothing on the site has changed"
        return Second(code, seen, bodies(theatre.crawl) == before)


OBSERVED = """
SELECT * FROM observations WHERE crawl_id = (SELECT max(id) FROM crawls) ORDER BY id
"""
BODIES = """
SELECT source_id, posts.url, posts.title, posts.tags, posts.published_at, state, locked_at,
    missing_since, posts.version_id, rendering_id, body_markdown,
    (SELECT count(*) FROM post_versions WHERE post_id = posts.id) AS versions
FROM posts LEFT JOIN renderings ON renderings.id = rendering_id ORDER BY posts.id
"""


def bodies(crawl: Crawler) -> list[tuple[object, ...]]:
    """What the archive has of its posts, and what a change must not touch."""
    return [tuple(row) for row in crawl.rows(BODIES)]


def assert_named(first: First, drift: Drift, folder: Path) -> None:
    """The crawl names what has changed, keeps the page to repair it by, and touches no body."""
    second = second_crawl(first, drift, folder)
    said = [f"{row['seen']}: {row['missing']} ({row['reason']})" for row in second.seen]
    named = [row for row in second.seen if row["seen"] == drift.seen and names(row, drift.named)]
    assert named, said
    assert any(row["fetch_id"] for row in named), "no page is kept"
    assert second.code != 0
    assert second.bodies_kept


def names(row: sqlite3.Row, word: str) -> bool:
    """Whether an observation says what is missing in the program's own terms, or why, for a wall."""
    return word in (row["missing"] or "" if row["seen"] == "changed" else row["reason"])


#: What makes somebody look.
ALARMS = ("changed", "blocked", "login", "author_gone", "failed")


def assert_no_alarm(first: First, change: Change, folder: Path) -> None:
    """The crawl ends well and has nothing to complain of."""
    second = second_crawl(first, change, folder)
    assert [row["reason"] for row in second.seen if row["seen"] in ALARMS] == []
    assert second.code == 0
