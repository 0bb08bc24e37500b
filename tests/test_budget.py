"""A budget that does not suffice is told of when two runs in a row got nothing, and not before."""

from pathlib import Path

import pytest

from archive.store import Archive
from archive.watch import incidents
from scraper.items import Item
from tests.made import crawl, entry, listing, post

BUDGET = "closespider_pagecount"
READ = (entry(), listing())


@pytest.mark.parametrize(
    ("crawls", "told"),
    [
        ([(READ, BUDGET), (READ, BUDGET)], True),
        ([(READ, "closespider_timeout"), ((), BUDGET)], True),
        ([(READ, BUDGET)], False),
        ([(READ, BUDGET), ((*READ, post()), BUDGET)], False),
        ([((*READ, post()), BUDGET), (READ, BUDGET)], False),
        ([((*READ, post()), BUDGET), (READ, BUDGET), (READ, BUDGET)], True),
        ([(READ, "shutdown"), (READ, BUDGET)], False),
        ([(READ, BUDGET), (READ, BUDGET), (READ, "finished")], False),
    ],
)
def test_two_runs_in_a_row_that_got_nothing(
    tmp_path: Path, crawls: list[tuple[tuple[Item, ...], str]], told: bool
) -> None:
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        for items, outcome in crawls:
            crawl(archive, *items, outcome=outcome)
        found = [(row["kind"], row["subject"]) for row in incidents.open_incidents(archive.db)]
        assert found == ([("budget", "csdn")] if told else [])
