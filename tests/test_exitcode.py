import pytest

from scraper.exitcode import ExitCode, exit_code


@pytest.mark.parametrize(
    ("reason", "stats", "expected"),
    [
        ("finished", {}, ExitCode.COMPLETE),
        ("finished", {"pages/failed": 3}, ExitCode.COMPLETE),
        ("finished", {"pages/gone": 1}, ExitCode.COMPLETE),
        ("finished", {"pages/failed": 1, "pages/broken_listing": 1}, ExitCode.PARTIAL),
        ("finished", {"pages/disallowed": 1}, ExitCode.PARTIAL),
        ("finished", {"pages/forbidden": 1}, ExitCode.PARTIAL),
        ("shutdown", {}, ExitCode.PARTIAL),
        (None, {}, ExitCode.PARTIAL),
        ("finished", {"pages/blocked": 1, "pages/broken_listing": 1}, ExitCode.BLOCKED),
        ("finished", {"pages/changed": 1, "pages/blocked": 1}, ExitCode.CHANGED),
        ("finished", {"spider_exceptions/KeyError": 1}, ExitCode.CHANGED),
        ("finished", {"items/lost": 1}, ExitCode.CHANGED),
        ("start_error", {}, ExitCode.CHANGED),
        ("configuration", {}, ExitCode.CONFIGURATION),
        ("archive", {"pages/changed": 1}, ExitCode.ARCHIVE),
        ("locked", {}, ExitCode.LOCKED),
    ],
)
def test_exit_code_names_the_worst_thing_that_happened(reason, stats, expected):
    assert exit_code(reason, stats) is expected
