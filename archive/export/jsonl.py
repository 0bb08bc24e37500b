"""JSON Lines: all that an archive holds of the posts, with every version, as archive.records has it.

Pictures and files lie beside the file, in the folder that an archive has for them: `posts.media/` beside
`posts.jsonl`. Posts of which only listings tell are exported too. The rights in a post are its
`author`, `kind`, `licence` and `url`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from archive.export import Outcome, Progress
from archive.export.folder import Folder
from archive.export.output import whole_file
from archive.export.selection import Selection
from archive.media.files import folder_of, name_of
from archive.media.shown import key, media_of
from archive.raw import stored_page
from archive.records import (
    Entry,
    File,
    Line,
    Media,
    Page,
    Post,
    Profile,
    Quality,
    Rendering,
    Tie,
    Version,
)
from archive.rows import Row, first, moment_in, rows
from archive.store import Archive
from scraper.items import Image

ENCODER = msgspec.json.Encoder()


def export(selection: Selection, out: Path, progress: Progress) -> Outcome:
    """Write a selection as one file of lines, and its media beside it. See `archive.export`."""
    archive, posts = selection.archive, selection.ids_with_listed
    lines = Lines(archive)
    with whole_file(out) as draft:
        for profile in lines.profiles(posts):
            draft.file.write(ENCODER.encode(profile) + b"\n")
        for number in progress(posts):
            for line in lines.of_post(number):
                draft.file.write(ENCODER.encode(line) + b"\n")
        for medium in lines.media():
            draft.file.write(ENCODER.encode(medium) + b"\n")
        outcome = copy_media(archive, folder_of(out), lines.files)
    outcome.posts, outcome.files = len(posts), outcome.files + 1
    outcome.written += draft.changed
    return outcome


def copy_media(archive: Archive, folder: Path, files: dict[str, str]) -> Outcome:
    """Let a folder hold media as an archive's does: sha256 → MIME type. No folder where there are none."""
    if not files and not folder.exists():
        return Outcome()
    target, source = Folder(folder, "media of jsonl"), folder_of(archive.path)
    for sha256, media_type in files.items():
        name = name_of(sha256, media_type)
        target.copy(name, source / name)
    return target.close()


class Lines:
    """The lines of an archive; pages and media that more than one post has, once.

    `files` are those of the media: sha256 → MIME type.
    """

    def __init__(self, archive: Archive) -> None:
        self.archive, self.db = archive, archive.db
        self.pages, self.shown = set[str](), set[str]()
        self.files = dict[str, str]()

    def profiles(self, posts: list[int]) -> Iterator[Profile]:
        """The profiles of the posts with these ids."""
        for row in rows(self.db, PROFILES, json.dumps(posts)):
            row["declared"] = json.loads(row["declared"])
            yield Profile(**picked(Profile, row), joined=moment_in(row, "joined"))

    def of_post(self, number: int) -> Iterator[Line]:
        """A post, its pages and its versions."""
        row = first(self.db, POST, number) or {}
        yield self.post(row)
        for place, version in enumerate(rows(self.db, VERSIONS, number), start=1):
            if version["raw_sha256"] not in self.pages:
                self.pages.add(version["raw_sha256"])
                yield self.page(version)
            yield self.version(row, version, place)

    def post(self, row: Row) -> Post:
        number, lists = row["id"], ("tags", "columns", "from_page", "got_hashes")
        return Post(
            **picked(Post, row | {name: json.loads(row[name]) for name in lists}),
            published=moment_in(row, "published"),
            updated=moment_in(row, "updated"),
            locked=row["locked_at"] is not None,
            missing=row["missing_since"] is not None,
            addresses=[address["url"] for address in rows(self.db, ADDRESSES, number)],
            entries=[entry(line) for line in rows(self.db, ENTRIES, number)],
            links=[Tie(**link) for link in rows(self.db, LINKS, number)],
        )

    def page(self, version: Row) -> Page:
        """A raw page, as text if that can be read back."""
        sha256, encoding = version["raw_sha256"], version["encoding"]
        body = stored_page(self.db, sha256)
        try:
            text = body.decode(encoding)
            if text.encode(encoding) == body:
                return Page(sha256=sha256, encoding=encoding, text=text)
        except (UnicodeError, LookupError):
            pass  # as many pages are that name another encoding than they are in
        return Page(sha256=sha256, encoding=encoding, base64=body)

    def version(self, post: Row, row: Row, place: int) -> Version:
        renderings = rows(self.db, RENDERINGS, row["id"])
        self.shown.update(key(medium.url) for each in renderings for medium in media_of(each))
        row = row | {name: post[name] for name in ("platform", "handle", "source_id")}
        return Version(
            **picked(Version, row | {"tags": json.loads(row["tags"]), "cut": bool(row["cut"])}),
            number=place,
            page=row["raw_sha256"],
            current=row["id"] == post["version_id"],
            renderings=[rendering(each, post["rendering_id"]) for each in renderings],
        )

    def media(self) -> Iterator[Media]:
        """What became of the pictures and files of the versions; what was never asked for is left out."""
        for row in rows(self.db, MEDIA, json.dumps(sorted(self.shown))):
            file = None
            if row["sha256"]:
                file = File(**picked(File, row))
                self.files[file.sha256] = file.type
            yield Media(**picked(Media, row), file=file)


def picked(struct: type[msgspec.Struct], row: Row) -> dict[str, Any]:
    """The columns of a row that are fields."""
    return {name: row[name] for name in struct.__struct_fields__ if name in row}


def entry(row: Row) -> Entry:
    """What a listing has of a post."""
    row["section"] = json.loads(row["section"])
    return Entry(**picked(Entry, row), listed=moment_in(row, "listed"))


def rendering(row: Row, current: int | None) -> Rendering:
    """What an extractor made; `current` is the id of the one that is shown."""
    row["images"] = [Image(**image) for image in json.loads(row["images"])]
    row["quality"] = Quality(**json.loads(row["quality"]))
    bodies = {"markdown": row["body_markdown"], "text": row["body_text"]}
    return Rendering(**picked(Rendering, row | bodies), current=row["id"] == current)


PROFILES = """
SELECT * FROM profiles WHERE id IN
    (SELECT profile_id FROM posts WHERE id IN (SELECT value FROM json_each(?)))
ORDER BY platform, handle
"""
POST = """
SELECT posts.*, handle FROM posts JOIN profiles ON profiles.id = profile_id WHERE posts.id = ?
"""
ADDRESSES = "SELECT url FROM post_addresses WHERE post_id = ? ORDER BY url"
ENTRIES = "SELECT * FROM entries WHERE post_id = ? ORDER BY listing, position"
LINKS = """
SELECT origin, role, url, label, language FROM post_links WHERE post_id = ?
ORDER BY origin, role, url
"""
VERSIONS = """
SELECT post_versions.*, encoding FROM post_versions JOIN raw_pages ON sha256 = raw_sha256
WHERE post_id = ? ORDER BY id
"""
RENDERINGS = "SELECT * FROM renderings WHERE version_id = ? ORDER BY id"
MEDIA = """
SELECT media.url, kind, state, reason, media.sha256, type, bytes, width, height
FROM media LEFT JOIN media_files USING (sha256)
WHERE state <> 'wanted' AND url IN (SELECT value FROM json_each(?)) ORDER BY url
"""
