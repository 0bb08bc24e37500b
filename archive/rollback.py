"""Back to the renderings of an earlier extractor: they are all still there."""

from collections.abc import Iterable
from itertools import islice

from sqlite_utils import Database

from archive.recording.renderings import make_current
from archive.rows import Row, rows
from archive.store import Archive
from scraper.configuration import ConfigurationError

#: Posts in one transaction; another writer waits so long.
TOGETHER = 8


def roll_back(
    archive: Archive, profile_ids: Iterable[int], extractor: str, *, dry_run: bool = False
) -> int:
    """Let the posts of profiles show what `extractor` made of their current version.

    Returns how many posts then show another rendering; one that `extractor` never rendered keeps
    the one it has. Raises ConfigurationError where it rendered none at all.
    """
    check_known(archive.db, extractor)
    found = iter([row for owner in profile_ids for row in earlier(archive.db, owner, extractor)])
    changed = 0
    while chunk := list(islice(found, TOGETHER)):
        changed += len(chunk) if dry_run else show_earlier(archive, chunk)
    return changed


def check_known(database: Database, extractor: str) -> None:
    known = [row["extractor"] for row in rows(database, EXTRACTORS)]
    if extractor not in known:
        raise ConfigurationError(
            f"no rendering is by extractor {extractor}; there are {', '.join(known) or 'none'}"
        )


EXTRACTORS = "SELECT DISTINCT extractor FROM renderings ORDER BY extractor"


def earlier(database: Database, profile_id: int, extractor: str) -> list[Row]:
    """The posts of a profile that show another rendering than the one by an extractor."""
    return rows(database, EARLIER, profile_id, extractor)


EARLIER = """
SELECT posts.id, rendering_id, renderings.id AS earlier FROM posts
JOIN renderings ON renderings.version_id = posts.version_id
WHERE profile_id = ? AND extractor = ? AND renderings.id <> rendering_id ORDER BY posts.id
"""


def show_earlier(archive: Archive, posts: Iterable[Row]) -> int:
    """Make the earlier rendering of some posts the current one; returns of how many."""
    with archive.writing():
        return sum(
            make_current(archive.db, post["id"], post["rendering_id"], post["earlier"])
            for post in posts
        )
