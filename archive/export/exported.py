"""A post as plain data, for every format: nothing in it depends on when and how often it was crawled."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from archive.export.addresses import Addresses, Reference
from archive.media.files import folder_of, name_of
from archive.rows import first, moment_in, rows
from archive.store import Archive
from scraper.items import Link, Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Medium:
    """A picture (`image`) or an attached file (`file`) that a post shows.

    `url` is as the body has it; `sha256` and `type` (MIME) are those of the file, None for what is not
    held; `folder` is where the archive keeps its files.
    """

    url: str
    kind: str
    alt: str
    sha256: str | None
    type: str | None
    folder: Path

    @property
    def name(self) -> str | None:
        """What its file is called in the folder: the same in every archive that holds it."""
        return name_of(self.sha256, self.type) if self.sha256 and self.type else None

    @property
    def path(self) -> Path | None:
        """Where its file ought to be; it may have been lost."""
        return self.folder / name if (name := self.name) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A post and its current body.

    `reference` identifies it. `author` is who the page names, else the profile. `kind` is original, repost,
    translation, what else the site has, or None. `state` is archived, gone or listed. `version` counts the states that the site
    showed, up to this one. `media` are in the order of the body. `links` are ties to other addresses;
    `here` are addresses of the Markdown, as they stand there and as they are meant, and of `links` → the
    selected posts they lead to.
    `id` is the row's in this archive: for further queries, never to be written.
    """

    id: int
    reference: Reference
    url: str
    author: str
    profile_name: str
    profile_url: str
    summary: str | None
    kind: str | None
    language: str | None
    licence: str | None
    tags: tuple[str, ...]
    columns: tuple[str, ...]
    published: Moment | None
    updated: Moment | None
    state: str
    locked: bool
    version: int
    markdown: str
    text: str
    media: tuple[Medium, ...]
    links: tuple[Link, ...]
    here: Mapping[str, Reference]

    @property
    def title(self) -> str:
        return self.reference.title

    @property
    def body(self) -> str:
        """The Markdown without the heading that only repeats the title, and without empty lines around."""
        return self.without_title(self.markdown)

    def without_title(self, markdown: str) -> str:
        """The same of the Markdown as an export has it."""
        return markdown.removeprefix(f"# {self.title}\n").strip("\n")


POST = """
SELECT posts.*, profiles.handle, profiles.name AS profile_name, profiles.url AS profile_url,
    body_markdown, body_text,
    (SELECT count(*) FROM post_versions WHERE post_id = posts.id) AS versions
FROM posts JOIN profiles ON profiles.id = profile_id JOIN renderings ON renderings.id = rendering_id
WHERE posts.id = ?
"""
MEDIA = """
SELECT post_media.url, kind, alt, media_files.sha256, type
FROM post_media JOIN media ON media.id = media_id
LEFT JOIN media_files ON media_files.sha256 = media.sha256 AND media.state = 'held'
WHERE post_id = ? ORDER BY position
"""
LINKS = """
SELECT DISTINCT role, url, label, language FROM post_links WHERE post_id = ?
ORDER BY role, url, label, language
"""


def read(archive: Archive, number: int, addresses: Addresses) -> Exported:
    """The post with an id, which has a body."""
    row = first(archive.db, POST, number) or {}
    links = tuple(Link(**link) for link in rows(archive.db, LINKS, number))
    folder = folder_of(archive.path)
    return Exported(
        id=number,
        reference=Reference(**{name: row[name] for name in Reference.__dataclass_fields__}),
        author=row["author"] or row["profile_name"] or row["handle"],
        profile_name=row["profile_name"] or row["handle"],
        **{name: row[name] for name in PLAIN},
        tags=tuple(json.loads(row["tags"])),
        columns=tuple(json.loads(row["columns"])),
        published=moment_in(row, "published"),
        updated=moment_in(row, "updated"),
        locked=row["locked_at"] is not None,
        version=row["versions"],
        markdown=row["body_markdown"],
        text=row["body_text"],
        media=tuple(Medium(**row, folder=folder) for row in rows(archive.db, MEDIA, number)),
        links=links,
        here=addresses.here(row["body_markdown"], links),
    )


PLAIN = ("url", "profile_url", "summary", "kind", "language", "licence", "state")
