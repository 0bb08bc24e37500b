"""What a crawl saw that is no content, and what that says of a post: locked, or back."""

from archive.ledger import Crawl
from archive.raw import record_fetch
from archive.recording.posts import amend, got, known_post
from archive.rows import Row, first, insert
from scraper.items import Observation


def record_observation(crawl: Crawl, observation: Observation) -> None:
    """Keep what was seen. Of a purged post nothing is kept."""
    source_id = observation.source_id or ""
    post = known_post(crawl.database, crawl.profile_id, source_id, observation.url)
    if post is None or post["state"] != "purged":
        observe(crawl, observation, post)


def observe(crawl: Crawl, observation: Observation, post: Row | None) -> None:
    """Keep an observation with its evidence, and what it says of `post`. A body is never touched.

    Whether one is gone is told when the crawl ends (archive.recording.tombstones).
    """
    post_id = post["id"] if post else None
    fetch_id = evidence(crawl, observation, post_id)
    if post and observation.seen == "locked":
        lock(crawl, post)
    if post and observation.seen == "no_post" and not post["version_id"]:
        amend(crawl, post, {"state": "external", "kind": "page", **got(crawl, post["id"], None)})
    note(
        crawl,
        post_id,
        observation.url,
        observation.seen,
        observation.reason,
        fetch_id,
        transient=observation.transient,
        missing=observation.missing,
        found=observation.found,
    )


def evidence(crawl: Crawl, observation: Observation, post_id: int | None) -> int | None:
    """The fetch that shows it: the page that came with it, else what this crawl last got from there."""
    if observation.page:
        return record_fetch(crawl, observation.page, post_id)[0]
    fetched = first(crawl.database, FETCHED, crawl.id, observation.url)
    return int(fetched["id"]) if fetched else None


FETCHED = "SELECT id FROM fetches WHERE crawl_id = ? AND url = ? ORDER BY id DESC LIMIT 1"


def note(
    crawl: Crawl,
    post_id: int | None,
    url: str,
    seen: str,
    reason: str,
    fetch_id: int | None,
    *,
    transient: bool = False,
    **rest: str | None,
) -> None:
    """Add a row to the observations; `rest` are its columns `content_hash`, `missing`, `found`."""
    row = {
        "profile_id": crawl.profile_id,
        "post_id": post_id,
        "crawl_id": crawl.id,
        "url": url,
        "seen": seen,
        "reason": reason,
        "transient": transient,
        "observed_at": crawl.at,
        "fetch_id": fetch_id,
        **rest,
    }
    insert(crawl.database, "observations", row)


def note_move(crawl: Crawl, post: Row, url: str, how: str) -> None:
    """Keep that a post has another address now, and how that is known."""
    note(crawl, post["id"], url, "moved", f"{post['url']} is now {url}: {how}", None)


def lock(crawl: Crawl, post: Row) -> None:
    """Mark a post as locked since now; asking again brings nothing until its listing changes.

    One that was gone is there again.
    """
    locked = {
        "locked_at": post["locked_at"] or crawl.at,
        **got(crawl, post["id"], post["version_id"]),
    }
    if post["state"] == "gone":
        locked["state"] = "archived" if post["version_id"] else "listed"
        note(crawl, post["id"], post["url"], "back", f"{post['url']} is back, and locked", None)
    amend(crawl, post, locked)
