"""Which post of another archive is which here, and whose row tells of one that both have."""

import json

from sqlite_utils import Database

from archive.media.shown import follow
from archive.recording.measures import measure
from archive.recording.posts import known_post, tag
from archive.rows import Row, first, rows, update
from archive.search.index import sync
from archive.union.tables import Union
from archive.union.versions import Version, unite_versions

#: What is known of a post besides its content: from whoever looked at it last.
STANDING = (
    *("state", "locked_at", "missing_since", "last_seen_crawl"),
    *("got_crawl", "got_hashes", "next_check_at"),
)
#: What does not come over with a row: it is set by the versions, or is of this archive.
OWN = ("id", "version_id", "rendering_id", "characters", "verdict")


def unite_posts(union: Union, profile: int) -> None:
    """Bring over the posts of a profile, by its id there, with versions, addresses, links, and tags."""
    for theirs in rows(union.there, "SELECT * FROM posts WHERE profile_id = ?", profile):
        mine = counterpart(union, theirs)
        if mine and is_purged(union, mine, theirs):
            continue
        new = mine is None
        mine = mine or added(union, theirs)
        union.ids["posts"][theirs["id"]] = mine["id"]
        unite(union, mine, theirs, new=new)


def counterpart(union: Union, theirs: Row) -> Row | None:
    """The same post here: by its own id, or else by an address that is its alone."""
    addresses = rows(union.there, "SELECT url FROM post_addresses WHERE post_id = ?", theirs["id"])
    owner = union.id_here("profiles", theirs["profile_id"])
    urls = (theirs["url"], *(row["url"] for row in addresses))
    return known_post(union.here, owner, theirs["source_id"], *urls)


def is_purged(union: Union, mine: Row, theirs: Row) -> bool:
    """Whether a post was purged on one side: here it stays so, and what is here stays whatever is there."""
    if mine["state"] == "purged":
        union.purged += 1
    elif theirs["state"] == "purged":
        reason = f"it was purged there and stays here: `blog-archiver purge {mine['id']}` purges it"
        union.refuse(mine["url"], reason)
        union.unlisted.add(mine["profile_id"])
    return "purged" in (mine["state"], theirs["state"])


def added(union: Union, theirs: Row) -> Row:
    """A row for a post that is new here."""
    made = union.translated({k: v for k, v in theirs.items() if k not in OWN})
    number = union.add("posts", made)
    return first(union.here, "SELECT * FROM posts WHERE id = ?", number) or {}


def unite(union: Union, mine: Row, theirs: Row, *, new: bool) -> None:
    """Bring over what is known of one post."""
    number, there = mine["id"], theirs["id"]
    current = unite_versions(union, number, there)
    newer = new or (union.dated and seen(union.there, theirs) > seen(union.here, mine))
    told = tells(current, newer)
    given = union.translated({k: v for k, v in theirs.items() if k not in OWN})
    given = {k: v for k, v in given.items() if (newer if k in STANDING else told)}
    given.pop("first_seen_crawl", None)
    show(union.here, mine, given | pointers(current, mine))
    union.join("post_addresses", "post_id = ?", there)
    unite_links(union, number, there, page=told)
    if union.dated or new:
        union.join("post_metrics", "post_id = ?", there)


def seen(database: Database, post: Row) -> str:
    """When an archive last saw anything of a post."""
    row = first(database, SEEN, post["last_seen_crawl"], post["got_crawl"], post["id"]) or {}
    times = (*row.values(), post["locked_at"], post["missing_since"])
    return max((time for time in times if time), default="")


SEEN = """
SELECT (SELECT started_at FROM crawls WHERE id = ?) AS listed,
    (SELECT started_at FROM crawls WHERE id = ?) AS got,
    (SELECT max(observed_at) FROM observations WHERE post_id = ?) AS observed
"""


def tells(current: Version | None, newer: bool) -> bool:
    """Whether their row tells of the post: with the current version, or of the same one more lately."""
    if current is None:
        return newer
    return current.theirs or (current.both and newer)


def pointers(current: Version | None, mine: Row) -> Row:
    """The columns that say which version is shown, and which rendering of it."""
    if current is None:
        return {}
    ids = [rendering["id"] for rendering in current.renderings]
    rendering = mine["rendering_id"] if mine["rendering_id"] in ids else ids[-1]
    return {"version_id": current.row["id"], "rendering_id": rendering}


def show(database: Database, mine: Row, given: Row) -> None:
    """Write what is new in a row; tags, index, media and measures follow."""
    shown = mine | given
    if shown["state"] == "listed" and shown["version_id"]:
        given["state"] = "archived"
    update(database, "posts", mine["id"], given)
    tag(database, mine["id"], json.loads(shown["tags"]))
    follow(database, mine["id"])
    measure(database, mine["id"])
    sync(database, mine["id"])


def unite_links(union: Union, here: int, there: int, *, page: bool) -> None:
    """The links of a post: those of listings from both, those of its page from whose row tells of it."""
    if page:
        union.here.conn.execute(
            "DELETE FROM post_links WHERE post_id = ? AND origin = 'page'", (here,)
        )
        union.join("post_links", "post_id = ? AND origin = 'page'", there)
    union.join("post_links", "post_id = ? AND origin = 'listing'", there)
