"""A post as its author meant it: title, facts, the body set, and where else it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sqlite_utils import Database

from archive.audit import LAST_SEEN
from archive.browse.plots import line
from archive.browse.typesetter import Typesetter
from archive.browse.visit import Visit
from archive.media.files import name_of
from archive.rows import Row, first, rows

if TYPE_CHECKING:
    from datasette.utils.asgi import Response

typesetter = Typesetter()


async def post(visit: Visit) -> Response:
    """The reading view of a post, by its id."""
    number = visit.number("post")
    found = await visit.read(lambda database: told(database, number))
    if found is None:
        return await visit.page("absent.html", status=404, title="No such post")
    held = {url: visit.url(f"media/{name}") for url, name in found["held"].items()}
    text = (found["body_markdown"] or "").removeprefix(f"# {found['title']}\n")  # it stands above
    body = await asyncio.to_thread(typesetter.set, text, held)
    shown: dict[str, Any] = {
        "post": found,
        "body": body,
        "notices": list(notices(found, plain=body.plain)),
        "counts": counts(found["metrics"]),
    }
    return await visit.page("post.html", title=found["title"], **shown)


def notices(found: Row, *, plain: bool) -> Iterator[str]:
    """What a reader has to know of a body before reading it."""
    last = found["last_seen"] or {"reason": "it was not fetched yet"}
    if found["locked_at"]:
        yield f"Locked: since {found['locked_at'][:10]} the site shows only a part of it."
    if found["state"] == "external":
        yield "It is on another site: only the line of its listing is archived."
    elif found["body_markdown"] is None:
        yield f"Its text is not archived: {last['reason']}."
    if found["state"] == "gone":
        yield f"The site has it no more: {last['reason']}."
    elif found["missing_since"]:
        yield f"No listing has it any more since {found['missing_since'][:10]}."
    if found["verdict"] not in (None, "ok"):
        reasons = json.loads(found["quality"]).get("reasons", [])
        yield f"Perhaps not all of it came through ({found['verdict']}): {'; '.join(reasons)}."
    if plain:
        yield "It is too much to be laid out, and shown as its Markdown."


def counts(metrics: list[Row]) -> list[tuple[str, int, Markup]]:
    """Each counter: its name, its last value, and its course as a plot."""
    found = []
    for name, seen in groupby(metrics, itemgetter("name")):
        values, times = zip(*((row["value"], row["observed_at"]) for row in seen), strict=True)
        found.append((name, values[-1], line(values, times, name)))
    return found


def told(database: Database, number: int) -> Row | None:
    """All that the reading view shows of a post; None where there is none, or it was purged."""
    found = first(database, POST, number)
    if found is None:
        return None
    for name in ("tags", "columns"):
        found[name] = json.loads(found[name])
    found["metrics"] = rows(database, METRICS, number)
    found["links"] = rows(database, LINKS, number)
    found["last_seen"] = first(database, LAST_SEEN, number)
    found["held"] = {
        row["url"]: name_of(row["sha256"], row["type"]) for row in rows(database, HELD, number)
    }
    return found | neighbours(database, found)


def neighbours(database: Database, shown: Row) -> dict[str, Any]:
    """The posts of the same profile that were published next before and after."""
    asked = (shown["profile_id"], shown["published_at"] or "", shown["id"])
    return {"older": first(database, OLDER, *asked), "newer": first(database, NEWER, *asked)}


POST = """
SELECT posts.*, profiles.name AS profile_name, profiles.handle, profiles.url AS profile_url,
    renderings.body_markdown, renderings.verdict, renderings.quality,
    (SELECT count(*) FROM post_versions WHERE post_id = posts.id) AS versions
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
HELD = """
SELECT post_media.url, sha256, type FROM post_media JOIN media ON media.id = media_id
JOIN media_files USING (sha256) WHERE post_id = ? AND state = 'held'
"""
NEXT = """
SELECT id, title FROM posts WHERE id = (
    SELECT id FROM posts WHERE profile_id = ?1 AND state <> 'purged'
    AND (coalesce(published_at, ''), id) {than} (?2, ?3)
    ORDER BY coalesce(published_at, '') {order}, id {order} LIMIT 1
)
"""
OLDER = NEXT.format(than="<", order="DESC")
NEWER = NEXT.format(than=">", order="ASC")
