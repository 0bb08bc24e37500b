"""The row of a profile, and its counters."""

from sqlite_utils import Database

from archive.ledger import Crawl
from archive.recording.metrics import record_metrics
from archive.rows import Row, as_json, first, insert, moment_columns, update
from scraper.items import Entry, Profile


def known_profile(database: Database, item: Profile | Entry) -> Row | None:
    """The row of the profile that an item is of."""
    return first(database, KNOWN, item.platform, item.handle)


KNOWN = "SELECT * FROM profiles WHERE platform = ? AND handle = ?"


def profile_id(database: Database, profile: Profile) -> int:
    """The id of a profile, which gets a row if it has none."""
    found = known_profile(database, profile)
    if found:
        return int(found["id"])
    identity = {"platform": profile.platform, "handle": profile.handle, "url": profile.url}
    return insert(database, "profiles", identity)


def record_profile(crawl: Crawl, profile: Profile) -> None:
    """Keep what a profile says of itself now; where it is silent, what it said before."""
    before = known_profile(crawl.database, profile) or {}
    names = ("url", "name", "bio", "language", "level", "code_age", "avatar")
    given = {name: getattr(profile, name) for name in names if getattr(profile, name)}
    given |= moment_columns("joined", profile.joined)
    if profile.declared:
        given |= {
            "declared": as_json(profile.declared),
            "declared_posts": profile.declared.get("posts"),
        }
    given["first_seen_crawl"] = before["first_seen_crawl"] or crawl.id
    update(crawl.database, "profiles", crawl.profile_id, {**given, "last_seen_crawl": crawl.id})
    record_metrics(crawl.database, "profile", crawl.profile_id, profile.metrics, crawl.at)
