"""Pictures and files that only purged posts show, in whichever of their versions."""

from pathlib import Path

from sqlite_utils import Database

from archive.media.files import name_of
from archive.media.shown import key, media_of
from archive.rows import Row, as_json, rows


def shown_only_by(database: Database, posts: list[int]) -> list[int]:
    """The ids of the media that no version of any other post shows."""
    theirs = {key(m.url) for row in rows(database, THEIRS, as_json(posts)) for m in media_of(row)}
    if not theirs:
        return []
    older = rows(database, OLDER, as_json(posts))
    theirs -= {key(m.url) for row in older for m in media_of(row)}
    return [row["id"] for row in rows(database, ALONE, as_json(sorted(theirs)), as_json(posts))]


THEIRS = """
SELECT images, body_markdown FROM renderings JOIN post_versions ON post_versions.id = version_id
WHERE post_id IN (SELECT value FROM json_each(?))
"""
#: What other posts show now is told by post_media, what they showed before only by their renderings.
OLDER = """
SELECT images, body_markdown FROM renderings JOIN post_versions ON post_versions.id = renderings.version_id
JOIN posts ON posts.id = post_id
WHERE renderings.id IS NOT posts.rendering_id AND posts.id NOT IN (SELECT value FROM json_each(?))
"""
ALONE = """
SELECT id FROM media WHERE url IN (SELECT value FROM json_each(?1)) AND NOT EXISTS (
    SELECT 1 FROM post_media WHERE media_id = media.id
    AND post_id NOT IN (SELECT value FROM json_each(?2)))
ORDER BY id
"""


def forget_media(database: Database, media: list[int], folder: Path) -> None:
    """Delete media, and the files that are then nobody's.

    A file goes first: what a purge leaves that fails here is found again by the next. Raises OSError.
    """
    files = files_of(database, media)
    for file in files:
        (folder / name_of(file["sha256"], file["type"])).unlink(missing_ok=True)
    database.conn.execute(
        "DELETE FROM media WHERE id IN (SELECT value FROM json_each(?))", (as_json(media),)
    )
    gone = as_json([file["sha256"] for file in files])
    database.conn.execute(
        "DELETE FROM media_files WHERE sha256 IN (SELECT value FROM json_each(?))", (gone,)
    )


def files_of(database: Database, media: list[int]) -> list[Row]:
    """The rows of the files that no other media have."""
    return rows(database, FILES, as_json(media))


FILES = """
WITH these AS (SELECT value AS id FROM json_each(?))
SELECT sha256, type FROM media_files
WHERE sha256 IN (SELECT sha256 FROM media WHERE id IN these)
AND sha256 NOT IN (SELECT sha256 FROM media WHERE id NOT IN these AND sha256 IS NOT NULL)
"""
