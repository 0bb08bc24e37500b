"""One archive used by everything at once: crawls of two platforms, rebuilds, Datasette, and a rival."""

import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import httpx
import pytest

from archive.store import Archive
from archive.verify import verify
from scraper.exitcode import ExitCode
from tests.conftest import ROOT
from tests.replica import Replica
from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.prose import article
from tests.replica.tencent_cloud import TencentSite
from tests.replica.tencent_cloud import seed_site as tencent_seed

Program = Callable[[], subprocess.CompletedProcess[str]]

PROGRAM = str(Path(sys.executable).with_name("blog-archiver"))
ANOTHER = (sys.executable, "-m", "tests.other_extractor")
#: What grows with every crawl: what a reader sees of it must never go back.
COUNTS = "SELECT (SELECT count(*) FROM fetches) + (SELECT count(*) FROM post_versions) AS n"
TITLE = "SELECT count(*) AS n FROM posts_fts WHERE posts_fts MATCH '改到'"


def editing(csdn: CsdnSite, tencent: TencentSite, meanwhile: Program) -> None:
    """Let authors edit a post each time that a list is asked for, and run `meanwhile` the first time.

    The crawl that asks waits for its answer until that has ended: the two overlap for certain.
    """
    turn = iter(range(1, 1_000_000))

    def edit(list_page: int = 0) -> None:
        now = next(turn)
        if now == 2:
            meanwhile()
        for posts in (csdn.posts, tencent.articles):
            post = posts[now % len(posts)]
            post.title, post.blocks = f"改到第 {now} 次", article(now, 3000)

    edit()
    csdn.before_list = edit


def finished(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program that has run to its end."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


@dataclass
class Usage:
    """Programs run over and over until the end; the end is a time of `time.monotonic()`."""

    end: float
    done: dict[str, list[subprocess.CompletedProcess[str]]] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)

    def keep_running(self, name: str, *programs: Program) -> None:
        """Run programs in turn, in a thread of their own; at least each once."""
        self.done[name] = []
        thread = threading.Thread(target=self.take_turns, args=(name, programs))
        self.threads.append(thread)
        thread.start()

    def take_turns(self, name: str, programs: tuple[Program, ...]) -> None:
        for number, program in enumerate(cycle(programs)):
            if number >= len(programs) and time.monotonic() > self.end:
                return
            self.done[name].append(program())

    def __enter__(self) -> "Usage":
        return self

    def __exit__(self, *failure: object) -> None:
        for thread in self.threads:
            thread.join()

    def codes(self, name: str) -> set[int]:
        return {process.returncode for process in self.done[name]}

    def output(self) -> str:
        return "".join(p.stdout + p.stderr for done in self.done.values() for p in done)


@contextmanager
def datasette(archive: Path) -> Iterator[tuple[httpx.Client, Path]]:
    """A client of `blog-archiver browse`, and what the server says."""
    said = archive.with_name("datasette.log")
    command = [PROGRAM, "browse", "--archive", str(archive), "--port", "0"]
    with said.open("wb") as log, subprocess.Popen(command, stderr=log, stdout=log) as process:
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", said.read_text())):
            assert process.poll() is None, said.read_text()
            time.sleep(0.05)
        with httpx.Client(base_url=found[0], timeout=60) as client:
            yield client, said
        process.terminate()


def counted(archive: Path, query: str) -> int:
    """A count as SQLite itself reads it now."""
    with closing(sqlite3.connect(archive)) as connection:
        return int(connection.execute(query).fetchone()[0])


def read_until(end: float, client: httpx.Client, archive: Path) -> tuple[int, int]:
    """Ask Datasette over and over; how often, and how often its answer was older than the question."""
    asked = stale = 0
    while time.monotonic() < end:
        for query in (COUNTS, TITLE):
            before = counted(archive, query)
            answer = client.get("/archive.json", params={"sql": query, "_shape": "array"})
            assert answer.status_code == 200, answer.text
            asked += 1
            stale += query == COUNTS and answer.json()[0]["n"] < before
        found = client.get("/archive/articles.json", params={"_search": "显存", "_shape": "array"})
        assert found.status_code == 200, found.text
        assert found.json()
    return asked, stale


def use_at_once(folder: Path, seconds: float) -> None:
    """Everything at once for so many seconds: nobody is locked out, nothing is stale or damaged."""
    archive, csdn, tencent = (
        folder / "archive.db",
        CsdnSite("lin", invented_posts(60)),
        tencent_seed(),
    )
    with Replica([csdn, tencent]).running() as replica:

        def program(*command: str) -> Program:
            options = ["--archive", str(archive)]
            return lambda: finished(*command, *options, BLOG_ARCHIVER_REPLICA=replica.address)

        crawls = {name: ("crawl", name) for name in ("csdn:lin", "tencent_cloud:6649301")}
        refused: list[subprocess.CompletedProcess[str]] = []
        rival = program(PROGRAM, "crawl", "csdn:lin")
        for profile in crawls.values():
            program(PROGRAM, *profile)()
        editing(csdn, tencent, meanwhile=lambda: refused.append(rival()))
        with datasette(archive) as (client, said):
            with Usage(time.monotonic() + seconds) as usage:
                for name, crawl in crawls.items():
                    usage.keep_running(name, program(PROGRAM, *crawl, "--recheck"))
                usage.keep_running("rival", rival)
                again = ("rebuild", "--accept-worse")
                usage.keep_running("rebuild", program(*ANOTHER, *again), program(PROGRAM, *again))
                asked, stale = read_until(usage.end, client, archive)
            output = usage.output() + said.read_text()
    assert "database is locked" not in output
    assert "Traceback" not in output
    assert (stale, asked > seconds) == (0, True)
    assert usage.codes("tencent_cloud:6649301") == usage.codes("rebuild") == {ExitCode.COMPLETE}
    rivals = usage.done["rival"] + usage.done["csdn:lin"]
    answers = {ExitCode.COMPLETE, ExitCode.LOCKED}
    assert [done for done in rivals if done.returncode not in answers] == []
    assert [done.returncode for done in refused] == [ExitCode.LOCKED]
    assert re.search(r"process \d+: it crawls csdn:lin since", refused[0].stderr)
    with Archive.open(archive, read_only=True) as opened:
        assert counted(archive, "SELECT count(*) FROM post_versions") > 84
        assert [finding for finding in verify(opened) if finding.problems] == []


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [4, 300])
def test_crawls_a_rebuild_and_datasette_share_an_archive(tmp_path: Path, seconds: int):
    use_at_once(tmp_path, seconds)
