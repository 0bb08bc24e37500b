"""What became of a post: its versions, what was seen in between, and the addresses it has had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlite_utils import Database

from archive.browse.visit import Visit
from archive.history import timeline
from archive.rows import Row, first, rows

if TYPE_CHECKING:
    from datasette.utils.asgi import Response


async def history(visit: Visit) -> Response:
    """The history of a post, by its id, oldest first."""
    number = visit.number("post")
    found = await visit.read(lambda database: lived(database, number))
    if found is None:
        return await visit.page("absent.html", status=404, title="No such post")
    return await visit.page("history.html", title=f"History of {found['title']}", post=found)


def lived(database: Database, number: int) -> Row | None:
    """A post with its `events`, how many `versions` it has, and its `addresses`; None if there is none."""
    found = known(database, number)
    if found is None:
        return None
    found["events"] = timeline(database, found)
    found["versions"] = sum(event.number is not None for event in found["events"])
    found["addresses"] = rows(database, ADDRESSES, number)
    return found


def known(database: Database, number: int) -> Row | None:
    """The row of a post that was not purged, with the handle of its profile."""
    return first(database, POST, number)


POST = """
SELECT posts.*, handle, profiles.name AS profile_name FROM posts
JOIN profiles ON profiles.id = profile_id WHERE posts.id = ? AND state <> 'purged'
"""
ADDRESSES = "SELECT * FROM post_addresses WHERE post_id = ? ORDER BY first_seen_at, url"
