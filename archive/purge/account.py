"""What a purge takes away, told before it does."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from archive.purge.copies import copies
from archive.purge.exports import Holding, exports
from archive.purge.pictures import files_of
from archive.purge.plan import Plan, plan
from archive.purge.wanted import Wanted
from archive.rows import as_json, first, rows
from archive.store import Archive


@dataclass(frozen=True, slots=True)
class Account:
    """What goes: `posts` by `platform:source_id` and title, how much of everything, and what lies beside.

    `same` are other posts with the very text of one of them: they stay.
    """

    posts: list[tuple[str, str]]
    counts: dict[str, int]
    copies: list[Path]
    exports: list[Holding]
    same: list[str]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "posts": [name for name, _ in self.posts],
            **self.counts,
            "copies": [str(path) for path in self.copies],
            "exports": {str(found.path): len(found.files) for found in self.exports},
            "same": self.same,
        }


def account(archive: Archive, chosen: Wanted) -> Account:
    """Look for all that a purge finds, in the archive and beside it. Changes nothing."""
    found = plan(archive.db, chosen)
    media = [file["sha256"] for file in files_of(archive.db, found.media)]
    posts = rows(archive.db, POSTS, as_json(found.posts))
    return Account(
        posts=[(row["name"], row["title"]) for row in posts],
        counts=counts(archive.db, found) | {"files": len(media)},
        copies=copies(archive.path, chosen),
        exports=exports(archive.path, found.addresses, media),
        same=[row["name"] for row in rows(archive.db, SAME, as_json(found.posts))],
    )


POSTS = """
SELECT platform || ':' || source_id AS name, title FROM posts
WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id
"""
SAME = """
WITH these AS (SELECT value AS id FROM json_each(?)),
texts AS (SELECT content_hash FROM renderings JOIN post_versions ON post_versions.id = version_id
    WHERE post_id IN these)
SELECT DISTINCT platform || ':' || source_id AS name
FROM renderings JOIN post_versions ON post_versions.id = renderings.version_id
JOIN posts ON posts.id = post_id
WHERE content_hash IN texts AND post_id NOT IN these ORDER BY name
"""


def counts(database: Database, found: Plan) -> dict[str, int]:
    """How much of everything goes."""
    held = first(database, HELD, as_json(found.posts)) or {}
    pages = {"pages": len(found.fetches.theirs), "lists": len(found.fetches.lists)}
    return {**held, **pages, "media": len(found.media)}


HELD = """
WITH versions AS (
    SELECT id FROM post_versions WHERE post_id IN (SELECT value FROM json_each(?)))
SELECT count(*) AS versions,
    (SELECT count(*) FROM renderings WHERE version_id IN versions) AS renderings FROM versions
"""
