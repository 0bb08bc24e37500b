"""Thirty days of twenty profiles with nobody looking: nothing is lost, and each trouble is told once."""

import os
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from re import sub
from statistics import linear_regression

import pytest

from archive.store import Archive
from archive.verify import verify
from scraper.exitcode import ExitCode
from tests.drift import Change, swap
from tests.month import Month, Ran, Trouble, times
from tests.mutations import edited
from tests.replica import Fault
from tests.stages import STAGES

START = datetime(2026, 12, 1, 6, tzinfo=UTC)
JUMPS = {29: timedelta(days=-2), 45: timedelta(days=3)}
#: What happens to the machine, by the number of the run.
FULL, KILLED, OVERLAPPED = {18}, {24, 33, 53}, {0}
PAGE = Fault(200, b"<html><body><p>hello</p></body></html>", {"Content-Type": "text/html"})
LOGIN = Fault(200, "<title>登录 - CSDN</title><p>请登录后查看".encode(), PAGE.headers)
WALL = Fault(200, b"<script>var EO_Bot_Ssid=1</script>", {"Content-Type": "text/html"})

TROUBLES = [
    Trouble(first=2, until=5, told="CSDN wants a login", change=Change(
        title="login wall", pages="blog.csdn.net/.*/details/", answer=LOGIN)),
    Trouble(first=6, until=9, told="#content_views", change=Change(
        title="renamed id", pages="blog.csdn.net/.*/details/", answer=swap("content_views", "views"))),
    Trouble(first=12, until=16, told="Tencent Cloud refuses us", change=Change(
        title="challenge with 200", pages="cloud.tencent.com/(?!robots)", answer=WALL)),
    Trouble(first=56, until=58, told="Tencent Cloud list changed", change=Change(
        title="no list beside a total", pages="user-center", answer=edited(lambda answer: answer["data"].update(list=None)))),
    Trouble(first=20, until=26, told="blog1.github.io cannot be reached", change=Change(
        title="down", pages="blog1.github.io", answer=Fault(503))),
    Trouble(first=28, until=31, told="articleId", change=Change(
        title="renamed key", pages="get-business-list", answer=swap('"articleId"', '"articleNumber"'))),
    Trouble(first=34, until=38, told="someone/notes2 is gone", change=Change(
        title="author gone", pages="someone/notes2", answer=Fault(404))),
    Trouble(first=42, until=45, told="blog3.github.io list changed", change=Change(
        title="no feed", pages="blog3.github.io/rss.xml", answer=PAGE)),
    Trouble(first=38, until=42, told=".title-article", change=Change(
        title="renamed class", pages="blog.csdn.net/.*/details/", answer=swap("title-article", "heading"))),
    Trouble(first=53, until=56, told="blog4.github.io list changed", change=Change(
        title="empty feed", pages="blog4.github.io/rss.xml", answer=lambda feed: sub("(?s)<item>.*</item>", "", feed))),
    Trouble(first=48, until=52, told="CSDN refuses us", change=Change(
        title="wall", pages="blog.csdn.net/(?!robots)", answer=Fault(521))),
]  # fmt: skip
RUNS = 60
#: Requests of a run that reach nobody: written to a connection that the site is just closing.
UNHEARD = 2


def what_happens(month: Month, number: int, at: datetime) -> Ran:
    """One run, or two at once, or one that is killed in its midst, or one without room on the disk."""
    asked = len(month.replica.log)
    if number in FULL:
        return month.ended(month.start(at, most=month.crawl.archive.stat().st_size))
    process = month.start(at)
    if number in KILLED | OVERLAPPED:
        while len(month.replica.log) < asked + 5 and not has_ended(process.pid):
            time.sleep(0.01)
    if number in KILLED:
        os.kill(process.pid, signal.SIGKILL)  # Popen's own would take the status that we wait for
    if number in OVERLAPPED:
        rival = month.ended(month.start(at))
        assert (rival.code, rival.said) == (ExitCode.LOCKED, "")
    return month.ended(process)


def has_ended(pid: int) -> bool:
    """Whether a process has ended, which is left for who waits for it."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def kept(month: Month) -> set[tuple[int, str]]:
    """Every version that the archive has, and the page it is of."""
    rows = month.crawl.rows("SELECT id, raw_sha256 FROM post_versions")
    return {(row["id"], row["raw_sha256"]) for row in rows}


def account(month: Month, since: int) -> int:
    """How many requests the archive says crawls made, from a number on."""
    rows = month.crawl.rows(
        "SELECT sum(requests + media_requests) AS n FROM crawls WHERE id > ?", since
    )
    return rows[0]["n"] or 0


def last_crawl(month: Month) -> int:
    if not month.crawl.archive.exists():
        return 0
    return month.crawl.rows("SELECT max(id) AS id FROM crawls")[0]["id"] or 0


def live(month: Month, runs: int) -> Iterator[Ran]:
    """Run after run, each followed by a look at what it says of itself."""
    before: set[tuple[int, str]] = set()
    for number, at in enumerate(times(START, runs, JUMPS)):
        month.weather(number)
        month.authors_write()
        asked, since = len(month.replica.log), last_crawl(month)
        ran = what_happens(month, number, at)
        assert "Traceback" not in ran.said, ran.said
        assert before <= (before := kept(month)), "a version is lost"
        if number not in KILLED | FULL:
            unheard = account(month, since) - (len(month.replica.log) - asked)
            assert 0 <= unheard <= UNHEARD, (number, at)
        yield ran


def shown(month: Month) -> dict[str, set[str]]:
    """What the sites show at the end, by profile."""
    return {
        f"{stage.platform}:{handle}": stage.ids(handle)
        for stage in month.stages
        for handle in stage.posts
    }


def archived(month: Month) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in month.crawl.rows(ARCHIVED):
        found.setdefault(row["profile"], set()).add(row["source_id"])
    return found


ARCHIVED = """
SELECT posts.platform || ':' || handle AS profile, source_id FROM posts
JOIN profiles ON profiles.id = profile_id WHERE posts.state = 'archived'
"""


@pytest.mark.soak
def test_a_month_without_anybody_looking(tmp_path: Path) -> None:
    month = Month(tmp_path, [stage(range(6, 11), 20) for stage in STAGES], TROUBLES)
    Archive.open(month.crawl.archive, create=True).close()
    with month.replica.running():
        ran = list(live(month, RUNS))
    told = month.told()
    times_told = {t.told: sum(t.told in message for message in told) for t in TROUBLES}
    everything = "\n\n".join(told)
    assert times_told == dict.fromkeys(times_told, 2), everything
    assert len(told) == 2 * len(TROUBLES) + 2 * len(FULL), everything
    assert archived(month) == shown(month)
    peaks = [one.peak / 1e6 for number, one in enumerate(ran) if number not in KILLED | FULL]
    assert linear_regression(range(len(peaks)), peaks).slope < 1
    with Archive.open(month.crawl.archive, read_only=True) as opened:
        assert [finding for finding in verify(opened) if finding.problems] == []
