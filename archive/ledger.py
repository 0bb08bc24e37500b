"""Who was crawled when, which listings were read to their end, and what each crawl came to."""

import os
from dataclasses import asdict, dataclass, field
from datetime import datetime
from importlib.metadata import version

from sqlite_utils import Database

from archive.rows import Row, first, insert, instant, rows, update
from scraper.body import EXTRACTOR


@dataclass(frozen=True, slots=True)
class Crawl:
    """One run over one profile, as every record of it refers to it. `now` is the time of a record.

    `depth` says how far its lists are to be read: `full`, or `newest` (archive.recording.listings).
    """

    database: Database
    id: int
    profile_id: int
    platform: str
    now: datetime
    depth: str = "full"

    @property
    def at(self) -> str:
        """`now` as the archive writes it."""
        return instant(self.now)


@dataclass(slots=True)
class Cost:
    """What a crawl took of its sites: requests as sent, bytes of bodies as they came over the wire.

    `statuses` are those of the answers to `requests`, robots.txt, retries and redirects included; what
    is sent for pictures and files is counted apart.
    """

    requests: int = 0
    bytes: int = 0
    media_requests: int = 0
    media_bytes: int = 0
    statuses: dict[int, int] = field(default_factory=dict)


def begin(
    database: Database, platform: str, profile_id: int, now: datetime, depth: str = "full"
) -> Crawl:
    """Open the account of a crawl. One that was killed before gets its counts now."""
    for killed in rows(
        database, "SELECT id FROM crawls WHERE profile_id = ? AND outcome IS NULL", profile_id
    ):
        settle(database, killed["id"], {"outcome": "interrupted"})
    started = {
        "platform": platform,
        "profile_id": profile_id,
        "started_at": instant(now),
        "program": version("blog-archiver"),
        "extractor": EXTRACTOR,
        "process": os.getpid(),
        "depth": depth,
    }
    return Crawl(database, insert(database, "crawls", started), profile_id, platform, now, depth)


def end(crawl: Crawl, reason: str, *, whole: bool, cost: Cost) -> str:
    """Close a crawl's account with its counts and return its outcome.

    `reason` is why it ended; one that simply finished is `complete` if all its listings are
    (`whole`), `newest` if they are but for what was known, `limited` if they are but for what was not
    asked for, else `partial`.
    """
    outcome = reason
    if reason == "finished":
        planned = (first(crawl.database, PLANNED, crawl.id) or {}).get("planned")
        outcome = "complete" if whole else planned or "partial"
    settle(crawl.database, crawl.id, {"finished_at": crawl.at, "outcome": outcome, **asdict(cost)})
    return outcome


#: Why the reading of a listing ended that had nothing new to show further down.
REST_KNOWN = "the rest is known"
#: Of a listing that was cut short on request (scraper.spider), for LIKE: it tells nothing of the profile.
AS_ASKED = "stopped after % entries, as asked"
PLANNED = f"""
SELECT CASE min(CASE WHEN complete OR reason = '{REST_KNOWN}' THEN 2
        ELSE coalesce(reason, '') LIKE '{AS_ASKED}' END)
    WHEN 2 THEN 'newest' WHEN 1 THEN 'limited' END AS planned FROM listings WHERE crawl_id = ?
"""


def settle(database: Database, crawl_id: int, ending: Row) -> None:
    """Write how a crawl ended and what it came to, counted from what it recorded."""
    counts = first(database, COUNTS, crawl_id) or {}
    counts["unchanged"] -= counts["new"] + counts["revised"]
    counts["reasons"] = {row["seen"]: row["times"] for row in rows(database, REASONS, crawl_id)}
    update(database, "crawls", crawl_id, {**counts, **ending})


COUNTS = """
WITH this AS (SELECT ? AS crawl),
seen AS (SELECT posts.* FROM posts, this WHERE last_seen_crawl = crawl AND state <> 'purged'),
made AS (
    SELECT post_id, min(id) = (SELECT min(id) FROM post_versions AS all_versions
        WHERE all_versions.post_id = post_versions.post_id) AS is_first
    FROM post_versions, this WHERE crawl_id = crawl GROUP BY post_id
),
failing AS (
    SELECT DISTINCT coalesce(post_id, url) FROM observations, this
    WHERE crawl_id = crawl AND seen NOT IN ('back', 'locked', 'moved', 'no_post')
    AND (post_id IS NULL OR post_id IN (SELECT id FROM seen))
    AND NOT EXISTS (SELECT 1 FROM posts WHERE id = post_id AND got_crawl = crawl)
)
SELECT (SELECT count(*) FROM seen) AS listed,
    (SELECT count(*) FROM made WHERE is_first) AS new,
    (SELECT count(*) FROM made WHERE NOT is_first) AS revised,
    (SELECT count(*) FROM seen WHERE version_id IS NOT NULL AND id NOT IN failing) AS unchanged,
    (SELECT count(*) FROM failing) AS failed
"""

REASONS = """
SELECT seen, count(*) AS times FROM observations WHERE crawl_id = ? GROUP BY seen ORDER BY seen
"""
