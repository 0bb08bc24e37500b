"""Crawls into an archive as a user runs them: what is asked for again, what survives, what ends a run."""

import json
import resource
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import pytest
from aiohttp import web

from archive.lock import lock_platform
from archive.store import Archive
from scraper.exitcode import ExitCode
from scraper.items import Profile
from tests.conftest import ROOT, Crawler
from tests.replica import Fault, Site
from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.csdn_pictures import CsdnPictures, illustrated

Crawling = Callable[..., AbstractContextManager[Crawler]]
USER = "linshen"
COUNTS = "SELECT listed, new, revised, unchanged, failed, outcome FROM crawls ORDER BY id"


def site(posts: int, characters: int = 300) -> CsdnSite:
    return CsdnSite(user=USER, posts=invented_posts(posts, characters))


def digest(path: Path) -> str:
    with Archive.open(path, read_only=True) as archive:
        return archive.digest()


def articles_asked(crawl: Crawler) -> list[str]:
    """The paths of posts that were asked for since the last call."""
    paths = [asked.path for asked in crawl.replica.log if "/article/details/" in asked.path]
    crawl.replica.log.clear()
    return paths


def test_a_profile_is_kept_then_costs_its_listings_and_what_they_show_changed(crawling: Crawling):
    blog = site(12)
    with crawling(blog) as crawl:
        crawl("csdn", USER)
        cost = crawl.rows("SELECT requests, bytes FROM crawls")[0]
        assert cost["requests"] == len(crawl.replica.log)
        assert cost["bytes"] > 12 * 1000
        assert len(articles_asked(crawl)) == 12
        kept = digest(crawl.archive)

        crawl("csdn", USER)
        assert articles_asked(crawl) == []
        assert digest(crawl.archive) == kept

        edited = blog.posts[3]
        edited.title = "改过的标题"
        for post in blog.posts:
            post.views += 100
        crawl("csdn", USER)
        assert articles_asked(crawl) == [f"/{USER}/article/details/{edited.id}"]
        assert [tuple(row) for row in crawl.rows(COUNTS)] == [
            (12, 12, 0, 0, 0, "complete"),
            (12, 0, 0, 12, 0, "complete"),
            (12, 0, 1, 11, 0, "complete"),
        ]


@pytest.mark.soak
def test_an_unchanged_profile_of_500_posts_costs_a_twentieth_and_no_version(crawling: Crawling):
    with crawling(site(500)) as crawl:
        crawl("csdn", USER)
        first = len(crawl.replica.log)
        crawl.replica.log.clear()
        crawl("csdn", USER)
        assert len(crawl.replica.log) <= first * 0.05
        assert crawl.rows("SELECT count(*) AS n FROM post_versions")[0]["n"] == 500


def killed(crawl: Crawler, requests: int) -> None:
    """Crawl, and kill the process without a warning once it has asked for so many pages."""
    already = len(crawl.replica.log)
    process = subprocess.Popen(crawl.command("csdn", USER), cwd=ROOT, stderr=subprocess.DEVNULL)
    while process.poll() is None and len(crawl.replica.log) < already + requests:
        time.sleep(0.002)
    process.kill()
    process.wait()


def kill_and_crawl_again(crawling: Crawling, tmp_path: Path, kills: int) -> None:
    """Kills at random points, each followed by one whole crawl, end in what an undisturbed one gives."""
    with crawling(site(20)) as crawl:
        crawl("csdn", USER)
        undisturbed, random = digest(crawl.archive), Random(7)
        for number in range(kills):
            again = Crawler(tmp_path / f"killed-{number}.db", crawl.replica)
            killed(again, random.randint(4, 23))
            again("csdn", USER)
            assert digest(again.archive) == undisturbed, number
            checks = again.rows("PRAGMA integrity_check") + again.rows("PRAGMA foreign_key_check")
            assert [tuple(row) for row in checks] == [("ok",)]
            outcomes = [row["outcome"] for row in again.rows(COUNTS)]
            assert outcomes in (["interrupted", "complete"], ["complete", "complete"])


def test_a_killed_crawl_and_one_more_are_as_good_as_an_undisturbed_one(crawling, tmp_path):
    kill_and_crawl_again(crawling, tmp_path, 1)


@pytest.mark.soak
def test_fifty_killed_crawls_are_as_good_as_undisturbed_ones(crawling, tmp_path):
    kill_and_crawl_again(crawling, tmp_path, 50)


