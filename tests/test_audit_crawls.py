"""Whole profiles of every size on every platform: nothing is missed or doubled, and audit says so."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from archive.cli import main
from scraper.exitcode import ExitCode
from tests.conftest import Crawler
from tests.stages import STAGES, Stage
from tests.theatre import playing

SIZES = (0, 1, 19, 20, 21, 46)
#: Where nothing says "there are none", a list of nothing is a fault: it may have been full before.
WITHOUT_TOTAL = ("github_pages", "github_readme")


def audit(crawl: Crawler, *arguments: str) -> tuple[int, str]:
    """Exit code and output of `blog-archiver audit`."""
    done = CliRunner().invoke(main, ["audit", *arguments, "--archive", str(crawl.archive)])
    return done.exit_code, done.stdout


def accounts(crawl: Crawler) -> dict[str, dict[str, Any]]:
    _, output = audit(crawl, "--json")
    found = {account["profile"]: account for account in json.loads(output)}
    for account in found.values():
        del account["media"]  # tests/test_vault_crawls.py
    return found


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
    found, lines = accounts(crawl), audit(crawl)[1].splitlines()
    for handle, posts in stage.posts.items():
        assert sorted(archived(crawl, handle)) == sorted(stage.ids(handle))
        name = f"{stage.platform}:{handle}"
        assert f"{name}  {len(posts)}/{len(posts)} posts · 0 formulas lost" in lines
        if posts or stage.platform not in WITHOUT_TOTAL:
            assert found[name] == exact(stage, handle)
        else:
            assert "broken off" in found[name]["warnings"][0]


def check_theft(crawl: Crawler, stage: Stage, handle: str, sql: str) -> None:
    """Another program takes something of a post out of the file; audit names it and nothing else."""
    source_id, posts = max(stage.ids(handle)), len(stage.posts[handle])
    with sqlite3.connect(crawl.archive) as connection:
        done = connection.execute(sql, (handle, source_id))
    connection.close()
    assert done.rowcount == 1
    name = f"{stage.platform}:{handle}"
    code, output = audit(crawl, name)
    (missing,) = accounts(crawl)[name]["missing"]
    assert code == ExitCode.PARTIAL
    assert f"  missing {missing['url']}  " in output
    assert source_id.rpartition("/")[2] in missing["url"]
    assert f"{name}  {posts - 1}/{posts} posts" in output


POST = """
SELECT posts.id FROM posts JOIN profiles ON profiles.id = profile_id
WHERE handle = ? AND source_id = ?
"""
ROW = f"DELETE FROM posts WHERE id = ({POST})"
BODY = f"DELETE FROM renderings WHERE id = (SELECT rendering_id FROM posts WHERE id = ({POST}))"


def test_profiles_of_every_size_are_all_there_and_audit_is_exact(tmp_path: Path) -> None:
    with playing(tmp_path, [stage_of(SIZES, 20) for stage_of in STAGES]) as theatre:
        assert theatre.run() == ExitCode.CHANGED  # by the two empty profiles of WITHOUT_TOTAL
    for stage in theatre.stages:
        check_all_there(theatre.crawl, stage)
    assert audit(theatre.crawl)[0] == ExitCode.COMPLETE
    for stage in theatre.stages:
        *_, large, largest = stage.posts
        check_theft(theatre.crawl, stage, large, BODY)
        check_theft(theatre.crawl, stage, largest, ROW)


@pytest.mark.soak
def test_profiles_of_500_posts_are_all_there_and_audit_is_exact(tmp_path: Path) -> None:
    with playing(tmp_path, [stage_of((500,), 20) for stage_of in STAGES]) as theatre:
        assert theatre.run() == ExitCode.COMPLETE
        for stage in theatre.stages:
            check_all_there(theatre.crawl, stage)


@pytest.mark.soak
def test_lists_that_shift_by_two_while_they_are_read_lose_and_double_nothing(
    tmp_path: Path,
) -> None:
    """To one profile two posts are added, of one two are pinned, from one two are deleted."""
    with playing(tmp_path, [stage_of((24, 24, 24), 8, pinned=0) for stage_of in STAGES]) as theatre:
        shifts = [Shift(stage) for stage in theatre.stages]
        assert theatre.run() == ExitCode.COMPLETE
        for shift in shifts:
            shift.check_found(theatre.crawl)
        theatre.run()  # of what was deleted, a first look may say too little
        for shift in shifts:
            shift.check_settled(theatre.crawl)
        assert audit(theatre.crawl)[0] == ExitCode.COMPLETE


class Shift:
    """What happens to the three profiles of a stage when their lists are read in part."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.added, self.pinned, self.deleted = stage.posts
        self.taken: set[str] = set()
        self.shifted: set[str] = set()
        stage.when_half_read(self.happen)

    def happen(self, handle: str) -> None:
        posts = self.stage.posts[handle]
        self.shifted.add(handle)
        if handle == self.added:
            posts[:0] = [self.stage.new(handle, number) for number in (2, 1)]
        elif handle == self.pinned:
            posts[:0] = [posts.pop(-4), posts.pop(-3)]
        else:
            self.taken.update(self.stage.source_id(handle, post) for post in posts[:2])
            del posts[:2]

    def check_found(self, crawl: Crawler) -> None:
        """Every post that is there now is archived; of the others at most those that went."""
        assert self.shifted == set(self.stage.posts)
        for handle in self.stage.posts:
            found = set(archived(crawl, handle))
            taken = self.taken if handle == self.deleted else set()
            assert self.stage.ids(handle) == found - taken

    def check_settled(self, crawl: Crawler) -> None:
        """The account is exact; what was deleted is gone or, where it was read before, still kept."""
        audited = accounts(crawl)
        for handle in (self.added, self.pinned):
            assert audited[f"{self.stage.platform}:{handle}"] == exact(self.stage, handle)
        account = audited[f"{self.stage.platform}:{self.deleted}"]
        assert account["declared"] == len(self.stage.posts[self.deleted])
        assert account["listed"] == account["archived"] + account["gone"]
        assert set(archived(crawl, self.deleted)) >= self.stage.ids(self.deleted)
