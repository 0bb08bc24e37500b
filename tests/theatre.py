"""All four platforms on one replica, crawled side by side into one archive, as a user does."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests import started
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
        profiles = [f"{stage.platform}:{handle}" for stage in self.stages for handle in stage.posts]
        arguments = ["crawl", *profiles, *options, "--archive", str(self.crawl.archive)]
        replica = {"BLOG_ARCHIVER_REPLICA": self.replica.address}
        run = other_program if other_extractor else started.run
        done = run("blog-archiver", *arguments, folder=ROOT, environment=replica)
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


def other_program(
    _: str, *arguments: str, folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """The program with another extractor, which has to be there before anything is read."""
    command = [sys.executable, "-m", "tests.other_extractor", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120)


@contextmanager
def playing(folder: Path, stages: Iterable[Stage]) -> Iterator[Theatre]:
    """A theatre whose replica runs."""
    theatre = Theatre(folder, stages)
    with theatre.replica.running():
        yield theatre
