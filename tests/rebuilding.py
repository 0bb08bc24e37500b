"""Archives of real pages, and as an earlier extractor would have left them."""

import hashlib
from typing import Any

from archive.index import rebuild
from archive.store import Archive
from scraper.body import render
from scraper.items import Page
from tests.made import address, crawl, entry, page, post
from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.csdn_pages import article


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
    archive.db.conn.create_function("sha256", 1, lambda t: hashlib.sha256(t.encode()).hexdigest())
    archive.db.execute(
        "UPDATE renderings SET extractor = '0', body_markdown = :before || body_markdown,"
        " body_text = :before || body_text, content_hash = sha256(:before || body_text)"
        f"{assignments} WHERE {where}",
        {"before": before, **columns},
    )
    rebuild(archive.db)
