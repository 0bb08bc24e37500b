"""From a page to a version: a new one when title, tags or text changed, none when a page is worse.

A page is compared with the current version under one extractor, so that a new extractor makes no
versions. A page that is cut off, or has less than half of the text, is worse: the good body stays,
and what was seen is an observation. A real shortening is believed when three crawls over a week agree,
but never one that several posts share.
"""

from archive.drift.agreement import AGREEING_CRAWLS, AGREEING_SPAN, lasting
from archive.drift.containers import lost_container
from archive.drift.losses import losses
from archive.ledger import Crawl
from archive.raw import record_fetch
from archive.recording.metrics import record_metrics
from archive.recording.observations import lock, note, observe
from archive.recording.posts import add_address, add_links, add_post, amend, got, known_post
from archive.recording.rechecks import SOON
from archive.recording.renderings import add_rendering
from archive.recording.states import State, current_state, page_facts, shown_state
from archive.rows import Row, as_json, first, insert, instant
from scraper.items import Observation, Post


def record_post(crawl: Crawl, post: Post) -> Observation | None:
    """Keep a post's page, and its content if that is new and no worse. A purged post stays forgotten.

    Returns what was recorded instead of the post, where its page has changed shape.
    """
    row = known_post(crawl.database, crawl.profile_id, post.source_id, post.url)
    row = row or add_post(crawl, post, "listed")
    if row["state"] == "purged":
        return None
    if post.page is None or post.body is None:
        observe(crawl, nothing := without_content(post), row)
        return nothing
    fetch_id, sha256 = record_fetch(crawl, post.page, row["id"])
    new, current = shown_state(post, row), current_state(crawl, row)
    if current and not post.locked and (told := spoilt(crawl, post, row, new, current)):
        lacks, has, why = told.missing, told.found, told.reason
        note(crawl, row["id"], post.url, "changed", why, fetch_id, missing=lacks, found=has)
        return told
    if current and current.same(new):
        accept(crawl, post, row, {})
    elif current and new.worse_than(current) and not agreed(crawl, row, new):
        refuse(crawl, post, row, new, fetch_id)
    else:
        accept(crawl, post, row, add_version(crawl, post, row, new, sha256))
    return None


def without_content(post: Post) -> Observation:
    """A post that came without its page or body: nothing of it could be rebuilt."""
    return changed(post, f"{post.url} came without its page or its body")


def changed(post: Post, reason: str) -> Observation:
    return Observation(
        platform=post.platform,
        handle=post.handle,
        url=post.url,
        seen="changed",
        reason=reason,
        source_id=post.source_id,
        page=post.page,
    )


def spoilt(crawl: Crawl, post: Post, row: Row, new: State, current: State) -> Observation | None:
    """What is said of a page that lost a part of the body by no edit, or has it elsewhere."""
    if lost := losses(new, current):
        missing = ", ".join(lost)
        told = changed(post, f"{post.url} has the words of what is archived, and lacks: {missing}")
        told.missing = missing
        return told
    elsewhere = lost_container(crawl, post, row, new, current)
    if elsewhere is None or lasting(crawl, elsewhere[0]):
        return None
    missing, found = elsewhere
    reason = f"{post.url} has another text: {missing} is missing, instead there is {found}"
    told = changed(post, reason)
    told.missing, told.found = missing, found
    return told


def agreed(crawl: Crawl, row: Row, new: State) -> bool:
    """Whether enough earlier crawls, over long enough, saw this same shorter body, of this post alone."""
    seen = first(crawl.database, SEEN_BEFORE, row["id"], new.content_hash, crawl.id) or {}
    long_ago = instant(crawl.now - AGREEING_SPAN)
    enough = seen["crawls"] >= AGREEING_CRAWLS - 1 and seen["since"] <= long_ago
    shared = first(crawl.database, SHARED, crawl.profile_id, row["id"], new.content_hash)
    return enough and not new.cut and not shared


SEEN_BEFORE = """
SELECT count(DISTINCT observations.crawl_id) AS crawls, min(observed_at) AS since
FROM observations JOIN posts ON posts.id = observations.post_id
JOIN post_versions ON post_versions.id = posts.version_id
WHERE observations.post_id = ? AND seen = 'shrunken' AND content_hash = ?
AND observations.crawl_id <> ? AND observed_at >= seen_at
"""
SHARED = """
SELECT 1 FROM observations
WHERE profile_id = ? AND post_id <> ? AND seen = 'shrunken' AND content_hash = ? LIMIT 1
"""


def refuse(crawl: Crawl, post: Post, row: Row, new: State, fetch_id: int) -> None:
    """Leave the body as it is, and record the worse page."""
    seen = "locked" if post.locked else "shrunken"
    reason = f"{post.url} shows {len(new.text)} characters, less than what is archived"
    note(crawl, row["id"], post.url, seen, reason, fetch_id, content_hash=new.content_hash)
    if post.locked:
        lock(crawl, row)
    else:
        amend(crawl, row, {"next_check_at": instant(crawl.now + SOON)})


def add_version(crawl: Crawl, post: Post, row: Row, new: State, sha256: str) -> Row:
    """A version of what the page shows. Returns the columns of posts that point to it."""
    assert post.page is not None
    assert post.body is not None
    shown = row | page_facts(post, row)
    version = {
        "post_id": row["id"],
        "title": new.title,
        "tags": shown["tags"],
        "published_at": shown["published_at"],
        "updated_at": shown["updated_at"],
        "seen_at": instant(post.page.fetched_at),
        "crawl_id": crawl.id,
        "cut": new.cut,
        "url": post.url,
        "source_format": post.source_format,
        "raw_sha256": sha256,
    }
    version_id = insert(crawl.database, "post_versions", version)
    rendering_id = add_rendering(crawl.database, version_id, post.body, crawl.at)
    return {"version_id": version_id, "rendering_id": rendering_id}


def accept(crawl: Crawl, post: Post, row: Row, version: Row) -> None:
    """Take over what the page tells of the post; `version` are the columns that point to a new one."""
    note_change(crawl, post, row)
    given = page_facts(post, row)
    told = {
        "from_page": as_json(sorted(given)),
        "state": "archived",
        "locked_at": (row["locked_at"] or crawl.at) if post.locked else None,
        "missing_since": None,
        "last_seen_crawl": crawl.id,
    }
    current = version.get("version_id", row["version_id"])
    amend(crawl, row, {**given, **told, **got(crawl, row["id"], current), **version})
    for url in (post.url, *post.redirected_to):
        add_address(crawl, row["id"], url)
    add_links(crawl, row["id"], post.links, "page")
    record_metrics(crawl.database, "post", row["id"], post.metrics, crawl.at)


def note_change(crawl: Crawl, post: Post, row: Row) -> None:
    """Keep that a post is back, or that a lock has come or gone while its text is there."""
    if row["state"] == "gone":
        note(crawl, row["id"], post.url, "back", f"{post.url} is back", None)
    if post.locked and row["version_id"] and not row["locked_at"]:
        note(crawl, row["id"], post.url, "locked", f"{post.url} is locked now", None)
    if row["locked_at"] and not post.locked:
        note(crawl, row["id"], post.url, "unlocked", f"{post.url} is locked no more", None)
