"""All four platforms on one replica, crawled side by side into one archive, as a user does."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.actors import Actor
from tests.conftest import ROOT, Crawler
from tests.replica import Fault, Replica
from tests.stages import Stage


class Theatre:
    """The replica of some stages, one archive, and runs over all their profiles in one process."""

    def __init__(self, folder: Path, stages: Iterable[Stage]) -> None:
        self.stages = list(stages)
        self.replica = Replica([stage.site for stage in self.stages])
        self.crawl = Crawler(folder / "archive.db", self.replica)

    def run(self, *options: str, other_extractor: bool = False) -> int:
        """Crawl everything, by another extractor if asked; returns the exit code."""
        program = [str(Path(sys.executable).with_name("blog-archiver"))]
        if other_extractor:
            program = [sys.executable, "-m", "tests.other_extractor"]
        profiles = [f"{stage.platform}:{handle}" for stage in self.stages for handle in stage.posts]
        done = subprocess.run(
            [*program, "crawl", *profiles, *options, "--archive", self.crawl.archive],
            cwd=ROOT,
            env={**os.environ, "BLOG_ARCHIVER_REPLICA": self.replica.address},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode

    def fault(self, actor: Actor, fault: Fault | None) -> None:
        """Answer for a post's page in its place; None: no more."""
        self.replica.faults.pop((actor.host, actor.path), None)
        if fault:
            self.replica.faults[actor.host, actor.path] = fault

    def page(self, actor: Actor) -> str:
        """The page of a post as it is sent now."""
        url = f"http://{self.replica.address}{actor.path}"
        return httpx.get(url, headers={"Host": actor.host}).text


@contextmanager
def playing(folder: Path, stages: Iterable[Stage]) -> Iterator[Theatre]:
    """A theatre whose replica runs."""
    theatre = Theatre(folder, stages)
    with theatre.replica.running():
        yield theatre
