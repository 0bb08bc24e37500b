"""A crawl that is cut short on request says what it has listed, and nothing of how a profile goes."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from archive.browse.pages.home import overview
from archive.rows import instant, rows
from archive.store import Archive
from tests.command import Command
from tests.made import START, crawl, entry, listing, post
from tests.replica import Replica
from tests.replica.csdn import seed_site

PROFILE = f"csdn:{seed_site().user}"


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Command]:
    with Replica([seed_site()]).running() as replica:
        yield Command(tmp_path, replica)


def test_it_counts_what_was_listed(run):
    said = run("crawl", PROFILE, "--limit", "3")
    assert "posts: 3 of 46 listed, broken off: stopped after 3" in said
    assert " limited\n" in said


def test_it_leaves_audit_and_status_as_they_were(run):
    run("crawl", PROFILE)
    audited, before = run("audit"), json.loads(run("status", "--json"))
    run("crawl", PROFILE, "--limit", "3")
    run("crawl", PROFILE, "--limit", "3", "--dry-run")
    assert run("audit") == audited
    assert json.loads(run("status", "--json")) == before


@pytest.mark.parametrize(
    ("other", "outcome"),
    [(listing("tags"), "limited"), (listing("tags", complete=False), "partial")],
)
def test_it_is_limited_and_nothing_amiss_unless_another_list_was_broken_off(
    tmp_path, other, outcome
):
    cut = replace(listing(complete=False), reason="stopped after 1 entries, as asked")
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        crawl(archive, entry("1"), post("1"), cut, other)
        assert rows(archive.db, "SELECT outcome FROM crawls") == [{"outcome": outcome}]
        (profile,) = overview(archive.db, instant(START))["profiles"]
    assert (profile["health"], profile["well"]) == (outcome, outcome == "limited")
