"""What holds the posts that are to be purged, before anything is changed."""

from dataclasses import dataclass

from sqlite_utils import Database

from archive.purge.pages import Fetches, fetches_of
from archive.purge.pictures import shown_only_by
from archive.purge.wanted import Wanted, post_ids, profile_ids
from archive.rows import as_json, rows
from archive.traces import Traces, traces


@dataclass(frozen=True, slots=True)
class Plan:
    """All that goes from one database, by its ids: posts, whole profiles, fetches and media.

    `addresses` are those of the posts, and `traces` what names them in texts of others.
    """

    posts: list[int]
    profiles: list[int]
    addresses: list[str]
    traces: Traces
    fetches: Fetches
    media: list[int]


def plan(database: Database, chosen: Wanted) -> Plan:
    """Look for all that has to go. Raises an ArchiveError for pages that cannot be read."""
    posts, profiles = post_ids(database, chosen), profile_ids(database, chosen)
    addresses = [row["url"] for row in rows(database, ADDRESSES, as_json(posts)) if row["url"]]
    ids = [row["source_id"] for row in rows(database, SOURCE_IDS, as_json(posts))]
    named = traces(
        [*addresses, *ids], [row["title"] for row in rows(database, TITLES, as_json(posts))]
    )
    return Plan(
        posts,
        profiles,
        addresses,
        named,
        fetches_of(database, posts, profiles, named),
        shown_only_by(database, posts),
    )


SOURCE_IDS = "SELECT source_id FROM posts WHERE id IN (SELECT value FROM json_each(?))"
ADDRESSES = """
WITH these AS (SELECT value AS id FROM json_each(?))
SELECT url FROM posts WHERE id IN these
UNION SELECT url FROM post_addresses WHERE post_id IN these
UNION SELECT url FROM post_versions WHERE post_id IN these
"""
TITLES = """
WITH these AS (SELECT value AS id FROM json_each(?))
SELECT title FROM posts WHERE id IN these
UNION SELECT title FROM post_versions WHERE post_id IN these
UNION SELECT title FROM entries WHERE post_id IN these
"""
