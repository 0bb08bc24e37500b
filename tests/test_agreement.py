"""When a change for the worse is how a site is."""

from datetime import timedelta

import pytest

from archive.drift.agreement import lasting
from archive.store import Archive
from tests.made import PROFILE, START, WHOSE, crawl, entry, observation


@pytest.mark.parametrize("hours", [6, 72])
def test_what_crawls_have_met_for_a_week_is_how_the_site_is(archive: Archive, hours: int) -> None:
    def met_before(days: float) -> bool:
        archive.clock = lambda: START + timedelta(days=days)
        seen = observation("changed", missing=".prose")
        crawl(archive, entry(), seen)
        archive.begin_crawl(PROFILE)
        found = lasting(archive.crawl(**WHOSE), ".prose")
        archive.end_crawl(WHOSE["platform"], WHOSE["handle"], "finished")
        return found

    found = {days: met_before(days) for days in (n * hours / 24 for n in range(240 // hours))}
    assert found == {days: days >= 7 for days in found}
