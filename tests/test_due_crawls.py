"""`crawl --due` as a schedule runs it: what it asks for, what it says, and how it ends."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from archive.lock import lock_platform
from archive.store import Archive
from scraper.exitcode import ExitCode
from scraper.profiles import recognise
from tests.command import Command
from tests.conftest import ROOT
from tests.replica import Fault, Replica
from tests.stages import STAGES, Stage, csdn, github_pages, github_readme, tencent_cloud
from tests.thorough import cases

POSTS, PAGE = 7, 3
QUICK = ("DOWNLOAD_DELAY=0", "RETRY_TIMES=0", "MEDIA_PICTURES=False", "MEDIA_FILES=False")
SETTINGS = [part for setting in QUICK for part in ("-s", setting)]
EARLIER = {
    "crawls": ("started_at", "finished_at"),
    "posts": ("next_check_at",),
    "post_versions": ("seen_at",),
}


class Schedule:
    """The profiles of some stages, an archive, and a program that a timer starts again and again."""

    def __init__(self, folder: Path, replica: Replica, *stages: Stage) -> None:
        self.replica, self.stages = replica, stages
        self.program, self.archive = Command(folder, replica), folder / "archive.db"
        names = [f"{stage.platform}:{handle}" for stage in stages for handle in stage.posts]
        self.program("add", *names)

    def run(self, code: int = 0) -> str:
        """What a scheduled run prints where no terminal is."""
        self.replica.log.clear()
        return self.program("crawl", "--due", *SETTINGS, code=code)

    def configure(self, text: str) -> None:
        """Put something at the end of profiles.toml."""
        file = self.archive.with_name("profiles.toml")
        file.write_text(f"{file.read_text(encoding='utf-8')}\n{text}\n", encoding="utf-8")

    def pass_days(self, days: float) -> None:
        """Let everything so far have happened so many days earlier."""
        with closing(sqlite3.connect(self.archive)) as connection, connection:
            for table, columns in EARLIER.items():
                for column in columns:
                    moved = f"strftime('%Y-%m-%dT%H:%M:%SZ', {column}, '-{days * 24} hours')"
                    connection.execute(f"UPDATE {table} SET {column} = {moved}")

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.archive)) as connection:
            return connection.execute(sql).fetchall()

    def outcomes(self) -> list[object]:
        return [row[0] for row in self.rows("SELECT outcome FROM crawls ORDER BY id")]

    def digest(self) -> str:
        with Archive.open(self.archive, read_only=True) as archive:
            return archive.digest()

    def asked(self) -> list[str]:
        """The last part of what was asked for, without robots.txt."""
        paths = [asked.path for asked in self.replica.log if asked.path != "/robots.txt"]
        return [path.rstrip("/").rpartition("/")[2] for path in paths]

    def posts_asked(self) -> int:
        """How many posts the last run has asked for."""
        places = ("/article/", "/blog/", "/notes/")
        return sum(any(place in asked.path for place in places) for asked in self.replica.log)


@contextmanager
def scheduled(folder: Path, *stages: Stage) -> Iterator[Schedule]:
    with Replica([stage.site for stage in stages], good_server=True).running() as replica:
        yield Schedule(folder, replica, *stages)


@contextmanager
def crawled(folder: Path, *stages: Stage) -> Iterator[Schedule]:
    """A schedule whose first run is some days ago: every profile's turn has come, and no post's."""
    with scheduled(folder, *stages) as schedule:
        assert schedule.run() == ""
        schedule.pass_days(6.5)
        with closing(sqlite3.connect(schedule.archive)) as connection, connection:
            connection.execute("UPDATE posts SET next_check_at = '2026-12-31T00:00:00Z'")
        yield schedule


def shown(stage: Stage) -> list[Any]:
    """The posts of the stage's one profile, as its lists have them."""
    (posts,) = stage.posts.values()
    return posts


def publish(stage: Stage, number: int = 1) -> None:
    """Let the stage's one author come out with a post."""
    (handle,) = stage.posts
    shown(stage).insert(0, stage.new(handle, number))


#: A page of the list; first page, feed, sitemap and its part; card, tree and README.
LISTS = {csdn: 1, tencent_cloud: 1, github_pages: 4, github_readme: 3}


@pytest.mark.parametrize("make", STAGES, ids=lambda make: make.__name__)
def test_of_an_unchanged_profile_only_its_lists_are_asked_for(make, tmp_path):
    with crawled(tmp_path, make((POSTS,), PAGE)) as schedule:
        before = schedule.digest()
        assert schedule.run() == ""
        assert len(schedule.asked()) == LISTS[make]
        assert schedule.digest() == before
        assert schedule.outcomes()[-1] in ("newest", "complete")
        assert schedule.run() == ""
        assert schedule.asked() == [], "nobody is due"


