"""Pictures as a user gets them: after the pages, once, whatever becomes of a host or a process."""

import json
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path

import pytest

from archive.media.files import folder_of
from archive.store import Archive
from archive.verify import verify
from scraper.exitcode import ExitCode
from tests import started
from tests.conftest import ROOT, Crawler
from tests.replica import Fault
from tests.replica.csdn_pictures import HOST, CsdnPictures, illustrated
from tests.replica.github import GitHubSite, Repository
from tests.thorough import cases

Crawling = Callable[..., AbstractContextManager[Crawler]]
USER = "linshen"
STATES = "SELECT state, count(*) AS n FROM media GROUP BY state"


def states(crawl: Crawler) -> dict[str, int]:
    return {row["state"]: row["n"] for row in crawl.rows(STATES)}


def pictures_asked(crawl: Crawler) -> int:
    """How many pictures were asked for since the last call."""
    asked = crawl.replica.asked(HOST)
    crawl.replica.log.clear()
    return len(asked)


def command(crawl: Crawler, *arguments: str, code: int = 0) -> str:
    """Run `blog-archiver` against the replica."""
    replica = {"BLOG_ARCHIVER_REPLICA": crawl.replica.address}
    folder = crawl.archive.parent
    done = started.run("blog-archiver", *arguments, folder=folder, environment=replica)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def problems(path: Path) -> dict[str, list[str]]:
    with Archive.open(path, read_only=True) as archive:
        return {f.check: f.problems for f in verify(archive) if f.problems}


def files(crawl: Crawler) -> list[Path]:
    return [path for path in folder_of(crawl.archive).rglob("*") if path.is_file()]


def test_pictures_come_after_all_pages_and_never_again(crawling: Crawling):
    with crawling(illustrated(USER, 3, 2), CsdnPictures()) as crawl:
        crawl("csdn", USER)
        hosts = [asked.host for asked in crawl.replica.log if asked.path != "/robots.txt"]
        assert hosts[-6:] == [HOST] * 6
        assert HOST not in hosts[:-6]
        assert states(crawl) == {"held": 6}
        assert len(files(crawl)) == 6
        assert problems(crawl.archive) == {}
        crawl.replica.log.clear()
        crawl("csdn", USER)
        assert crawl.replica.asked(HOST, robots=True) == []
        assert "3/3 posts · 0 formulas lost · 6/6 pictures" in command(crawl, "audit")


def test_what_is_no_address_keeps_no_other_picture_from_being_asked_for(crawling: Crawling):
    with crawling(illustrated(USER, 1, 3), CsdnPictures()) as crawl:
        crawl("csdn", USER, "-s", "MEDIA_PICTURES=False")
        with Archive.open(crawl.archive) as archive, archive.writing():
            for table, column in (("media", "id"), ("post_media", "media_id")):
                archive.db.execute(
                    f"UPDATE {table} SET url = 'https://[a/b.png' WHERE {column} = 1"
                )
        assert "Traceback" not in crawl("csdn", USER)
        assert states(crawl) == {"forbidden": 1, "held": 2}
        assert "https://[a/b.png is no address" in command(crawl, "media")


def test_a_dead_picture_fails_no_post_and_is_got_on_request(crawling: Crawling):
    pictures = CsdnPictures(missing=True)
    with crawling(illustrated(USER, 2, 2), pictures) as crawl:
        crawl("csdn", USER)
        assert [row["outcome"] for row in crawl.rows("SELECT outcome FROM crawls")] == ["complete"]
        assert states(crawl) == {"gone": 4}
        said = command(crawl, "media")
        assert f"csdn:{USER}  0/4 pictures · 0.0 MB\n  gone https://{HOST}/direct/" in said
        assert "answered 404 (last asked for" in said
        assert "2/2 posts" in command(crawl, "audit")
        (account,) = json.loads(command(crawl, "audit", "--json"))
        assert [one["state"] for one in account["media"]["missing"]] == ["gone"] * 4

        pictures.missing = False
        pictures_asked(crawl)
        crawl("csdn", USER)
        assert pictures_asked(crawl) == 0
        asked_again = command(crawl, "media", "--retry", "--json")
        assert [asked.host for asked in crawl.replica.log if asked.host != HOST] == []
        (account,) = json.loads(asked_again)
        assert (account["pictures"], account["pictures_held"], account["missing"]) == (4, 4, [])
        assert len(crawl.rows("SELECT id FROM crawls")) == 2


def test_a_lost_and_a_damaged_file_are_found_and_asked_for_again(crawling: Crawling):
    with crawling(illustrated(USER, 1, 3), CsdnPictures()) as crawl:
        crawl("csdn", USER)
        lost, damaged, _ = files(crawl)
        lost.unlink()
        damaged.write_bytes(b"something else")
        found = problems(crawl.archive)["media"]
        assert any(f"{lost} cannot be read" in problem for problem in found)
        assert any(f"{damaged} is not the file" in problem for problem in found)
        pictures_asked(crawl)
        command(crawl, "media", "--retry", "-s", "USER_AGENT=somebody")
        agents = {asked.headers["User-Agent"] for asked in crawl.replica.log if asked.host == HOST}
        assert agents == {"somebody"}
        assert pictures_asked(crawl) == 2
        assert problems(crawl.archive) == {}


