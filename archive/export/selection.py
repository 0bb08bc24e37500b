"""Which posts are exported: those with a body, all or what filters let through."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from archive.export.addresses import Addresses
from archive.export.exported import Exported, read
from archive.rows import rows
from archive.search.query import parse
from archive.store import Archive

#: What a post has to be, by the filter that asks for it.
CONDITIONS = {
    "profiles": "posts.platform || ':' || handle IN (SELECT value FROM json_each(:profiles))",
    "tags": "posts.id IN (SELECT post_id FROM post_tags JOIN tags ON tags.id = tag_id"
    " WHERE name IN (SELECT value FROM json_each(:tags)))",
    "since": "published_on >= :since",
    "until": "published_on <= :until",
    "licence": "(posts.kind = :licence OR instr(lower(licence), lower(:licence)))",
    "query": "posts.id IN (SELECT rowid FROM posts_fts WHERE posts_fts MATCH :match)",
}
#: By author, then as they were published; nothing of it depends on when they were crawled.
IDS = """
SELECT posts.id FROM posts JOIN profiles ON profiles.id = profile_id
WHERE posts.state <> 'purged' AND {condition}
ORDER BY posts.platform, handle, coalesce(published_at, ''), source_id
"""


@dataclass(frozen=True)
class Selection:
    """The posts of an archive that have a body, as far as filters let them through, in a stable order.

    `profiles` are `platform:handle`; `profiles` and `tags` let through what has one of them. `since`
    and `until` are days of the site, `YYYY-MM-DD`, both included; posts of an unknown day are then
    left out. `licence` is a part of the licence's name, or original, repost or translation. `query` is
    what a person types (see `archive.search.query`).
    """

    archive: Archive
    profiles: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    licence: str = ""
    query: str = ""

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Exported]:
        """Each post, read when it is its turn."""
        for number in self.ids:
            yield read(self.archive, number, self.addresses)

    @property
    def name(self) -> str:
        """What people call it: the filters that are set, or `all posts`."""
        days = [f"{self.since or '…'}/{self.until or '…'}"] if self.since or self.until else []
        words = (*self.profiles, *self.tags, *days, self.licence, self.query)
        return " · ".join(filter(None, words)) or "all posts"

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read in the block is of one moment, while a crawl may be writing."""
        self.archive.db.conn.execute("BEGIN")
        try:
            yield
        finally:
            self.archive.db.conn.execute("ROLLBACK")

    @cached_property
    def ids(self) -> list[int]:
        """The ids of the posts in this archive, in order; for further queries, never to be written."""
        return self.found("rendering_id IS NOT NULL")

    @cached_property
    def ids_with_listed(self) -> list[int]:
        """The same, with posts that have no body: of those only listings tell."""
        return self.found()

    def found(self, *conditions: str) -> list[int]:
        """The ids of the posts that the filters and further conditions let through."""
        asked = [condition for name, condition in CONDITIONS.items() if getattr(self, name)]
        sql = IDS.format(condition=" AND ".join([*conditions, *asked]) or "true")
        return [row["id"] for row in rows(self.archive.db, sql, **self.parameters)]

    @property
    def parameters(self) -> dict[str, str]:
        """What the conditions refer to."""
        return {
            "profiles": json.dumps(self.profiles),
            "tags": json.dumps(self.tags),
            "since": self.since,
            "until": self.until,
            "licence": self.licence,
            "match": parse(self.query).match(),
        }

    @cached_property
    def addresses(self) -> Addresses:
        """Where links of the posts lead to another post of this selection."""
        return Addresses(self.archive.db, self.ids)
