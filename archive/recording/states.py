"""What a page shows of a post, and what the archive has of it: two states to compare.

Both are made by one extractor, so that a new extractor makes no difference.
"""

import json
from dataclasses import dataclass, field

from archive.ledger import Crawl
from archive.recording.posts import facts
from archive.recording.renderings import content_hash, rendered_today
from archive.rows import Row, first
from scraper.items import Post


@dataclass(frozen=True, slots=True)
class State:
    """What a page shows of a post, as far as versions are concerned; `cut` is a part of it only.

    `updated_at` is the site's time of the last change, as archived. `on_page` counts the elements of
    the page itself (scraper.items.Quality), where it is at hand.
    """

    title: str
    tags: frozenset[str]
    content_hash: str
    text: str
    markdown: str
    cut: bool
    updated_at: str | None
    source_format: str
    on_page: dict[str, int] = field(default_factory=dict)

    def same(self, other: "State") -> bool:
        """Whether a reader sees no difference; the order of tags is none."""
        seen, before = (self.title, self.tags), (other.title, other.tags)
        return seen == before and self.content_hash == other.content_hash

    def worse_than(self, other: "State") -> bool:
        """Whether this must not replace what is archived: cut off, or under half of the text."""
        return (self.cut and not other.cut) or len(self.text) * 2 < len(other.text)


def page_facts(post: Post, row: Row) -> Row:
    """The columns that the page gives. One that had tags or columns and has none took them away."""
    emptied = {"tags", "columns"} & set(json.loads(row["from_page"]))
    return dict.fromkeys(emptied, "[]") | facts(post)


def shown_state(post: Post, row: Row) -> State:
    """What the page shows; where it is silent, what listings told."""
    assert post.body is not None
    shown = row | page_facts(post, row)
    return State(
        title=shown["title"],
        tags=frozenset(json.loads(shown["tags"])),
        content_hash=content_hash(post.body),
        text=post.body.text,
        markdown=post.body.markdown,
        cut=post.locked or post.body.quality.verdict == "partial",
        updated_at=shown["updated_at"],
        source_format=post.source_format,
        on_page={name: held for name, (held, _) in post.body.quality.counts.items()},
    )


def current_state(crawl: Crawl, row: Row) -> State | None:
    """The current version of a post as the extractor of today renders it."""
    version = first(crawl.database, VERSION, row["version_id"])
    if version is None:
        return None
    rendering = rendered_today(crawl, version) or first(
        crawl.database, "SELECT * FROM renderings WHERE id = ?", row["rendering_id"]
    )
    assert rendering is not None
    return State(
        title=version["title"],
        tags=frozenset(json.loads(version["tags"])),
        content_hash=rendering["content_hash"],
        text=rendering["body_text"],
        markdown=rendering["body_markdown"],
        cut=bool(version["cut"]),
        updated_at=version["updated_at"],
        source_format=version["source_format"],
    )


VERSION = """
SELECT post_versions.*, encoding FROM post_versions JOIN raw_pages ON sha256 = raw_sha256
WHERE id = ?
"""
