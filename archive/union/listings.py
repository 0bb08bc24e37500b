"""The lines that listings have of posts: at each place that of whoever read the listing last."""

from archive.rows import Row, first, rows
from archive.union.tables import Lost, Union


def unite_entries(union: Union, profile: int) -> None:
    """Bring over the lines of a profile's listings, by its id there."""
    for theirs in rows(union.there, ENTRIES, profile):
        seen_at = theirs.pop("started_at")
        try:
            made = union.translated(theirs)
        except Lost:
            continue
        place = (made["profile_id"], made["listing"], made["position"])
        mine = first(union.here, AT, *place)
        if mine is None and (union.dated or not listed(union, made)):
            union.add("entries", made)
        elif mine and union.dated and seen_at > mine["started_at"]:
            union.here.conn.execute("DELETE FROM entries WHERE id = ?", (mine["id"],))
            union.add("entries", made)


ENTRIES = """
SELECT entries.*, started_at FROM entries JOIN crawls ON crawls.id = last_seen_crawl
WHERE entries.profile_id = ?
"""
AT = """
SELECT entries.id, started_at FROM entries JOIN crawls ON crawls.id = last_seen_crawl
WHERE entries.profile_id = ? AND listing = ? AND position = ?
"""


def listed(union: Union, made: Row) -> bool:
    """Whether a listing has the post already, at whatever place."""
    sql = "SELECT 1 FROM entries WHERE post_id = ? AND listing = ?"
    return first(union.here, sql, made["post_id"], made["listing"]) is not None
