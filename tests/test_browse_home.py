"""The home page shows whose posts an archive holds, how it fares, and what there is to read."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from lxml import html

from archive.store import Archive
from scraper.items import Profile
from scraper.net.breaker import Cooldown
from tests.datasette import PYTHONS, running, serving
from tests.made import HOME, START, WHOSE, crawl, entry, listing, moment, observation, post

OTHER = {"platform": "github_pages", "handle": "blog.example.com/notes"}


def make(archive: Archive) -> None:
    archive.clock = lambda: START
    archive.record(Profile(**WHOSE, url=HOME, name="林深", declared={"posts": 4}))
    crawl(
        archive,
        *(entry(str(number)) for number in range(1, 5)),
        *(
            post(str(number), published=moment(number), metrics={"views": 1000 // number})
            for number in (1, 2)
        ),
        observation("failed", "3", reason="no answer"),
        listing(seen=4),
    )
    archive.record(Profile(**OTHER, url="https://blog.example.com/notes/"))
    now = datetime.now(UTC).replace(microsecond=0)
    left = Cooldown("blog.example.com", now, now + timedelta(hours=1), 3, "503")
    archive.begin_cooldown(left)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("home") / "archive.db"
    with Archive.open(made, create=True) as archive:
        make(archive)
    return made


@pytest.fixture(scope="module", params=PYTHONS)
def site(request: pytest.FixtureRequest, path: Path) -> Iterator[httpx.Client]:
    with serving(request.param, path) as client:
        yield client


@pytest.fixture(scope="module")
def page(site: httpx.Client) -> html.HtmlElement:
    answer = site.get("/archive/-/home")
    answer.raise_for_status()
    return html.fromstring(answer.text)


def cells(page: html.HtmlElement) -> list[list[str]]:
    lines = page.cssselect("tbody tr")
    return [[" ".join(cell.text_content().split()) for cell in line] for line in lines]


def links(page: html.HtmlElement, section: str) -> list[tuple[str, str]]:
    found = page.cssselect(f"section[aria-labelledby={section}] a")
    return [(link.text, link.get("href")) for link in found]


def test_each_profile_has_its_counts_and_its_last_crawl(page: html.HtmlElement) -> None:
    first, second = cells(page)
    assert first == ["林深", "csdn", "4", "2", "2", "2026-03-01 complete, 1 failed"]
    assert second[:5] == ["blog.example.com/notes", "github_pages", "–", "0", "0"]
    assert second[5].startswith("2026-03-01 left alone until 20")


def test_the_newest_and_the_most_read_lead_to_their_posts(page: html.HtmlElement) -> None:
    assert [title for title, _ in links(page, "newest")] == ["第 2 篇", "第 1 篇"]
    assert [title for title, _ in links(page, "most-read")] == ["第 1 篇", "第 2 篇"]
    assert links(page, "newest")[0][1] == "/archive/-/post/2"


def test_posts_a_month_are_drawn(page: html.HtmlElement) -> None:
    assert [bar.text for bar in page.cssselect(".plot rect title")] == ["2026-01: 2"]


def test_it_is_kept_from_search_engines_and_from_scripts_of_others(site: httpx.Client) -> None:
    headers = site.get("/archive/-/home").headers
    assert "noindex" in headers["x-robots-tag"]
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")


def test_an_empty_archive_says_how_to_begin(tmp_path: Path) -> None:
    Archive.open(tmp_path / "empty.db", create=True).close()
    with serving(sys.executable, tmp_path / "empty.db") as site:
        assert "blog-archiver crawl PROFILE" in site.get("/empty/-/home").text


def test_the_front_page_is_the_archives_only_under_our_own_command(
    site: httpx.Client, path: Path
) -> None:
    assert site.get("/").url.path == "/"
    ours = str(Path(sys.executable).with_name("blog-archiver"))
    with running([ours, "browse", "--archive", str(path), "--port", "0"]) as browsed:
        assert browsed.get("/").url.path == "/archive/-/home"
        assert browsed.get("/archive").status_code == 200
