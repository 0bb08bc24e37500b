"""The rows of profiles: of two archives the one that crawled a profile last says what it is."""

from archive.recording.profile import known_profile
from archive.rows import Row, first, update
from archive.union.tables import Union
from scraper.items import Profile

#: What no site says.
OWN = frozenset({"id", "platform", "handle", "first_seen_crawl"})
NOTHING = (None, "{}")


def unite_profile(union: Union, theirs: Row) -> int:
    """Bring over a profile with its counters; returns its id here. What is silent takes nothing away."""
    identity = {name: theirs[name] for name in ("platform", "handle", "url")}
    mine = known_profile(union.here, Profile(**identity))
    number = int(mine["id"]) if mine else union.add("profiles", identity)
    union.ids["profiles"][theirs["id"]] = number
    newer = mine is None or (union.dated and last(union, theirs, mine))
    told = {k: v for k, v in union.translated(theirs).items() if k not in OWN and v not in NOTHING}
    if not newer:
        told = {k: v for k, v in told.items() if mine and mine[k] in NOTHING}
    update(union.here, "profiles", number, told)
    if union.dated or mine is None:
        union.join("profile_metrics", "profile_id = ?", theirs["id"])
    return number


def last(union: Union, theirs: Row, mine: Row) -> bool:
    """Whether the other archive saw the profile later."""
    sql = "SELECT coalesce(max(started_at), '') AS at FROM crawls WHERE profile_id = ?"
    there, here = first(union.there, sql, theirs["id"]), first(union.here, sql, mine["id"])
    return bool(there and here and there["at"] > here["at"])
