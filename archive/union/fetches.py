"""What was fetched, as a crawl here would have kept it, and what was seen that is no content."""

import json
from datetime import datetime
from typing import Any

from archive.purge.pages import EMPTY
from archive.raw import keep, record_fetch, stored_page
from archive.rows import Row, first, rows
from archive.union.tables import Lost, Union
from scraper.items import Page


def unite_fetches(union: Union, profile: int) -> None:
    """Bring over the responses of a profile, by its id there."""
    for theirs in rows(union.there, FETCHES, profile):
        try:
            made = union.translated(theirs)
        except Lost:
            continue
        identity = [made[name] for name in ("url", "fetched_at", "raw_sha256")]
        mine = first(union.here, SAME, *identity, EMPTY)
        union.ids["fetches"][theirs["id"]] = mine["id"] if mine else fetch(union, theirs, made)


FETCHES = """
SELECT fetches.*, handle, profiles.platform FROM fetches JOIN profiles ON profiles.id = profile_id
WHERE profile_id = ? ORDER BY fetches.id
"""
#: A list that tells of a purged post is empty in the one archive, and may not be in the other.
SAME = """
SELECT id FROM fetches WHERE url = ?1 AND fetched_at = ?2
AND (raw_sha256 = ?3 OR ?4 IN (raw_sha256, ?3))
"""


def fetch(union: Union, theirs: Row, made: Row) -> int:
    """Record a response; returns its id here."""
    union.added["fetches"] += 1
    headers = {name: json.loads(theirs[name]) for name in ("headers", "request_headers")}
    facts = {name: theirs[name] for name in ("platform", "handle", "url", "kind", "status")}
    at = datetime.fromisoformat(theirs["fetched_at"])
    page = page_of(union, theirs["raw_sha256"], **facts, **headers, fetched_at=at)
    return record_fetch(union.crawl_of(made), page, made["post_id"])[0]


def page_of(union: Union, sha256: str, **facts: Any) -> Page:
    """A raw page of the other archive as it was fetched. Raises ArchiveUnusable where it is damaged."""
    row = first(union.there, "SELECT encoding FROM raw_pages WHERE sha256 = ?", sha256) or {}
    return Page(**facts, body=stored_page(union.there, sha256), encoding=row["encoding"])


def keep_page(union: Union, version: Row, made: Row) -> None:
    """Bring over the page of a version, translated as `made`, whether or not its fetch comes."""
    crawl, nothing = union.crawl_of(made), dict[str, str]()
    facts = {"platform": crawl.platform, "handle": "", "url": version["url"], "kind": "post"}
    headers = {"status": 200, "headers": nothing, "request_headers": nothing}
    keep(crawl, page_of(union, version["raw_sha256"], **facts, **headers, fetched_at=crawl.now))


def unite_observations(union: Union, profile: int) -> None:
    """Bring over what was seen of a profile, by its id there: without dates, what was not seen here."""
    when = "observed_at" if union.dated else "reason"
    for theirs in rows(union.there, "SELECT * FROM observations WHERE profile_id = ?", profile):
        if theirs["fetch_id"] not in union.ids["fetches"]:
            theirs["fetch_id"] = None
        try:
            union.carry("observations", theirs, ("profile_id", "url", "seen", when))
        except Lost:
            continue
