"""What a crawl's exit code says. Scrapy's own is 0 even when every request failed."""

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class ExitCode(IntEnum):
    """The exit codes of `scrapy crawl` and `blog-archiver crawl`."""

    COMPLETE = 0  # a post that failed for now counts: it is queued for the next run
    PARTIAL = 10  # a listing was broken off, or the run was interrupted
    CHANGED = 20  # a page or answer changed shape
    BLOCKED = 30
    CONFIGURATION = 40
    ARCHIVE = 50  # missing, newer, damaged, not writable, disk full
    LOCKED = 60  # another run holds the lock


#: Reasons that a component gives to `CloseSpider`, and Scrapy's own for a failed `start()`.
REASONS = {
    "configuration": ExitCode.CONFIGURATION,
    "archive": ExitCode.ARCHIVE,
    "locked": ExitCode.LOCKED,
    "start_error": ExitCode.CHANGED,
}

#: What needs a repair of the program: a page of an unknown shape, an item no pipeline could take.
DEFECTS = ("pages/changed", "items/lost")
#: What no later run gets either, or what a listing did not say.
LEFT_OUT = (
    "pages/broken_listing",
    "pages/disallowed",
    "pages/forbidden",
    "pages/author_gone",
    "pages/no_blog",
)
#: Walls, seen or known of.
WALLS = ("pages/blocked", "pages/login", "put_off/pages")


def exit_code(reason: str | None, stats: Mapping[str, Any]) -> ExitCode:
    """The code of one spider run, from Scrapy's finish reason and its stats."""
    if reason in REASONS:
        return REASONS[reason]
    if stats.get("archive/unusable"):
        return ExitCode.ARCHIVE
    if any(stats.get(name) for name in DEFECTS) or any(
        name.startswith("spider_exceptions/") for name in stats
    ):
        return ExitCode.CHANGED
    if any(stats.get(name) for name in WALLS):
        return ExitCode.BLOCKED
    if reason != "finished" or any(stats.get(name) for name in LEFT_OUT):
        return ExitCode.PARTIAL
    return ExitCode.COMPLETE


def crawler_exit_code(crawler: "Crawler") -> ExitCode:
    """The code of a crawler whose run has ended; one that could not even begin is a defect."""
    if crawler.spider is None or crawler.stats is None:
        return ExitCode.CHANGED
    stats = crawler.stats.get_stats()
    reason = stats.get("finish_reason")
    return exit_code(reason if isinstance(reason, str) else None, stats)
