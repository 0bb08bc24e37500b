"""What many tests use: the shared material, a replica, and crawls as a user runs them."""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

import tests.offline.sitecustomize  # noqa: F401
from archive.store import Archive
from tests import started
from tests.replica import Replica, Site

ROOT = Path(__file__).parent.parent

# Every process that a test starts gets it with the environment; this one has it by the import above.
os.environ["PYTHONPATH"] = str(ROOT / "tests/offline")
# Hundreds of crawls run in processes of their own: none should compile the project again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of saved pages and measurements; tests that need it are skipped without it."""
    folder = Path(os.environ.get("BLOG_ARCHIVER_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there: set BLOG_ARCHIVER_SHARED")
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept", action="store_true", help="rewrite the expectations of saved pages"
    )


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether expectations are to be rewritten with what was found."""
    return bool(request.config.getoption("--accept"))


class Asking:
    """A replica that is asked directly, for tests of the replica itself."""

    def __init__(self, replica: Replica) -> None:
        self.replica = replica

    def ask(self, host: str, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        url = f"http://{self.replica.address}{path}"
        return httpx.get(url, headers={"Host": host, **(headers or {})})


@pytest.fixture
def replica() -> Iterator[Callable[..., Asking]]:
    """`replica(site, …).ask(host, path)`."""
    with ExitStack() as running:
        yield lambda *sites: Asking(running.enter_context(Replica(sites).running()))


class Crawler:
    """Runs `scrapy crawl` in a process of its own, into one archive, against one replica."""

    def __init__(self, archive: Path, replica: Replica) -> None:
        self.archive, self.replica = archive, replica

    def command(self, platform: str, profile: str | None, *arguments: str) -> list[str]:
        """A crawl as a shell starts it, for who wants the process itself."""
        return [sys.executable, "-m", "scrapy", *self.arguments(platform, profile, *arguments)]

    def arguments(self, platform: str, profile: str | None, *arguments: str) -> list[str]:
        chosen = ["-a", f"profile={profile}"] if profile else []
        settings = [f"REPLICA={self.replica.address}", f"ARCHIVE_PATH={self.archive}"]
        options = [part for setting in settings for part in ("-s", setting)]
        return ["crawl", platform, *chosen, *options, *arguments]

    def __call__(
        self, platform: str, profile: str | None = None, *arguments: str, code: int | None = 0
    ) -> str:
        """Crawl; fail unless the exit code is `code` (None: any); return what was printed."""
        program = self.arguments(platform, profile, *arguments)
        done = started.run("scrapy", *program, folder=ROOT, timeout=300)
        output = done.stdout + done.stderr
        assert code is None or done.returncode == code, f"exit {done.returncode}\n{output[-6000:]}"
        return output

    def rows(self, sql: str, *parameters: object) -> list[sqlite3.Row]:
        """Rows of the archive, read as any SQLite client reads them."""
        with sqlite3.connect(self.archive) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute(sql, parameters).fetchall()
        connection.close()
        return rows


@pytest.fixture
def crawling(tmp_path: Path) -> Callable[..., AbstractContextManager[Crawler]]:
    """`with crawling(site, …) as crawl: crawl("csdn", "someone")`."""

    @contextmanager
    def start(*sites: Site) -> Iterator[Crawler]:
        with Replica(sites).running() as replica:
            yield Crawler(tmp_path / "archive.db", replica)

    return start


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """An empty archive, open for writing."""
    with Archive.open(tmp_path / "archive.db", create=True) as opened:
        yield opened
