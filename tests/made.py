"""Items as a spider would yield them, with only what a test is about to be said."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from archive.store import Archive
from scraper.items import (
    Body,
    Entry,
    Item,
    Listing,
    Moment,
    Observation,
    Page,
    Post,
    Profile,
    Quality,
    Verdict,
)

WHOSE = {"platform": "csdn", "handle": "linshen"}
HOME = "https://blog.csdn.net/linshen"
PROFILE = Profile(**WHOSE, url=HOME, name="林深")
#: Long enough for half of it to be a worse page.
PROSE = "显存是大模型推理时最先用完的资源。分页管理把键值缓存切成小块，按需分配。" * 5
START = datetime(2026, 3, 1, 8, tzinfo=UTC)


def address(source_id: str) -> str:
    return f"{HOME}/article/details/{source_id}"


def moment(day: int, hour: int = 4) -> Moment:
    """A time in January 2026, as the site writes it in Beijing."""
    at = datetime(2026, 1, day, hour, tzinfo=UTC)
    return Moment(at=at, on=date(2026, 1, day), precision="second", text=f"2026-01-{day:02}")


def entry(source_id: str = "1", **given: Any) -> Entry:
    defaults = {
        "url": address(source_id),
        "title": f"第 {source_id} 篇",
        "listing": "posts",
        "position": int(source_id) if source_id.isdecimal() else 0,
    }
    return Entry(**WHOSE, source_id=source_id, **{**defaults, **given})


def page(source_id: str = "1", text: str = PROSE, **given: Any) -> Page:
    defaults: dict[str, Any] = {
        "url": address(source_id),
        "kind": "post",
        "status": 200,
        "request_headers": {},
        "headers": {},
        "body": f"<article><p>{text}</p></article>".encode("utf-8", "surrogatepass"),
        "encoding": "utf-8",
        "fetched_at": START,
    }
    return Page(**WHOSE, **{**defaults, **given})


def post(source_id: str = "1", text: str = PROSE, verdict: Verdict = "ok", **given: Any) -> Post:
    defaults = {
        "url": address(source_id),
        "title": f"第 {source_id} 篇",
        "page": page(source_id, text),
        "body": Body(markdown=text, text=text, quality=Quality(verdict=verdict)),
    }
    return Post(**WHOSE, source_id=source_id, **{**defaults, **given})


def listing(name: str = "posts", *, complete: bool = True, seen: int = 1) -> Listing:
    reason = None if complete else "broken off"
    return Listing(**WHOSE, name=name, url=HOME, complete=complete, seen=seen, reason=reason)


def observation(seen: Any, source_id: str = "1", **given: Any) -> Observation:
    defaults = {"url": address(source_id), "reason": f"{source_id} is {seen}"}
    return Observation(**WHOSE, source_id=source_id, seen=seen, **{**defaults, **given})


def crawl(archive: Archive, *items: Item, outcome: str = "finished") -> None:
    """One whole crawl of the profile: these items, and the end."""
    archive.record(replace(PROFILE))
    for item in items:
        archive.record(item)
    archive.end_crawl(**WHOSE, outcome=outcome)


def rows(archive: Archive, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
    return archive.db.execute(sql, parameters).fetchall()
