"""Which media a post shows: those of its current rendering, in its order."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlite_utils import Database

from archive.rows import Row, first
from scraper.media.address import canonical
from scraper.media.attachments import attachments


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture or a file of a body: its address there, and what the body says in its place."""

    kind: str
    url: str
    alt: str = ""


def key(url: str) -> str:
    """The address by which a picture is known, whichever of its variants and schemes a post has."""
    address = canonical(url)
    plain = address.startswith("http://")
    return f"https://{address.removeprefix('http://')}" if plain else address


def host_of(address: str) -> str:
    """The host of an address; empty where it has none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def follow(database: Database, post_id: int) -> None:
    """Let post_media be what the current rendering of a post shows; call this when that changes.

    What nothing shows any more keeps its row in media, and its file: older versions show it.
    """
    database.conn.execute("DELETE FROM post_media WHERE post_id = ?", (post_id,))
    rendering = first(database, CURRENT, post_id)
    if rendering is None:
        return
    seen_at, found = rendering["rendered_at"], [(key(m.url), m) for m in media_of(rendering)]
    database.conn.executemany(NEW, [(url, host_of(url), m.kind, seen_at) for url, m in found])
    numbered = enumerate(found)
    database.conn.executemany(SHOW, [(post_id, n, m.url, m.alt, url) for n, (url, m) in numbered])


CURRENT = """
SELECT images, body_markdown, rendered_at FROM posts JOIN renderings ON renderings.id = rendering_id
WHERE posts.id = ? AND posts.state <> 'purged'
"""
NEW = "INSERT OR IGNORE INTO media (url, host, kind, first_seen_at) VALUES (?, ?, ?, ?)"
SHOW = """
INSERT INTO post_media (post_id, position, url, alt, media_id)
SELECT ?, ?, ?, ?, id FROM media WHERE url = ?
"""


def media_of(rendering: Row) -> Iterator[Shown]:
    """The media of a rendering: its pictures, then its files. One inside the page is no address."""
    for image in json.loads(rendering["images"]):
        if not image["url"].lower().startswith("data:"):
            yield Shown("image", image["url"], image["alt"])
    for url in attachments(rendering["body_markdown"]):
        yield Shown("file", url)


def follow_all(database: Database) -> None:
    """Make post_media again from the posts."""
    for (post_id,) in database.conn.execute("SELECT id FROM posts ORDER BY id").fetchall():
        follow(database, post_id)
