"""A crawl that is cut short on request says what it has listed, and nothing of how a profile goes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import Command
from tests.replica import Replica
from tests.replica.csdn import seed_site

PROFILE = f"csdn:{seed_site().user}"


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Command]:
    with Replica([seed_site()]).running() as replica:
        yield Command(tmp_path, replica)


def test_it_counts_what_was_listed(run):
    assert "posts: 3 of 46 listed, broken off: stopped after 3" in run(
        "crawl", PROFILE, "--limit", "3"
    )


def test_it_leaves_audit_and_status_as_they_were(run):
    run("crawl", PROFILE)
    audited, before = run("audit"), json.loads(run("status", "--json"))
    run("crawl", PROFILE, "--limit", "3")
    run("crawl", PROFILE, "--limit", "3", "--dry-run")
    assert run("audit") == audited
    assert json.loads(run("status", "--json")) == before
