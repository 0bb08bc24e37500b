"""Pages that have changed are asked for no more; one odd page stops nothing."""

from pathlib import Path

import pytest

from scraper.exitcode import ExitCode
from scraper.sentinel import ENOUGH
from tests.conftest import Crawler
from tests.drift import Change, Drifting, swap
from tests.replica import Fault
from tests.stages import Stage, csdn
from tests.theatre import Theatre, playing

POST, LIST = "/article/details/", "get-business-list"


def crawled(folder: Path, stage: Stage, change: Change, expected: ExitCode) -> Theatre:
    """A first crawl of a stage that has changed."""
    with playing(folder, [stage]) as theatre:
        theatre.replica.sites = [Drifting(stage.site, change)]
        assert theatre.run() == expected
        return theatre


def asked(theatre: Theatre, part: str) -> list[str]:
    return [path for path in theatre.replica.asked("blog.csdn.net") if part in path]


def seen(crawl: Crawler) -> list[tuple[str, str | None, bool]]:
    sql = "SELECT seen, missing, transient FROM observations ORDER BY id"
    return [(row["seen"], row["missing"], bool(row["transient"])) for row in crawl.rows(sql)]


def test_after_three_changed_posts_in_a_row_no_more_are_asked_for(tmp_path: Path) -> None:
    change = Change(title="", pages=POST, answer=swap("content_views", "article_views"))
    theatre = crawled(tmp_path, csdn((9,), 20, pinned=0), change, ExitCode.CHANGED)
    assert ENOUGH <= len(asked(theatre, POST)) <= ENOUGH + 3, "some are on their way by then"
    changed, put_off = ("changed", "#content_views", False), ("changed", "#content_views", True)
    assert sorted(seen(theatre.crawl)) == [*[changed] * len(asked(theatre, POST)), put_off]
    with theatre.replica.running():
        theatre.replica.sites = [theatre.stages[0].site]
        assert theatre.run() == ExitCode.COMPLETE
    got = theatre.crawl.rows("SELECT count(*) FROM posts WHERE state = 'archived'")
    assert got[0][0] == 9, "what waited is got when all is well again"


@pytest.mark.parametrize("odd", [1, 2])
def test_fewer_changed_posts_stop_nothing(tmp_path: Path, odd: int) -> None:
    stage = csdn((6,), 20, pinned=0)
    with playing(tmp_path, [stage]) as theatre:
        (posts,) = stage.posts.values()
        for post in posts[:odd]:
            path = f"/author0_6{POST}{post.id}"
            theatre.replica.faults["blog.csdn.net", path] = Fault(200, b"<p>odd</p>")
        assert theatre.run() == ExitCode.CHANGED
        got = theatre.crawl.rows("SELECT count(*) FROM posts WHERE state = 'archived'")
        assert got[0][0] == 6 - odd


def test_a_list_that_has_changed_is_asked_for_no_more_and_its_substitute_is(tmp_path: Path) -> None:
    change = Change(title="", pages=LIST, answer=swap('"list"', '"rows"'))
    stage = csdn([2] * 5, 20, pinned=0)
    theatre = crawled(tmp_path, stage, change, ExitCode.CHANGED)
    assert len(asked(theatre, LIST)) < 5
    assert len(asked(theatre, "/article/list/1")) == 5
    listings = theatre.crawl.rows("SELECT complete FROM listings")
    assert [row["complete"] for row in listings] == [1] * 5
