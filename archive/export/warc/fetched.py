"""What was fetched: for a post, and for the lists that named it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from archive.export.exported import Exported
from archive.export.selection import Selection
from archive.media.files import folder_of, name_of
from archive.rows import Row, first, rows
from archive.store import Archive


@dataclass(frozen=True, slots=True)
class Fetch:
    """A response as it is kept (scraper.items.Page), without its body; `fetched_at` as the archive has it."""

    url: str
    status: int
    fetched_at: str
    encoding: str
    request_headers: dict[str, str]
    headers: dict[str, str]
    raw_sha256: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture or file that a post shows: at which address, of which MIME type, where it is kept, and
    when it was got.
    """

    url: str
    type: str
    sha256: str
    path: Path
    got_at: str


FETCHES = """
SELECT DISTINCT url, status, fetched_at, encoding, request_headers, headers, raw_sha256
FROM fetches JOIN raw_pages ON sha256 = raw_sha256
WHERE {} ORDER BY fetched_at, url, status, raw_sha256, headers, request_headers
"""
#: What was fetched for these profiles, and not for one of these posts.
OTHER = """
profile_id IN (SELECT profile_id FROM posts WHERE id IN (SELECT value FROM json_each(:ids)))
AND (post_id IS NULL OR post_id NOT IN (SELECT value FROM json_each(:ids)))
"""
LAST = "SELECT max(fetched_at) AS at FROM fetches WHERE post_id IN (SELECT value FROM json_each(?))"
PICTURES = """
SELECT post_media.url, type, media_files.sha256, coalesce(last_attempt_at, first_seen_at) AS got_at
FROM post_media JOIN media ON media.id = media_id
JOIN media_files ON media_files.sha256 = media.sha256
WHERE post_id = ? AND media.state = 'held' ORDER BY position
"""


def fetches_of(database: Database, post_id: int) -> list[Fetch]:
    """Every response for a post, in the order of time."""
    return list(made(rows(database, FETCHES.format("post_id = ?"), post_id)))


def other_fetches(selection: Selection) -> Iterator[Fetch]:
    """The profiles' own pages and lists, robots.txt, and pages without a body; none where a filter
    chose posts, for lists name others, too.
    """
    chosen = (selection.tags, selection.since, selection.until, selection.licence, selection.query)
    if any(chosen):
        return iter(())
    ids = json.dumps(selection.ids)
    return made(rows(selection.archive.db, FETCHES.format(OTHER), ids=ids))


def made(found: Iterable[Row]) -> Iterator[Fetch]:
    """Fetches from their rows."""
    for row in found:
        headers = {name: json.loads(row[name]) for name in ("request_headers", "headers")}
        yield Fetch(**row | headers)


def last_fetch(database: Database, post_ids: list[int]) -> str:
    """When the last page of these posts was fetched."""
    found = first(database, LAST, json.dumps(post_ids)) or {}
    return found["at"] or "1970-01-01T00:00:00Z"


def pictures_of(archive: Archive, post: Exported) -> list[Picture]:
    """What the archive holds of what a post shows."""
    folder = folder_of(archive.path)
    return [
        Picture(**row, path=folder / name_of(row["sha256"], row["type"]))
        for row in rows(archive.db, PICTURES, post.id)
    ]