def test_a_list_is_read_newest_first_up_to_a_known_page(tmp_path):
    stages = csdn((POSTS,), PAGE, 0), tencent_cloud((POSTS,), PAGE, 0)
    with crawled(tmp_path, *stages) as schedule:
        for stage in stages:
            publish(stage)
        assert schedule.run() == ""
        assert len(schedule.asked()) == 2 * 3, "two pages of the list and the new post"
        assert schedule.outcomes() == ["complete"] * 2 + ["newest"] * 2
        counts = "SELECT DISTINCT declared, listed, archived FROM ledger"
        assert schedule.rows(counts) == [(POSTS + 1, POSTS + 1, POSTS + 1)]


@pytest.mark.parametrize("make", cases(STAGES[:1], STAGES[1:]), ids=lambda make: make.__name__)
def test_newest_first_leaves_what_a_whole_reading_would(make, tmp_path):
    stage = make((POSTS,), PAGE, 0)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    with crawled(tmp_path / "first", stage) as schedule:
        for number in range(PAGE + 1):
            publish(stage, number)
        schedule.run()
        with scheduled(tmp_path / "second", stage) as whole:
            whole.run()
            assert schedule.digest() == whole.digest()


def test_a_post_that_is_no_longer_counted_has_the_list_read_to_its_end(tmp_path):
    stage = csdn((POSTS,), PAGE, 0)
    with crawled(tmp_path, stage) as schedule:
        del shown(stage)[-1]
        assert schedule.run() == ""
        assert schedule.outcomes()[-1] == "complete"
        assert schedule.rows("SELECT count(*) FROM posts WHERE missing_since IS NOT NULL") == [(1,)]


def test_a_list_of_nothing_is_not_believed_where_there_were_posts(tmp_path):
    stage = csdn((POSTS,), PAGE, 0)
    with crawled(tmp_path, stage) as schedule:
        before = schedule.digest()
        shown(stage).clear()
        assert "CSDN" in schedule.run(code=ExitCode.CHANGED)
        assert schedule.digest() == before
        assert schedule.outcomes()[-1] == "partial"


def test_once_a_week_all_is_read(tmp_path):
    stage = csdn((POSTS,), PAGE, 0)
    with crawled(tmp_path, stage) as schedule:
        schedule.pass_days(0.6)
        schedule.run()
        assert schedule.rows("SELECT depth, outcome FROM crawls")[-1] == ("full", "complete")
        assert len(schedule.asked()) == 2 + 3, "card, tabs, three pages"


@pytest.mark.parametrize(
    "make", cases(STAGES[1:3], [STAGES[0], STAGES[3]]), ids=lambda make: make.__name__
)
def test_posts_that_are_due_are_asked_whether_they_have_changed(make, tmp_path):
    stage = make((POSTS,), PAGE, 0)
    with scheduled(tmp_path, stage) as schedule:
        schedule.run()
        before, metrics = schedule.digest(), schedule.rows("SELECT * FROM post_metrics")
        schedule.pass_days(6.5)
        assert schedule.run() == ""
        assert schedule.posts_asked() == POSTS, "those on no page that was read, too"
        posts = [asked for asked in schedule.replica.log if "If-None-Match" in asked.headers]
        assert len(posts) >= POSTS
        assert schedule.digest() == before
        assert schedule.rows("SELECT * FROM post_metrics") == metrics
        ahead = "SELECT DISTINCT round(julianday(next_check_at) - julianday()) FROM posts"
        assert schedule.rows(ahead) == [(0.0,)], "7 days after they were first seen"


def test_counters_in_a_page_of_long_ago_are_not_those_of_now(tmp_path):
    stage = csdn((POSTS,), PAGE, 0)
    with scheduled(tmp_path, stage) as schedule:
        schedule.run()
        shown(stage)[0].views = 4321
        schedule.pass_days(6.5)
        not_modified = Fault(status=304)
        schedule.replica.fault_at = lambda _, path: not_modified if "/article/" in path else None
        schedule.run()
        assert schedule.posts_asked() == POSTS
        views = "SELECT value FROM post_metrics WHERE name = 'views' ORDER BY observed_at, value"
        assert schedule.rows(views)[-1] == (4321,)
        latest = "SELECT max(observed_at) FROM post_metrics WHERE value = 4321"
        later = f"SELECT count(*) FROM post_metrics WHERE observed_at > ({latest})"
        assert schedule.rows(later) == [(0,)]


def test_an_edit_that_no_list_shows_is_found(tmp_path):
    stage = csdn((POSTS,), PAGE, 0)
    with scheduled(tmp_path, stage) as schedule:
        schedule.run()
        shown(stage)[-1].blocks = stage.new("", 1).blocks
        schedule.pass_days(6.5)
        assert schedule.run() == ""
        versions = "SELECT post_id, count(*) FROM post_versions GROUP BY 1 HAVING count(*) > 1"
        assert len(schedule.rows(versions)) == 1


