"""Days of crawls that nobody watches: what happens meanwhile to the sites, the machine and the clock."""

import asyncio
import gzip
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from aiohttp import web

from tests.conftest import ROOT, Crawler
from tests.drift import Change, Drifting
from tests.replica import Replica, Site
from tests.replica.hostile import Answer, slow_body
from tests.stages import Stage

#: For a site that answers late, as for one that never ends: both are given up after so many seconds.
TIMEOUT = 2
#: Of all first requests for an address, so many meet a hiccup; the next one for it does not.
HICCUPS = 0.03


async def cut(request: web.Request) -> web.StreamResponse:
    assert request.transport
    request.transport.abort()
    return web.Response()


async def silent(request: web.Request) -> web.StreamResponse:
    """Nothing, for longer than anybody waits."""
    await asyncio.sleep(10 * TIMEOUT)
    return web.Response()


async def torn(request: web.Request) -> web.StreamResponse:
    """The first half of a compressed page."""
    half = gzip.compress(random.Random(1).randbytes(4000))[:2000]
    return web.Response(body=half, headers={"Content-Encoding": "gzip"})


def status(number: int, **headers: str) -> Answer:
    async def answer(request: web.Request) -> web.StreamResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(status=number, headers=named)

    return answer


HICCUP: list[Answer] = [
    cut,
    silent,
    torn,
    slow_body,
    status(429, Retry_After="1"),
    status(500),
    status(503),
    status(521),
]


class Hiccups:
    """A site that now and then fails, and does not when it is asked again."""

    def __init__(self, site: Site, chance: random.Random) -> None:
        self.site, self.chance, self.hosts = site, chance, site.hosts
        self.asked: set[str] = set()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        address = f"{request.method} {request.host}{request.path_qs} {await request.text()}"
        if address not in self.asked and self.chance.random() < HICCUPS:
            self.asked.add(address)
            return await self.chance.choice(HICCUP)(request)
        return await self.site.answer(request)


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """What is wrong from one run up to another, and the words of the one message that tells of it."""

    first: int
    until: int
    change: Change
    told: str


@dataclass
class Ran:
    """What a run came to: its exit code (negative: the signal), what it said, its peak memory in bytes."""

    code: int
    said: str
    peak: int


class Month:
    """An archive of many profiles, and runs of `blog-archiver crawl --due` over it at played times."""

    def __init__(self, folder: Path, stages: Iterable[Stage], troubles: Iterable[Trouble]) -> None:
        self.stages, self.troubles = list(stages), list(troubles)
        self.replica = Replica([stage.site for stage in self.stages])
        self.crawl = Crawler(folder / "archive.db", self.replica)
        self.chance = random.Random(2026)
        self.messages = folder / "messages.txt"
        (folder / "profiles.toml").write_text(self.configuration(), encoding="utf-8")

    def configuration(self) -> str:
        profiles = [
            f'[[profiles]]\nhandle = "{stage.platform}:{handle}"\ninterval = 12\n'
            for stage in self.stages
            for handle in stage.posts
        ]
        command = f"cat >> {self.messages}; echo ---- >> {self.messages}"
        return "\n".join([*profiles, f"[alerts]\ncommand = '{command}'\n"])

    def weather(self, number: int) -> None:
        """Let the sites be as they are during a run."""
        now = [
            trouble.change for trouble in self.troubles if trouble.first <= number < trouble.until
        ]
        self.replica.sites = []
        for stage in self.stages:
            site: Site = Hiccups(stage.site, self.chance)
            # Outside: a request that hiccups have read cannot be passed on again.
            for change in now:
                site = Drifting(site, change)
            self.replica.sites.append(site)

    def start(self, at: datetime, *, most: int | None = None) -> subprocess.Popen[str]:
        """Start a run at a played time; it may make no file of more than `most` bytes."""

        def limit() -> None:
            if most is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        program = Path(sys.executable).with_name("blog-archiver")
        earnest = {"COOLDOWN": 600, "COOLDOWN_MAX": 86400, "DOWNLOAD_TIMEOUT": TIMEOUT}
        settings = [part for item in earnest.items() for part in ("-s", "{}={}".format(*item))]
        played = {"PLAYED_CLOCK": at.isoformat(), "BLOG_ARCHIVER_REPLICA": self.replica.address}
        return subprocess.Popen(
            [program, "crawl", "--due", "--archive", self.crawl.archive, *settings],
            cwd=ROOT,
            env={**os.environ, **played},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=limit,
        )

    @staticmethod
    def ended(process: subprocess.Popen[str]) -> Ran:
        """Wait for a run."""
        assert process.stdout
        with process.stdout as stdout:
            said = stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return Ran(process.returncode, said, usage.ru_maxrss * 1024)

    def told(self) -> list[str]:
        """The messages that the user got, in order."""
        text = self.messages.read_text(encoding="utf-8") if self.messages.exists() else ""
        return [message.strip() for message in text.split("----") if message.strip()]

    def authors_write(self) -> None:
        """About every tenth author writes a post."""
        for stage in self.stages:
            for handle, posts in stage.posts.items():
                if self.chance.random() < 0.1:
                    posts.insert(0, stage.new(handle, len(posts)))


def times(start: datetime, runs: int, jumps: dict[int, timedelta]) -> Iterable[datetime]:
    """When each run begins: every twelve hours, by a clock that jumps before some of them."""
    now = start
    for number in range(runs):
        yield now
        now += timedelta(hours=12) + jumps.get(number, timedelta())
