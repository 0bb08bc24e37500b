"""Every post's current version rendered again with today's extractor, from the stored page.

Nothing is fetched, and nothing is lost: a rebuild adds renderings, a version never changes. A better
or equal rendering becomes the current one; a worse one is kept and waits for `accept_worse`. Each
chunk is one transaction with its index, so that a killed rebuild is continued by the next one.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from sqlite_utils import Database

from archive.recording.renderings import add_rendering, made_today, make_current, rendering_today
from archive.rows import Row, first, instant, rows
from archive.store import Archive
from archive.workers import Made, rendered
from scraper.items import Body

Outcome = Literal["better", "worse", "same"]

RANKS = {"partial": 0, "suspect": 1, "ok": 2}
#: Scores are shares of the text; one so much lower may be a matter of spaces.
NOISE = 0.005
BODY = ("body_markdown", "body_text", "images")
QUALITY = ("verdict", "score", "quality")


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What today's extractor made of a post's current version, against what the post shows.

    `outcome` compares the stored quality, `before` and `after` are its scores, and `changed` is
    whether the body is another one. Where there is no body, `after` is None and `reason` says why.
    `current` is whether the post shows today's rendering now, or would without `dry_run`. `unnamed`
    is a defect: an extractor of the same name made another rendering, and renderings never change.
    """

    post: str
    post_id: int
    version_id: int
    rendering_id: int
    title: str
    outcome: Outcome
    changed: bool
    before: float
    after: float | None
    reason: str
    current: bool
    unnamed: bool

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def rebuild(
    archive: Archive,
    version_ids: Sequence[int],
    *,
    jobs: int = 1,
    dry_run: bool = False,
    accept_worse: bool = False,
) -> Iterator[Rebuilt]:
    """Render current versions again in up to `jobs` processes; yields each when it is stored.

    Raises an ArchiveError; what was yielded is kept.
    """
    for chunk in rendered(archive.path, version_ids, jobs):
        judged = [(judge(archive.db, made, accept_worse), made[1]) for made in chunk]
        found = [(result, body) for result, body in judged if result]
        if not dry_run:
            store(archive, [(r, body) for r, body in found if isinstance(body, Body)])
        yield from (result for result, _ in found)


def versions(database: Database, profile_ids: Iterable[int]) -> list[int]:
    """The current versions of all posts of profiles."""
    return [row["version_id"] for owner in profile_ids for row in rows(database, VERSIONS, owner)]


VERSIONS = """
SELECT version_id FROM posts WHERE profile_id = ? AND rendering_id IS NOT NULL ORDER BY id
"""


def judge(database: Database, made: Made, accept_worse: bool) -> Rebuilt | None:
    """Today's body of a version against the current one; None where the post has another version now."""
    version_id, body = made
    shown = first(database, SHOWN, version_id)
    if shown is None:
        return None
    today = rendering_today(database, version_id)
    new = made_today(body) if isinstance(body, Body) else {}
    outcome, reason = compared(shown, new) if new else ("worse", str(body))
    unnamed = bool(today and new and differs(today, new, BODY + QUALITY))
    return Rebuilt(
        post=f"{shown['platform']}:{shown['source_id']}",
        post_id=shown["post_id"],
        version_id=version_id,
        rendering_id=shown["id"],
        title=shown["title"],
        outcome=outcome,
        changed=differs(shown, new, BODY),
        before=shown["score"],
        after=new.get("score"),
        reason=reason,
        current=bool(new) and not unnamed and (outcome != "worse" or accept_worse),
        unnamed=unnamed,
    )


SHOWN = """
SELECT renderings.*, posts.id AS post_id, platform, source_id, posts.title FROM post_versions
JOIN posts ON posts.id = post_id AND posts.version_id = post_versions.id
JOIN renderings ON renderings.id = rendering_id WHERE post_versions.id = ?
"""


def compared(before: Row, after: Row) -> tuple[Outcome, str]:
    """Whether a rendering is better, worse or the same as another by their quality, and why worse."""
    if 2 * len(after["body_text"]) < len(before["body_text"]):
        return "worse", "less than half of the text"
    gain = gained(before, after)
    if gain < 0:
        old, new = reasons(before), reasons(after)
        return "worse", "; ".join([reason for reason in new if reason not in old] or new)
    return ("better" if gain > 0 else "same"), ""


def gained(before: Row, after: Row) -> float:
    """What a rendering has over another: by its verdict, else by what is lost, else by its score."""
    rank = RANKS[after["verdict"]] - RANKS[before["verdict"]]
    fewer_lost = lost(before) - lost(after)
    score: float = after["score"] - before["score"]
    return rank or fewer_lost or (score if abs(score) >= NOISE else 0)


def lost(rendering: Row) -> int:
    """How many elements of the page are not in a rendering."""
    counts = json.loads(rendering["quality"]).get("counts", {})
    return sum(max(0, had - kept) for had, kept in counts.values())


def reasons(rendering: Row) -> list[str]:
    found: list[str] = json.loads(rendering["quality"])["reasons"]
    return found


def differs(one: Row, other: Row, columns: Iterable[str]) -> bool:
    """Whether two renderings differ in any of these columns."""
    return any(one[name] != other.get(name) for name in columns)


def store(archive: Archive, results: list[tuple[Rebuilt, Body]]) -> None:
    """Keep the renderings that are new, and let the posts show those that are to be current."""
    wanted = [(r, body) for r, body in results if not r.unnamed and not settled(archive.db, r)]
    if not wanted:
        return
    at = instant(archive.clock())
    with archive.writing():
        for result, body in wanted:
            today = rendering_today(archive.db, result.version_id)
            added = today["id"] if today else add_rendering(archive.db, result.version_id, body, at)
            if result.current:
                make_current(archive.db, result.post_id, result.rendering_id, added)


def settled(database: Database, result: Rebuilt) -> bool:
    """Whether nothing is left to write: today's rendering is kept, and current if it is to be."""
    today = rendering_today(database, result.version_id)
    return today is not None and (today["id"] == result.rendering_id or not result.current)
