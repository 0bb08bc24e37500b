"""What a scheduled crawl asks of twenty profiles that have not changed."""

from pathlib import Path

import pytest

from benchmarks.recrawl import costs


@pytest.mark.soak
def test_an_unchanged_day_costs_sixty_requests_and_half_a_megabyte_at_most(tmp_path: Path):
    first, second = costs(2000, tmp_path)
    assert first.requests > 2000
    assert second.requests <= 60
    assert second.megabytes <= 0.5
