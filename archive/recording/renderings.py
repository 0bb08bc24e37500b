"""What one extractor made of a version: Markdown to read, text to search, and how good it is."""

import hashlib
from dataclasses import asdict

from sqlite_utils import Database

from archive.ledger import Crawl
from archive.media.shown import follow
from archive.raw import stored_page
from archive.recording.measures import measure
from archive.rows import Row, bound, first, insert, storable
from archive.search.index import sync
from scraper.body import EXTRACTOR, NoBody, render
from scraper.items import Body


def content_hash(body: Body) -> str:
    """What a reader sees of a body: its text, and which pictures it shows."""
    seen = "\0".join([body.text, *(image.url for image in body.images)])
    return hashlib.sha256(seen.encode()).hexdigest()


def made_today(body: Body) -> Row:
    """The columns of what today's extractor made, but for whose and when."""
    made = {
        "extractor": EXTRACTOR,
        "body_markdown": body.markdown,
        "body_text": body.text,
        "content_hash": content_hash(body),
        "markdown_sha256": hashlib.sha256(body.markdown.encode()).hexdigest(),
        "images": [asdict(image) for image in body.images],
        "verdict": body.quality.verdict,
        "score": body.quality.score,
        "quality": {"reasons": body.quality.reasons, "counts": body.quality.counts},
    }
    return {name: bound(value) for name, value in made.items()}


def add_rendering(database: Database, version_id: int, body: Body, at: str) -> int:
    """Keep what today's extractor made of a version; returns its id. `at` as archived."""
    row = {"version_id": version_id, **made_today(body), "rendered_at": at}
    return insert(database, "renderings", row)


def render_stored(database: Database, version: Row) -> Body | None:
    """What today's extractor makes of a version's stored page; None where it finds no body.

    `version` holds its page's encoding too. Raises ArchiveUnusable when the page is damaged.
    """
    page = stored_page(database, version["raw_sha256"])
    text = page.decode(version["encoding"], errors="replace").removeprefix("\ufeff")
    try:
        return storable(render(text, version["url"], version["source_format"]))
    except NoBody:
        return None


def rendering_today(database: Database, version_id: int) -> Row | None:
    """The rendering of a version by today's extractor, if it has one."""
    return first(database, RENDERING, version_id, EXTRACTOR)


def rendered_today(crawl: Crawl, version: Row) -> Row | None:
    """The rendering of a version by today's extractor, made from the stored page where it is new.

    `version` holds its page's encoding too. None where the extractor finds no body on the page.
    """
    found = rendering_today(crawl.database, version["id"])
    if found:
        return found
    body = render_stored(crawl.database, version)
    if body is None:
        return None
    add_rendering(crawl.database, version["id"], body, crawl.at)
    return rendering_today(crawl.database, version["id"])


RENDERING = "SELECT * FROM renderings WHERE version_id = ? AND extractor = ?"


def make_current(database: Database, post_id: int, before: int, rendering_id: int) -> bool:
    """Let a post show a rendering in place of `before`, of the same version.

    Index, media and measures follow. Returns whether it did: not where a crawl has given the post
    another version meanwhile.
    """
    if not database.conn.execute(SHOW, (rendering_id, post_id, before)).rowcount:
        return False
    sync(database, post_id)
    follow(database, post_id)
    measure(database, post_id)
    return True


SHOW = "UPDATE posts SET rendering_id = ? WHERE id = ? AND rendering_id = ?"