def test_a_second_run_of_a_platform_says_who_holds_the_lock_and_asks_nothing(crawling: Crawling):
    with crawling(site(3)) as crawl, Archive.open(crawl.archive, create=True) as archive:
        archive.begin_crawl(
            Profile(platform="csdn", handle=USER, url=f"https://blog.csdn.net/{USER}")
        )
        lock = lock_platform(crawl.archive, "csdn")
        output = crawl("csdn", USER, code=ExitCode.LOCKED)
        lock.release()
        assert f"it crawls csdn:{USER} since" in output
        assert "Traceback" not in output
        assert crawl.replica.log == []


def later_schema(path: Path) -> None:
    with Archive.open(path, create=True) as archive:
        archive.db["_sqlite_migrations"].insert(
            {"migration_set": "blog-archiver", "name": "m999_later", "applied_at": "2030-01-01"}
        )


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (later_schema, "was made by a later version (m999_later): upgrade blog-archiver"),
        (lambda path: path.write_text("no database" * 100), "is not an archive"),
        (lambda path: path.parent.rmdir(), "there is no folder"),
    ],
    ids=["newer schema", "not SQLite", "no folder"],
)
def test_an_archive_that_cannot_be_used_ends_the_run_before_any_request(
    crawling: Crawling, tmp_path: Path, spoil: Callable[[Path], object], message: str
):
    with crawling(site(3)) as crawl:
        crawl.archive = tmp_path / "folder" / "archive.db"
        crawl.archive.parent.mkdir()
        spoil(crawl.archive)
        output = crawl("csdn", USER, code=ExitCode.ARCHIVE)
        assert message in output
        assert str(crawl.archive) in output
        assert "Traceback" not in output
        assert crawl.replica.log == []


def test_a_full_disk_ends_the_run_and_the_next_one_completes_it(crawling: Crawling, tmp_path: Path):
    """The disk is full when a file reaches a size that SQLite's journal has after a few posts."""
    room = 700_000
    with crawling(site(15, characters=3000)) as crawl:
        done = subprocess.run(
            crawl.command("csdn", USER),
            cwd=ROOT,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        )
        assert done.returncode == ExitCode.ARCHIVE, done.stderr[-3000:]
        assert str(crawl.archive) in done.stderr
        assert done.stderr.count("nothing that was archived is lost") == 1
        assert "Traceback" not in done.stderr
        ledger = crawl.rows("SELECT archived, missing FROM ledger")[0]
        assert ledger["archived"] < 15
        assert ledger["missing"] > 0
        crawl("csdn", USER)
        undisturbed = Crawler(tmp_path / "undisturbed.db", crawl.replica)
        undisturbed("csdn", USER)
        assert digest(crawl.archive) == digest(undisturbed.archive)


def test_looking_at_a_page_makes_no_archive(crawling: Crawling):
    with crawling(site(1)) as crawl:
        command = crawl.command("csdn", None)
        command[command.index("crawl") : command.index("csdn") + 1] = ["parse", "--spider", "csdn"]
        page = f"https://blog.csdn.net/{USER}/article/details/130000001"
        subprocess.run([*command, page], cwd=ROOT, check=True, capture_output=True)
        assert list(crawl.archive.parent.iterdir()) == []


class Weighed:
    """A site, and how many bytes it has sent."""

    def __init__(self, site: Site) -> None:
        self.site, self.hosts, self.bytes = site, site.hosts, 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        answer = await self.site.answer(request)
        assert isinstance(answer, web.Response)
        assert isinstance(answer.body, bytes | None)
        self.bytes += len(answer.body or b"")
        return answer


def test_the_account_of_a_crawl_is_what_the_site_was_asked_and_gave(crawling: Crawling):
    """With robots.txt, a page that is asked for twice, one that is gone, and pictures."""
    posts, pictures = illustrated(USER, 2, 3), CsdnPictures(size=600)
    blog, shelf = Weighed(posts), Weighed(pictures)
    with crawling(blog, shelf) as crawl:
        busy, gone = (f"/{USER}/article/details/{post.id}" for post in posts.posts)
        crawl.replica.faults["blog.csdn.net", busy] = Fault(503, b"busy", times=1)
        crawl.replica.faults["blog.csdn.net", gone] = Fault(404, b"no more")
        crawl("csdn", USER)
        asked = Counter(seen.host in pictures.hosts for seen in crawl.replica.log)
        (account,) = crawl.rows("SELECT * FROM crawls")
    statuses = json.loads(account["statuses"])
    assert (account["requests"], account["media_requests"]) == (asked[False], asked[True])
    assert statuses == {"200": asked[False] - 2, "404": 1, "503": 1}
    assert account["bytes"] == blog.bytes + len(b"busy" + b"no more")
    assert account["media_bytes"] == shelf.bytes > 3 * 600
