"""A post as its author meant it: title, facts, the body set, and where else it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from archive.browse.markup import reading
from archive.browse.visit import Visit
from archive.rows import Row, first, rows

if TYPE_CHECKING:
    from datasette.utils.asgi import Response


async def post(visit: Visit) -> Response:
    """The reading view of a post, by its id."""
    number = visit.number("post")
    found = await visit.read(lambda database: told(database, number))
    if found is None:
        return await visit.page("absent.html", status=404, title="No such post")
    held = {url: visit.url(f"media/{name}") for url, name in found["pictures"].items()}
    body = reading(found["body_markdown"] or "", held)
    shown: dict[str, Any] = {
        "post": found,
        "body": body,
        "notices": list(notices(found, plain=body.plain)),
    }
    return await visit.page("post.html", title=found["title"], **shown)


def notices(found: Row, *, plain: bool) -> Iterator[str]:
    """What a reader has to know of a body before reading it."""
    if found["locked_at"]:
        yield f"The site has shown only a part of it since {found['locked_at'][:10]}: locked."
    if found["body_markdown"] is None:
        yield "Its text is not archived yet."
    if found["state"] == "gone":
        yield "The site has it no more."
    if found["verdict"] not in (None, "ok"):
        reasons = json.loads(found["quality"])["reasons"]
        yield f"Perhaps not all of the page came through ({found['verdict']}): {'; '.join(reasons)}"
    if plain:
        yield "It is too long to be laid out, and shown as its Markdown."


def told(database: Database, number: int) -> Row | None:
    """All that the reading view shows of a post; None where there is none, or it was purged."""
    found = first(database, POST, number)
    if found is None:
        return None
    for name in ("tags", "columns"):
        found[name] = json.loads(found[name])
    found["metrics"] = rows(database, METRICS, number)
    found["links"] = rows(database, LINKS, number)
    found["pictures"] = dict(database.conn.execute(PICTURES, (number,)).fetchall())
    found["versions"] = count(database, "post_versions", number)
    found |= neighbours(database, found)
    return found


def neighbours(database: Database, shown: Row) -> dict[str, Any]:
    """The posts of the same profile that were published next before and after."""
    asked = (shown["profile_id"], shown["published_at"] or "", shown["id"])
    return {"older": first(database, OLDER, *asked), "newer": first(database, NEWER, *asked)}


def count(database: Database, table: str, post_id: int) -> int:
    """How many rows of a table are a post's."""
    sql = f"SELECT count(*) FROM {table} WHERE post_id = ?"
    return int(database.conn.execute(sql, (post_id,)).fetchone()[0])


POST = """
SELECT posts.*, profiles.name AS profile_name, profiles.handle, profiles.url AS profile_url,
    renderings.body_markdown, renderings.verdict, renderings.quality
FROM posts JOIN profiles ON profiles.id = profile_id
LEFT JOIN renderings ON renderings.id = rendering_id
WHERE posts.id = ? AND state <> 'purged'
"""
METRICS = (
    "SELECT name, value, observed_at FROM post_metrics WHERE post_id = ? ORDER BY name, observed_at"
)
LINKS = """
SELECT DISTINCT role, post_links.url, label, post_links.language, other.id AS here
FROM post_links LEFT JOIN post_addresses ON post_addresses.url = post_links.url
LEFT JOIN posts AS other ON other.id = post_addresses.post_id
WHERE post_links.post_id = ? ORDER BY role, post_links.url
"""
PICTURES = """
SELECT post_media.url, media.sha256 FROM post_media JOIN media ON media.id = media_id
WHERE post_id = ? AND state = 'held'
"""
NEXT = """
SELECT id, title FROM posts WHERE profile_id = ?1 AND state <> 'purged'
AND (coalesce(published_at, ''), id) {than} (?2, ?3)
ORDER BY coalesce(published_at, '') {order}, id {order} LIMIT 1
"""
OLDER = NEXT.format(than="<", order="DESC")
NEWER = NEXT.format(than=">", order="ASC")
