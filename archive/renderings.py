"""What one extractor made of a version: Markdown to read, text to search, and how good it is."""

import hashlib
from dataclasses import asdict

from archive.ledger import Crawl
from archive.raw import stored_page
from archive.rows import Row, first, insert
from scraper.body import EXTRACTOR, NoBody, render
from scraper.items import Body


def content_hash(body: Body) -> str:
    """What a reader sees of a body: its text, and which pictures it shows."""
    seen = "\0".join([body.text, *(image.url for image in body.images)])
    return hashlib.sha256(seen.encode()).hexdigest()


def add_rendering(crawl: Crawl, version_id: int, body: Body) -> int:
    """Keep what today's extractor made of a version; returns its id."""
    row = {
        "version_id": version_id,
        "extractor": EXTRACTOR,
        "body_markdown": body.markdown,
        "body_text": body.text,
        "content_hash": content_hash(body),
        "images": [asdict(image) for image in body.images],
        "verdict": body.quality.verdict,
        "score": body.quality.score,
        "quality": {"reasons": body.quality.reasons, "counts": body.quality.counts},
        "rendered_at": crawl.at,
    }
    return insert(crawl.database, "renderings", row)


def rendered_today(crawl: Crawl, version: Row) -> Row | None:
    """The rendering of a version by today's extractor, made from the stored page where it is new.

    `version` holds its page's encoding too. None where the extractor finds no body on the page.
    """
    found = first(crawl.database, RENDERING, version["id"], EXTRACTOR)
    if found:
        return found
    page = stored_page(crawl.database, version["raw_sha256"])
    text = page.decode(version["encoding"], errors="replace")
    try:
        body = render(text, version["url"], version["source_format"])
    except NoBody:
        return None
    add_rendering(crawl, version["id"], body)
    return first(crawl.database, RENDERING, version["id"], EXTRACTOR)


RENDERING = "SELECT * FROM renderings WHERE version_id = ? AND extractor = ?"
