"""The union of two archives: what the other one holds comes into this one.

tables.py    rows of the other, with the ids that they refer to as they are here; each row once
profiles.py  whose they are
posts.py     which post is which, and whose row tells of one that both have
versions.py  the versions of both in the order in which the site showed them
fetches.py   what was fetched, and what was seen besides
listings.py  the lines that listings have
media.py     pictures and files, with their bytes
order.py     ids in the order of what happened, on which much of an archive relies

No site is asked. What is purged here stays purged, what is purged there stays here; a version that a crawl would have refused as a worse
page is refused. What the other program knows of sites that refuse it stays with that: its cooldowns,
its incidents.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from archive.recording.absence import sweep
from archive.rows import first, rows, update
from archive.store import Archive
from archive.union.fetches import unite_fetches, unite_observations
from archive.union.listings import unite_entries
from archive.union.media import unite_media
from archive.union.order import in_order
from archive.union.posts import unite_posts
from archive.union.profiles import unite_profile
from archive.union.tables import Union

__all__ = ["unite"]


def unite(
    archive: Archive,
    other: Archive,
    folder: Path,
    refuse: Callable[[str, str], None],
    *,
    dated: bool = True,
) -> Counter[str]:
    """Bring all of `other`, whose media are in `folder`, into an archive: wholly or not at all.

    `dated`: the other knows when it saw what it holds; else what is here goes before it. Returns how
    many rows are new, by table, and as `purged` how many posts stayed away for that. `refuse(place,
    reason)` is told of what else is not taken. Raises an ArchiveError, also where a page of the other
    one is damaged.
    """
    with archive.writing():
        union = Union(archive.db, other.db, refuse, dated=dated)
        for profile in rows(other.db, "SELECT * FROM profiles ORDER BY id"):
            unite_all_of(union, profile["id"], unite_profile(union, profile))
        unite_media(archive, union, folder)
    return union.added + Counter(purged=union.purged)


def unite_all_of(union: Union, there: int, here: int) -> None:
    """Bring over what belongs to a profile, by its ids."""
    if union.dated:
        for crawl in rows(union.there, "SELECT id FROM crawls WHERE profile_id = ?", there):
            union.id_here("crawls", crawl["id"])
        union.carry_all("listings", ("crawl_id", "name", "url", "source"), "profile_id = ?", there)
    unite_posts(union, there)
    unite_entries(union, there)
    if union.dated:
        unite_fetches(union, there)
    unite_observations(union, there)
    in_order(union.here, here)
    look_over(union, here)


def look_over(union: Union, profile: int) -> None:
    """Miss what the last crawl of a profile missed, if that read whole listings, as it did at its end."""
    last = first(union.here, LAST, profile)
    if union.dated and last and last["outcome"] == "complete" and profile not in union.unlisted:
        update(union.here, "crawls", last["id"], {"outcome": None})
        sweep(union.crawl_of({"crawl_id": last["id"]}))
        update(union.here, "crawls", last["id"], {"outcome": last["outcome"]})


LAST = "SELECT id, outcome FROM crawls WHERE profile_id = ? ORDER BY id DESC LIMIT 1"
