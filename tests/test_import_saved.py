"""Pages saved by hand in a browser become posts as if they had been crawled."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Route

from archive.store import Archive
from scraper.exitcode import ExitCode
from tests import started
from tests.chromium import launched, needs_chromium
from tests.conftest import Crawler
from tests.replica import Fault
from tests.replica.csdn_pictures import CsdnPictures, illustrated

Crawling = Callable[..., AbstractContextManager[Crawler]]
USER, HOST = "linshen", "blog.csdn.net"
PATH = f"/{USER}/article/details/130000001"
URL = f"https://{HOST}{PATH}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as running:
        yield running


def digest(path: Path) -> str:
    with Archive.open(path, read_only=True) as archive:
        return archive.digest()


def imported(archive: Path, file: Path, *arguments: str, code: int = 0) -> str:
    done = started.run(
        "blog-archiver", "import", file, "--archive", archive, *arguments, folder=archive.parent
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def saved(browser: Browser, replica: str) -> str:
    """What Chromium has of the page after its programs have run."""
    page = browser.new_page()
    page.route("**/*", lambda route: answer(route, replica))
    page.goto(URL)
    content = page.content()
    page.close()
    return content


def answer(route: Route, replica: str) -> None:
    """Let the replica answer in the place of the web."""
    url = httpx.URL(route.request.url)
    headers = {"Host": url.host, "Referer": URL}
    got = httpx.get(url.copy_with(scheme="http", netloc=replica.encode()), headers=headers)
    kind = got.headers.get("content-type", "")
    route.fulfill(status=got.status_code, content_type=kind, body=got.content)


@needs_chromium
def test_a_page_saved_in_chromium_makes_the_archive_that_a_crawl_makes(
    crawling: Crawling, browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    with crawling(illustrated(USER, 2, 2), CsdnPictures()) as crawl:
        file.write_text(saved(browser, crawl.replica.address), encoding="utf-8")
        walled = Crawler(tmp_path / "walled.db", crawl.replica)
        crawl("csdn", USER)
        crawl.replica.faults[HOST, PATH] = Fault(status=404)
        walled("csdn", USER, code=None)
        assert digest(walled.archive) != digest(crawl.archive)
        imported(walled.archive, file, "--url", URL)
        walled("csdn", USER, code=None)  # for the pictures
    assert digest(walled.archive) == digest(crawl.archive)
    for archive in (walled.archive, crawl.archive):
        before = digest(archive)
        assert "nothing imported, 0 refused" in imported(archive, file, "--url", URL)
        assert digest(archive) == before


ARTICLE = (Path(__file__).parent / "fixtures/csdn/article-2025/page.html").read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "arguments", "code", "said"),
    [
        ("a.html", b"<p>", ["--url", "https://blog.csdn.net/"], ExitCode.CONFIGURATION, "no post"),
        ("a.html", b"<p>x", ["--url", URL], ExitCode.PARTIAL, "#content_views is missing"),
        ("a.html", b"", ["--url", URL], ExitCode.PARTIAL, "answered with nothing"),
        ("a.html", b"\0\xff<" * 200_000, ["--url", URL], ExitCode.PARTIAL, "tags"),
        (
            "a.html",
            b'<!-- saved from url=(0014)about:internet --><img src="./x_files/a.png">',
            ["--url", URL],
            ExitCode.CONFIGURATION,
            "without the addresses of its pictures",
        ),
        ("a.html", b"<p>", ["--url", "https://blog.example/a"], ExitCode.CONFIGURATION, "add"),
    ],
)
def test_a_file_that_is_no_page_of_a_post_is_refused_with_a_reason(
    tmp_path: Path, name: str, content: bytes, arguments: list[str], code: int, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    assert said in imported(tmp_path / "archive.db", tmp_path / name, *arguments, code=code)
    with Archive.open(tmp_path / "archive.db") as archive:
        assert archive.db["posts"].count == archive.db["raw_pages"].count == 0


def test_a_page_older_than_the_archived_one_does_not_take_its_place(tmp_path: Path) -> None:
    archive, file = tmp_path / "archive.db", tmp_path / "page.html"
    url = "https://blog.csdn.net/qiao_ren/article/details/150000001"
    file.write_bytes(ARTICLE)
    imported(archive, file, "--url", url)
    before = digest(archive)
    file.write_bytes(ARTICLE.replace(b"</p>", "！</p>".encode()))
    os.utime(file, (1e9, 1e9))
    said = imported(archive, file, "--url", url, code=ExitCode.PARTIAL)
    assert "is older than the archived" in said
    assert digest(archive) == before


@pytest.mark.parametrize("written", [-1e9, 4e9])
def test_a_page_of_a_time_that_cannot_be_is_refused(tmp_path: Path, written: float) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(ARTICLE)
    os.utime(file, (written, written))
    address = "https://blog.csdn.net/qiao_ren/article/details/150000001"
    code = ExitCode.CONFIGURATION
    said = imported(tmp_path / "archive.db", file, "--url", address, code=code)
    assert "`touch` it" in said
