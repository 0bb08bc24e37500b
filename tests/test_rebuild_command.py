"""`blog-archiver rebuild` as a user runs it, and as a power cut ends it."""

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from archive.rebuild import rebuild, versions
from archive.store import Archive
from archive.verify import verify
from scraper.body import EXTRACTOR
from tests import started
from tests.conftest import ROOT
from tests.made import rows
from tests.rebuilding import fill, rendered_earlier
from tests.replica import Replica
from tests.replica.seeds import PROFILES, seed_sites

PLATFORMS = {"csdn", "github_pages", "github_readme", "tencent_cloud"}
COMMAND = str(Path(sys.executable).with_name("blog-archiver"))


def run(archive: Path, *arguments: str, code: int = 0) -> str:
    """Run a command on an archive, fail unless it exits with `code`; what it printed."""
    done = started.run("blog-archiver", *arguments, "--archive", archive, folder=ROOT)
    assert done.returncode == code, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def run_error(archive: Path, *arguments: str, code: int) -> str:
    done = started.run("blog-archiver", *arguments, "--archive", archive, folder=ROOT)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def digest(path: Path) -> str:
    with Archive.open(path, read_only=True) as archive:
        return archive.digest()


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the seeds of all four platforms."""
    path = tmp_path_factory.mktemp("crawled") / "archive.db"
    with Replica(seed_sites()).running() as replica:
        run(path, "crawl", *PROFILES, "-q", "-s", f"REPLICA={replica.address}")
    return path


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seventy posts as an earlier extractor left them: each changes, ten get worse."""
    path = tmp_path_factory.mktemp("left") / "archive.db"
    with Archive.open(path, create=True) as archive:
        fill(archive, 70)
        rendered_earlier(archive, before="旧的渲染 ")
        archive.db.execute("UPDATE renderings SET score = 1.5 WHERE id % 7 = 0")
    return path


@pytest.fixture
def earlier(left: Path, tmp_path: Path) -> Path:
    """A copy of that to rebuild."""
    return Path(shutil.copy(left, tmp_path))


def test_a_rebuild_is_what_the_crawl_made_of_every_post_of_every_platform(crawled):
    held = digest(crawled)
    told = json.loads(run(crawled, "rebuild", "--json"))
    with Archive.open(crawled, read_only=True) as archive:
        posts = rows(archive, "SELECT platform || ':' || source_id FROM posts WHERE version_id > 0")
    assert sorted(post["post"] for post in told["posts"]) == sorted(name for (name,) in posts)
    assert {name.split(":")[0] for (name,) in posts} == PLATFORMS
    assert not [p for p in told["posts"] if p["changed"] or p["outcome"] != "same" or p["unnamed"]]
    assert digest(crawled) == held


def test_only_the_posts_of_the_named_profile_are_rendered(crawled):
    csdn = next(profile for profile in PROFILES if "csdn" in profile)
    told = json.loads(run(crawled, "rebuild", csdn, "--json", "--dry-run"))
    assert {post["post"].split(":")[0] for post in told["posts"]} == {"csdn"}
    assert "crawl it first" in run_error(crawled, "rebuild", "csdn:nobody", code=40)


def test_it_says_what_is_worse_and_exits_with_10_until_that_is_accepted(earlier):
    said = run(earlier, "rebuild", "--dry-run", code=10)
    assert said.count("(stays as it was)") == 10
    assert "worse csdn:7 1.50 → 1.00 第 7 篇" in said
    assert f"70 posts by extractor {EXTRACTOR}: 0 better · 10 worse · 60 same; 70 changed" in said
    assert run(earlier, "rebuild", code=10) == said
    assert "70 posts" in run(earlier, "rebuild", "--accept-worse")
    assert "0 changed" in run(earlier, "rebuild")


def test_it_is_rolled_back_by_the_name_of_an_extractor(earlier):
    run(earlier, "rebuild", "--accept-worse")
    assert "70 posts show what extractor 0 made" in run(earlier, "rebuild", "--rollback", "0")
    assert json.loads(run(earlier, "rebuild", "--rollback", "0", "--json"))["changed"] == 0
    assert "there are 0, " in run_error(earlier, "rebuild", "--rollback", "9", code=40)
    run(earlier, "verify")


def test_another_body_under_the_same_name_exits_with_20(earlier):
    with Archive.open(earlier) as archive:
        archive.db.execute("UPDATE renderings SET extractor = ?", (EXTRACTOR,))
    assert "made another body" in run(earlier, "rebuild", code=20)


def test_it_makes_the_index_again(earlier):
    with Archive.open(earlier) as archive:
        archive.db.execute("INSERT INTO posts_fts (posts_fts) VALUES ('delete-all')")
    assert "blog-archiver rebuild --index" in run(earlier, "verify", code=50)
    run(earlier, "rebuild", "--index")
    run(earlier, "verify")
    assert "verify" in run_error(earlier, "rebuild", "--index", "--dry-run", code=40)


def killed_at(statement: int, archive: Path) -> subprocess.CompletedProcess[str]:
    """A rebuild in one process, killed at a statement."""
    arguments = [str(statement), "rebuild", "--jobs", "1", "--archive", str(archive)]
    command = [sys.executable, "-m", "tests.killed", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def kill_and_rebuild_again(earlier: Path, kills: int) -> None:
    """Wherever a rebuild is killed, the next one ends in what an undisturbed one gives."""
    whole = Path(shutil.copy(earlier, earlier.with_name("whole.db")))
    statements = int(killed_at(0, whole).stdout.split()[-1])
    undisturbed = digest(whole)
    for point in Random(7).sample(range(1, statements + 1), kills):
        again = Path(shutil.copy(earlier, earlier.with_name(f"{point}.db")))
        assert killed_at(point, again).returncode == -signal.SIGKILL
        with Archive.open(again) as archive:
            assert not [finding for finding in verify(archive) if finding.problems]
            list(rebuild(archive, versions(archive.db, [1])))
        assert digest(again) == undisturbed


@pytest.mark.soak
def test_a_killed_rebuild_is_ended_by_the_next_one(earlier):
    kill_and_rebuild_again(earlier, 2)


@pytest.mark.soak
def test_fifty_killed_rebuilds_are_ended_by_the_next_ones(earlier):
    kill_and_rebuild_again(earlier, 50)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    files = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in files for child in file.read_text().split()]


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that must come true, and fail when it does not within half a minute."""
    ending = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < ending
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc")
def test_no_process_outlives_a_killed_rebuild(earlier):
    command = [COMMAND, "rebuild", "--jobs", "2", "--archive", str(earlier)]
    process = subprocess.Popen(command, cwd=ROOT)
    until(lambda: len(children(process.pid)) == 3)  # two that render, and Python's resource tracker
    started = children(process.pid)
    process.kill()
    process.wait()
    until(lambda: not any(running(child) for child in started))


def running(pid: int) -> bool:
    """Whether a process is more than an entry that nobody has collected."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except OSError:
        return False
