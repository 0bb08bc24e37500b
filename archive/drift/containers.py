"""Whether a post lies elsewhere on its page than it did: what is read then may not be the post alone.

The place of a known theme (`.post-body`) is sure. Where it is gone from a page, the post is where
somebody else has guessed, and the menus may have come with it.
"""

from archive.ledger import Crawl
from archive.raw import stored_page
from archive.recording.states import VERSION, State
from archive.rows import Row, first
from scraper.body import NoBody, container
from scraper.body.locate import Place
from scraper.items import Post

#: Characters of what is there instead.
FOUND = 200


def lost_container(
    crawl: Crawl, post: Post, row: Row, new: State, current: State
) -> tuple[str, str] | None:
    """The selector of the archived body that a page with other text lacks, and what is read instead.

    None where the text is the same, or is where it was.
    """
    formats = {new.source_format, current.source_format}
    if new.text == current.text or formats != {"html"} or post.page is None:
        return None
    before, now = archived_place(crawl, row), place(post.page.text, post.url)
    if not (before and now) or before.found not in ("host", "theme") or before.name == now.name:
        return None
    return before.name, f"{now.name}: {new.text}"[:FOUND]


def archived_place(crawl: Crawl, row: Row) -> Place | None:
    """Where the current version of a post lies on its page."""
    version = first(crawl.database, VERSION, row["version_id"])
    assert version
    page = stored_page(crawl.database, version["raw_sha256"])
    return place(page.decode(version["encoding"], errors="replace"), version["url"])


def place(page: str, url: str) -> Place | None:
    try:
        return container(page, url)
    except NoBody:
        return None