def test_what_a_budget_leaves_is_got_by_the_next_runs(tmp_path):
    with scheduled(tmp_path, csdn((POSTS,), PAGE, 0)) as schedule:
        schedule.configure("[crawl]\nrequests = 8")
        for _ in range(2):
            assert schedule.run(code=ExitCode.PARTIAL) == ""
            assert len(schedule.replica.log) <= 8 + 2, "those on their way are waited for"
        schedule.run()
        assert schedule.rows("SELECT archived FROM ledger") == [(POSTS,)]
        # A run that the budget ends with the last page on its way may have got all.
        assert (schedule.outcomes()[0], schedule.outcomes()[-1]) == (
            "closespider_pagecount",
            "complete",
        )
        assert schedule.rows("SELECT count(*) FROM incidents") == [(0,)]


def test_a_budget_that_is_less_than_the_lists_need_is_told_once_and_no_heart_beats(tmp_path):
    with scheduled(tmp_path, csdn((2, 2, 2), PAGE)) as schedule:
        toml = schedule.archive.with_name("profiles.toml")
        enough = toml.read_text(encoding="utf-8")
        schedule.configure("[crawl]\nrequests = 3\n[alerts]\nheartbeat = 'beat'")
        assert schedule.run(code=ExitCode.PARTIAL) == ""
        toml.with_name("beat").unlink(missing_ok=True)
        told = schedule.run(code=ExitCode.PARTIAL)
        assert told.startswith("the budget of a run does not suffice for CSDN since ")
        assert "3 profiles waiting" in told
        assert "Give more `requests`" in told
        assert schedule.run(code=ExitCode.PARTIAL) == ""
        assert not toml.with_name("beat").exists()
        toml.write_text(enough, encoding="utf-8")
        assert schedule.run().startswith("Over since ")


def test_a_profile_that_is_done_is_not_begun_again_for_one_that_is_not(tmp_path):
    with scheduled(tmp_path, csdn((2, 40), 100, 0)) as schedule:
        schedule.configure("[crawl]\nrequests = 20")
        schedule.run(code=ExitCode.PARTIAL)
        assert schedule.outcomes() == ["complete", "closespider_pagecount"]


def test_a_list_that_was_not_got_is_asked_for_by_the_next_run(tmp_path):
    with crawled(tmp_path, tencent_cloud((POSTS,), PAGE, 0)) as schedule:
        schedule.replica.fault_at = lambda host, path: Fault(status=503)
        schedule.run(code=ExitCode.PARTIAL)
        schedule.replica.fault_at = lambda host, path: None
        schedule.run()
        assert schedule.outcomes()[-2:] == ["partial", "complete"]


# How it ends


@contextmanager
def running(schedule: Schedule) -> Iterator[subprocess.Popen[str]]:
    """A run that has asked for its first posts."""
    program = str(Path(sys.executable).with_name("blog-archiver"))
    replica = f"REPLICA={schedule.replica.address}"
    command = [program, "crawl", "--due", "--archive", str(schedule.archive), "-s", replica]
    slow = ["-s", "DOWNLOAD_DELAY=0.4"]
    schedule.replica.log.clear()
    with subprocess.Popen(
        [*command, *slow], cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as process:
        while schedule.posts_asked() < 2:
            assert process.poll() is None
            time.sleep(0.02)
        yield process


def test_a_run_that_is_told_to_stop_keeps_what_it_has_and_is_taken_up_again(tmp_path):
    with scheduled(tmp_path, csdn((POSTS,), PAGE, 0)) as schedule:
        with running(schedule) as process:
            process.terminate()
            assert process.wait(60) == ExitCode.PARTIAL
            assert process.stderr
            assert process.stderr.read() == ""
        assert schedule.outcomes() == ["shutdown"]
        got = schedule.rows("SELECT archived FROM ledger")[0][0]
        assert isinstance(got, int)
        assert got > 0
        assert schedule.run() == ""
        assert schedule.posts_asked() == POSTS - got
        assert schedule.outcomes() == ["shutdown", "complete"]


def test_the_lock_of_a_killed_run_is_taken_over(tmp_path):
    with scheduled(tmp_path, csdn((POSTS,), PAGE, 0)) as schedule:
        with running(schedule) as process:
            assert schedule.run(code=ExitCode.LOCKED) == ""
            process.send_signal(signal.SIGKILL)
        assert schedule.run() == ""
        assert schedule.outcomes() == ["interrupted", "complete"]


def test_an_overlapping_run_speaks_up_when_the_other_has_lasted_for_a_day(tmp_path):
    stage = csdn((POSTS,), PAGE, 0)
    (handle,) = stage.posts
    with crawled(tmp_path, stage) as schedule:
        held = lock_platform(schedule.archive, "csdn")
        with Archive.open(schedule.archive) as archive:
            archive.begin_crawl(recognise(f"csdn:{handle}"))
        assert schedule.run(code=ExitCode.LOCKED) == ""
        schedule.pass_days(1.1)
        assert "csdn.lock is held by process" in schedule.run(code=ExitCode.LOCKED)
        held.release()


def test_a_missing_archive_is_refused(tmp_path):
    with scheduled(tmp_path, csdn((POSTS,), PAGE, 0)) as schedule:
        schedule.archive.unlink()
        assert "archive.db" in schedule.run(code=ExitCode.ARCHIVE)
        assert schedule.replica.log == []
        assert not schedule.archive.exists()
