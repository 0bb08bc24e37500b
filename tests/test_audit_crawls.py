"""Whole profiles of every size on every platform: nothing is missed or doubled, and audit says so."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from click.testing import CliRunner

from archive.cli import main
from scraper.exitcode import ExitCode
from tests.conftest import Crawler
from tests.stages import STAGES, Stage

Crawling = Callable[..., AbstractContextManager[Crawler]]
SIZES = (0, 1, 19, 20, 21, 46)
#: Where nothing says "there are none", a list of nothing is a fault: it may have been full before.
WITHOUT_TOTAL = ("github_pages", "github_readme")

every_platform = pytest.mark.parametrize("stage_of", STAGES, ids=lambda stage: stage.__name__)


def audit(crawl: Crawler, *arguments: str) -> tuple[int, str]:
    """Exit code and output of `blog-archiver audit`."""
    done = CliRunner().invoke(main, ["audit", *arguments, "--archive", str(crawl.archive)])
    return done.exit_code, done.stdout


def accounts(crawl: Crawler) -> dict[str, dict[str, Any]]:
    _, output = audit(crawl, "--json")
    return {account["profile"]: account for account in json.loads(output)}


def archived(crawl: Crawler, handle: str) -> list[str]:
    sql = """
    SELECT source_id FROM posts JOIN profiles ON profiles.id = profile_id
    JOIN renderings ON renderings.id = rendering_id
    WHERE handle = ? AND state = 'archived' AND body_text <> ''
    """
    return [row["source_id"] for row in crawl.rows(sql, handle)]


def exact(stage: Stage, handle: str) -> dict[str, Any]:
    """The account of a profile that is all there."""
    posts = len(stage.posts[handle])
    nothing = dict.fromkeys(("locked", "gone", "external", "purged", "formulas_lost"), 0)
    return {
        "profile": f"{stage.platform}:{handle}",
        **{name: posts for name in ("declared", "listed", "archived")},
        **nothing,
        "missing": [],
        "nothing_public": [],
        "warnings": [],
    }


def check_all_there(crawl: Crawler, stage: Stage) -> None:
    found = accounts(crawl)
    for handle, posts in stage.posts.items():
        assert sorted(archived(crawl, handle)) == sorted(stage.ids(handle))
        if posts or stage.platform not in WITHOUT_TOTAL:
            assert found[f"{stage.platform}:{handle}"] == exact(stage, handle)
    code, output = audit(crawl)
    assert code == ExitCode.COMPLETE
    for handle, posts in stage.posts.items():
        line = f"{stage.platform}:{handle}  {len(posts)}/{len(posts)} posts · 0 formulas lost"
        assert line in output.splitlines()


def take_away(crawl: Crawler, sql: str, stage: Stage, handle: str, source_id: str) -> None:
    """What another program does to the file; audit names the post and nothing else."""
    with sqlite3.connect(crawl.archive) as connection:
        done = connection.execute(sql, (handle, source_id))
    connection.close()
    assert done.rowcount == 1
    code, output = audit(crawl, f"{stage.platform}:{handle}")
    (missing,) = accounts(crawl)[f"{stage.platform}:{handle}"]["missing"]
    assert code == ExitCode.PARTIAL
    assert f"  missing {missing['url']}  " in output
    assert source_id.rpartition("/")[2] in missing["url"]
    posts = len(stage.posts[handle])
    assert f"{stage.platform}:{handle}  {posts - 1}/{posts} posts" in output


POST = """
SELECT posts.id FROM posts JOIN profiles ON profiles.id = profile_id
WHERE handle = ? AND source_id = ?
"""


@every_platform
def test_profiles_of_every_size_are_all_there_and_audit_is_exact(
    stage_of: Callable[..., Stage], crawling: Crawling
) -> None:
    stage = stage_of(SIZES, 20)
    empty = stage.platform in WITHOUT_TOTAL
    with crawling(stage.site) as crawl:
        crawl(stage.platform, stage.profiles, code=ExitCode.CHANGED if empty else 0)
        check_all_there(crawl, stage)
        nobody, *_, large, largest = stage.posts
        assert bool(accounts(crawl)[f"{stage.platform}:{nobody}"]["warnings"]) == empty
        row, body = (
            f"DELETE FROM posts WHERE id = ({POST})",
            f"DELETE FROM renderings WHERE id = (SELECT rendering_id FROM posts WHERE id = ({POST}))",
        )
        for sql, handle in ((row, largest), (body, large)):
            take_away(crawl, sql, stage, handle, max(stage.ids(handle)))


@pytest.mark.soak
@every_platform
def test_a_profile_of_500_posts_is_all_there_and_audit_is_exact(
    stage_of: Callable[..., Stage], crawling: Crawling
) -> None:
    stage = stage_of((500,), 20)
    with crawling(stage.site) as crawl:
        crawl(stage.platform, stage.profiles)
        check_all_there(crawl, stage)


@every_platform
def test_lists_that_shift_by_two_while_they_are_read_lose_and_double_nothing(
    stage_of: Callable[..., Stage], crawling: Crawling
) -> None:
    """To one profile two posts are added, of one two are pinned, from one two are deleted."""
    stage = stage_of((24, 24, 24), 8, pinned=0)
    added, pinned, deleted = stage.posts
    taken: set[str] = set()
    shifted = set()

    def shift(handle: str) -> None:
        posts = stage.posts[handle]
        shifted.add(handle)
        if handle == added:
            posts[:0] = [stage.new(handle, number) for number in (2, 1)]
        elif handle == pinned:
            posts[:0] = [posts.pop(-4), posts.pop(-3)]
        else:
            taken.update(stage.source_id(handle, post) for post in posts[:2])
            del posts[:2]

    stage.when_half_read(shift)
    with crawling(stage.site) as crawl:
        crawl(stage.platform, stage.profiles)
        assert shifted == set(stage.posts)
        for handle in stage.posts:
            found = set(archived(crawl, handle))
            assert stage.ids(handle) == found - (taken if handle == deleted else set())
        crawl(
            stage.platform, stage.profiles
        )  # of what was deleted, a first look may say too little
        audited = accounts(crawl)
        for handle in (added, pinned):
            assert audited[f"{stage.platform}:{handle}"] == exact(stage, handle)
        account = audited[f"{stage.platform}:{deleted}"]
        assert account["declared"] == len(stage.posts[deleted])
        assert account["listed"] == account["archived"] + account["gone"]
        assert account["listed"] == len(posts_of(crawl, deleted))
        assert audit(crawl)[0] == ExitCode.COMPLETE


def posts_of(crawl: Crawler, handle: str) -> set[str]:
    """Every post that was ever listed; a source id is unique in its profile."""
    sql = "SELECT source_id FROM posts JOIN profiles ON profiles.id = profile_id WHERE handle = ?"
    return {row["source_id"] for row in crawl.rows(sql, handle)}