def test_a_host_that_sends_one_picture_for_all_is_asked_with_the_articles_referer(crawling):
    with crawling(illustrated(USER, 2, 4), CsdnPictures(guarded=True)) as crawl:
        crawl("csdn", USER)
        assert states(crawl) == {"held": 8}
        assert crawl.rows("SELECT count(DISTINCT sha256) AS n FROM media")[0]["n"] == 8
        assert {row["referer"] for row in crawl.rows("SELECT referer FROM media")} == {"article"}
        pictures_asked(crawl)
        crawl("csdn", USER)
        assert pictures_asked(crawl) == 0


@pytest.mark.parametrize(
    ("options", "held"),
    [
        ("pictures = false", {"wanted": 2}),
        pytest.param("files = false", {"held": 2}, marks=pytest.mark.soak),
        pytest.param("largest = 1", {"too_large": 2}, marks=pytest.mark.soak),
    ],
)
def test_profiles_toml_says_what_is_fetched(crawling: Crawling, options: str, held: dict[str, int]):
    with crawling(illustrated(USER, 1, 2), CsdnPictures(size=600)) as crawl:
        crawl.archive.with_name("profiles.toml").write_text(f"[media]\n{options}\n")
        crawl("csdn", USER)
        assert states(crawl) == held


@pytest.mark.parametrize("door", cases(["blog-archiver"], ["scrapy"]))
def test_a_dry_run_asks_for_no_picture(crawling: Crawling, door: str):
    with crawling(illustrated(USER, 1, 2), CsdnPictures()) as crawl:
        crawl("csdn", USER, "-s", "MEDIA_PICTURES=False")
        pictures_asked(crawl)
        if door == "scrapy":
            crawl("csdn", USER, "-a", "dry_run=1")
        else:
            command(crawl, "crawl", f"csdn:{USER}", "--dry-run")
        assert pictures_asked(crawl) == 0
        crawl("csdn", USER)
        assert pictures_asked(crawl) == 2


def stopped(crawl: Crawler, pictures: int, signal_number: int) -> int | None:
    """Crawl, send the process a signal once it asked for so many pictures; returns its exit code."""
    process = subprocess.Popen(crawl.command("csdn", USER), cwd=ROOT, stderr=subprocess.DEVNULL)
    while process.poll() is None and len(crawl.replica.asked(HOST)) < pictures:
        time.sleep(0.002)
    process.send_signal(signal_number)
    return process.wait(60)


@pytest.mark.parametrize("signal_number", cases([signal.SIGKILL], [signal.SIGINT]))
def test_a_run_that_is_stopped_is_continued_by_the_next(crawling: Crawling, signal_number: int):
    with crawling(illustrated(USER, 10, 4), CsdnPictures()) as crawl:
        assert stopped(crawl, 15, signal_number) in (-signal.SIGKILL, ExitCode.PARTIAL)
        assert problems(crawl.archive) == {}
        held = states(crawl)["held"]
        assert 10 < held < 40
        pictures_asked(crawl)
        crawl("csdn", USER)
        assert pictures_asked(crawl) == 40 - held
        assert states(crawl) == {"held": 40}
        assert [path for path in files(crawl) if path.suffix == ".new"] == []


@pytest.mark.soak
def test_without_room_for_a_picture_the_run_ends_and_the_next_goes_on(crawling: Crawling):
    pictures = CsdnPictures(size=1500)
    with crawling(illustrated(USER, 1, 2), pictures) as crawl:
        done = subprocess.run(
            crawl.command("csdn", USER),
            cwd=ROOT,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, 3_000_000)),
        )
        assert done.returncode == ExitCode.ARCHIVE, done.stderr[-3000:]
        assert "archive.media cannot be used: " in done.stderr
        assert "Traceback" not in done.stderr
        assert files(crawl) == []
        assert states(crawl) == {"wanted": 2}
        crawl("csdn", USER)
        assert states(crawl) == {"held": 2}


@pytest.mark.soak
def test_two_platforms_of_a_run_take_turns_at_a_host_of_pictures(crawling: Crawling):
    text = "".join(f"![图](https://{HOST}/direct/{number}.png)\n\n" for number in range(6))
    files = {"README.md": b"# N\n\n- [One](./one.md)\n", "one.md": f"# One\n\n{text}".encode()}
    github = GitHubSite([Repository("someone/notes", files)])
    with crawling(illustrated(USER, 2, 3), github, CsdnPictures()) as crawl:
        profiles = [f"csdn:{USER}", "github_readme:someone/notes"]
        command(crawl, "crawl", *profiles, "-s", "DOWNLOAD_DELAY=0.2")
        assert states(crawl) == {"held": 12}
        asked = [seen.at for seen in crawl.replica.log if seen.host == HOST]
        asked = asked[2:]  # each platform asks for robots.txt before its first picture
        assert min(later - at for at, later in pairwise(asked)) >= 0.09


@pytest.mark.soak
def test_a_host_that_refuses_ten_pictures_in_a_row_is_asked_for_no_more_of_them(crawling: Crawling):
    with crawling(illustrated(USER, 1, 40), CsdnPictures()) as crawl:
        crawl.replica.fault_at = lambda host, path: Fault(403) if host == HOST else None
        crawl("csdn", USER)
        assert states(crawl) == {"refused": 10, "wanted": 30}
        assert pictures_asked(crawl) <= 3 * 10 + 3
        crawl("csdn", USER)
        assert states(crawl) == {"refused": 20, "wanted": 20}  # the next ones
