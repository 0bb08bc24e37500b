"""Archives of real pages, and as an earlier extractor would have left them."""

import hashlib
import json
from typing import Any

from archive.recording.renderings import content_hash
from archive.rows import rows, update
from archive.store import Archive
from scraper.body import render
from scraper.items import Body, Image, Page
from tests.made import address, crawl, entry, page, post
from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.csdn_pages import article


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def csdn_pages(posts: int) -> list[Page]:
    """Pages of one blog as CSDN serves them."""
    blog = CsdnSite(user="linshen", posts=invented_posts(posts))
    return [
        page(str(number), url=address(str(number)), body=article(blog, shown).encode())
        for number, shown in enumerate(blog.posts, 1)
    ]


def fill(archive: Archive, posts: int) -> None:
    """Archive a blog of so many posts, each as the extractor of today renders it."""
    for number, shown in enumerate(csdn_pages(posts), 1):
        body = render(shown.text, shown.url, "html")
        crawl(archive, entry(str(number)), post(str(number), page=shown, body=body))


def rendered_earlier(
    archive: Archive, *, before: str = "", where: str = "1", **columns: Any
) -> None:
    """Let renderings be of extractor 0, with `before` in front of their text and these columns."""
    assignments = "".join(f", {name} = :{name}" for name in columns)
    archive.db.execute(
        "UPDATE renderings SET extractor = '0', body_markdown = :before || body_markdown,"
        f" body_text = :before || body_text {assignments} WHERE {where}",
        {"before": before, **columns},
    )
    for row in rows(archive.db, "SELECT id, body_markdown, body_text, images FROM renderings"):
        images = tuple(Image(**image) for image in json.loads(row["images"]))
        made = Body(markdown="", text=row["body_text"], images=images)
        hashes = {
            "content_hash": content_hash(made),
            "markdown_sha256": sha256(row["body_markdown"]),
        }
        update(archive.db, "renderings", row["id"], hashes)
    archive.index_again()
