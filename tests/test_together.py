"""A list of wrong addresses is told in one message, and so is its end; what once worked is told by itself."""

from datetime import timedelta
from pathlib import Path

import pytest

from archive.store import Archive
from archive.watch import incidents
from archive.watch.alerts import tell
from scraper.items import Entry, Item, Listing, Observation, Post, Profile
from scraper.options import AlertOptions
from tests.made import START, entry, listing, observation, post

WRONG = [f"wrong{number}" for number in range(1, 6)]


def crawl(archive: Archive, platform: str, handle: str, *items: Item) -> None:
    """A crawl of a profile that meets this."""
    whose = {"platform": platform, "handle": handle}
    archive.record(Profile(**whose, url=f"https://{handle}/"))
    for item in items:
        assert isinstance(item, Entry | Listing | Observation | Post)
        item.platform, item.handle = platform, handle
        archive.record(item)
    archive.end_crawl(platform, handle, "finished")


def gone() -> Observation:
    return observation("author_gone", None)


def no_posts() -> Observation:
    return observation("changed", None, missing="posts", found="a shop")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """An archive that is open nowhere else, since telling opens it."""
    archive = Archive.open(tmp_path / "archive.db", create=True)
    archive.clock = lambda: START
    return archive


def told(archive: Archive) -> list[str]:
    return tell(archive.path, AlertOptions())


def test_wrong_addresses_of_a_platform_are_one_message(archive: Archive) -> None:
    for handle in WRONG:
        crawl(archive, "csdn", handle, gone())
        crawl(archive, "github_pages", f"{handle}.github.io", no_posts())
    names, blogs = told(archive)
    assert names.startswith(
        "5 profiles of CSDN (csdn:wrong1, csdn:wrong2, csdn:wrong3 and 2 more) never worked, since "
    )
    assert "5 profiles of github_pages (wrong1.github.io, wrong2.github.io, " in blogs
    assert "`blog-archiver status` lists them all" in names
    assert len(names.splitlines()) == 2
    assert "network" not in names
    assert told(archive) == []


def test_of_sites_that_do_not_answer_the_network_is_named_too(archive: Archive) -> None:
    for _ in range(2):
        for handle in ("a.example.org", "b.example.org"):
            crawl(archive, "github_pages", handle, observation("failed", None))
    (message,) = told(archive)
    assert message.startswith(
        "2 profiles of github_pages (a.example.org, b.example.org) never worked"
    )
    assert "whether this machine has a network" in message


def test_one_wrong_address_is_told_by_its_own_name(archive: Archive) -> None:
    crawl(archive, "csdn", "wrong1", gone())
    (message,) = told(archive)
    assert message.startswith("CSDN says that csdn:wrong1 is gone since ")


def test_what_worked_before_is_told_by_itself(archive: Archive) -> None:
    crawl(archive, "csdn", "linshen", entry(), post(), listing())
    crawl(archive, "csdn", "linshen", gone())
    for handle in WRONG[:2]:
        crawl(archive, "csdn", handle, gone())
    alone, many = told(archive)
    assert "csdn:linshen is gone" in alone
    assert many.startswith("2 profiles of CSDN (csdn:wrong1, csdn:wrong2) never worked")


def test_their_end_is_one_message(archive: Archive) -> None:
    for handle in WRONG:
        crawl(archive, "csdn", handle, gone())
    told(archive)
    archive.clock = lambda: START + timedelta(days=1)
    for handle in WRONG:
        crawl(archive, "csdn", handle, entry(), listing())
    assert incidents.open_incidents(archive.db) == []
    (message,) = told(archive)
    assert message.startswith("Over since 2026-03-02 08:00 UTC: profiles of CSDN (csdn:wrong1, ")
    assert "and 2 more" in message
    assert told(archive) == []


def test_what_ends_since_nobody_follows_it_does_not_work_again(archive: Archive) -> None:
    for handle in WRONG:
        crawl(archive, "csdn", handle, gone())
    told(archive)
    crawl(archive, "csdn", WRONG[0], entry(), listing())
    assert told(archive)[0].startswith("Over since ")
    archive.release_all_but([])
    (message,) = told(archive)
    assert message.startswith("No longer followed since ")
    assert "csdn:wrong2, csdn:wrong3, csdn:wrong4 and 1 more" in message
