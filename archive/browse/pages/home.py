"""The archive at a glance: whose posts it holds, how the crawls went, what is new and what is read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from archive.browse.plots import bars, by_month
from archive.browse.visit import Visit
from archive.rows import Row, instant, rows

if TYPE_CHECKING:
    from datasette.utils.asgi import Response


async def home(visit: Visit) -> Response:
    """The first page of an archive."""
    now = instant(datetime.now(UTC))
    shown = await visit.read(lambda database: overview(database, now))
    return await visit.page("home.html", title="Profiles", **shown)


def overview(database: Database, now: str) -> dict[str, Any]:
    """All that the page shows; `now` as the archive writes a time."""
    profiles = [row | {"health": health(row)} for row in rows(database, PROFILES, now)]
    months = by_month(dict(database.conn.execute(MONTHS).fetchall()))
    return {
        "profiles": [profile | {"well": profile["health"] in WELL} for profile in profiles],
        "archived": sum(profile["archived"] + profile["locked"] for profile in profiles),
        "missing": sum(profile["missing"] for profile in profiles),
        "months": bars([*months.values()], [*months], "Posts a month"),
        "newest": rows(database, NEWEST),
        "most_read": rows(database, MOST_READ),
    }


#: Outcomes of crawls in which nothing was amiss, whatever part of the lists they were to read.
WELL = ("complete", "newest", "limited")


def health(profile: Row) -> str:
    """What there is to know of a profile's last crawl; one of `WELL` where all went as it should."""
    if profile["left_alone_until"]:
        return f"left alone until {profile['left_alone_until'][:16].replace('T', ' ')} UTC"
    if profile["started_at"] is None:
        return "never crawled"
    if profile["outcome"] is None:
        return "running, or was killed"
    failed = f", {profile['failed']} failed" if profile["failed"] else ""
    return f"{profile['outcome']}{failed}"


PROFILES = """
SELECT profiles.id, profiles.name, ledger.*, started_at, outcome, failed,
    (SELECT max(until) FROM cooldowns WHERE until > ?1 AND site IN
        (ledger.platform, substr(ledger.handle, 1, instr(ledger.handle || '/', '/') - 1))
    ) AS left_alone_until
FROM ledger JOIN profiles USING (platform, handle)
LEFT JOIN crawls ON crawls.id = (SELECT max(id) FROM crawls WHERE profile_id = profiles.id)
ORDER BY ledger.platform, ledger.handle
"""
MONTHS = """
SELECT substr(published_on, 1, 7), count(*) FROM posts
WHERE published_on IS NOT NULL AND state <> 'purged' GROUP BY 1
"""
NEWEST = """
SELECT id, title, platform, published_on FROM posts
WHERE published_at IS NOT NULL AND state <> 'purged' ORDER BY published_at DESC, id LIMIT 10
"""
MOST_READ = """
SELECT id, title, platform, published_on, (SELECT value FROM post_metrics
    WHERE post_id = posts.id AND name = 'views' ORDER BY observed_at DESC LIMIT 1) AS views
FROM posts WHERE state <> 'purged' AND views > 0 ORDER BY views DESC, id LIMIT 10
"""
