"""The versions that two archives have of a post, in the order in which the site showed them.

A version that both have is one. What a crawl refuses is refused: a page that is cut, or has under half
of the text, after one that is not; the archive that took it had nothing to compare it with.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlite_utils import Database

from archive.recording.observations import note
from archive.rows import Row, first, insert, rows
from archive.union.fetches import keep_page
from archive.union.order import renumber
from archive.union.tables import Union


@dataclass(slots=True)
class Version:
    """A version with its renderings, the newest last; `first` in its archive.

    `theirs` where it comes from the other archive, `both` where that has the same one.
    """

    row: Row
    renderings: list[Row]
    first: bool
    theirs: bool
    both: bool = False

    def same(self, other: "Version") -> bool:
        """Whether a reader sees no difference, as far as one extractor tells or the page is the same."""
        if titled(self.row) != titled(other.row):
            return False
        hashes = [{r["extractor"]: r["content_hash"] for r in v.renderings} for v in (self, other)]
        common = hashes[0].keys() & hashes[1].keys()
        if not common:
            return bool(self.row["raw_sha256"] == other.row["raw_sha256"])
        return any(hashes[0][name] == hashes[1][name] for name in common)

    def worse(self, current: "Version") -> bool:
        """Whether a crawl that has `current` would refuse it (archive.recording.versions)."""
        cut = self.row["cut"] and not current.row["cut"]
        mine, before = (len(v.renderings[-1]["body_text"]) for v in (self, current))
        return bool(cut) or mine * 2 < before


def titled(row: Row) -> tuple[str, frozenset[str]]:
    """What of a version is not in its body."""
    return row["title"], frozenset(json.loads(row["tags"]))


def unite_versions(union: Union, here: int, there: int) -> Version | None:
    """Give the post with an id here what the other archive has of it; returns its current version.

    That has `id` and `rendering_id` in its row, as they are here now.
    """
    mine = versions(union.here, here, theirs=False)
    theirs = versions(union.there, there, theirs=True)
    kept, current = judged(union, sequence(mine, theirs, dated=union.dated))
    ids = [bring(union, version) if version.theirs else version.row["id"] for version in kept]
    renumber(union.here, "post_versions", ids)
    for version, number in zip(kept, sorted(ids), strict=True):
        version.row["id"] = number
    return current


def bring(union: Union, version: Version) -> int:
    """Bring a version over, with its renderings and its page; returns its id here."""
    made = union.translated(version.row)
    keep_page(union, version.row, made)
    number = union.add("post_versions", made)
    for rendering in version.renderings:
        made = {**rendering, "version_id": number}
        rendering["id"] = insert(
            union.here, "renderings", {k: v for k, v in made.items() if k != "id"}
        )
    return number


def judged(union: Union, found: Sequence[Version]) -> tuple[list[Version], Version | None]:
    """The versions to keep, and the one to show: the last that is not worse than what it would replace."""
    kept, current = list[Version](), None
    for version in found:
        if current and version.first and version.worse(current):
            if version.theirs:
                refuse(union, version)
            else:
                kept.append(version)
            continue
        kept.append(version)
        current = version
    return kept, current


def refuse(union: Union, version: Version) -> None:
    """Keep that a worse page was seen."""
    made, shown = union.translated(version.row), version.renderings[-1]
    known = (
        "SELECT 1 FROM observations WHERE post_id = ? AND seen = 'shrunken' AND content_hash = ?"
    )
    if first(union.here, known, made["post_id"], shown["content_hash"]):
        return
    reason = (
        f"{made['url']} showed {len(shown['body_text'])} characters, less than what is archived"
    )
    crawl = replace(union.crawl_of(made), now=datetime.fromisoformat(made["seen_at"]))
    hashed = shown["content_hash"]
    note(crawl, made["post_id"], made["url"], "shrunken", reason, None, content_hash=hashed)


def versions(database: Database, post_id: int, *, theirs: bool) -> list[Version]:
    """Those of a post, oldest first. One without a rendering cannot be."""
    return [
        Version(row, rows(database, RENDERINGS, row["id"]), first=place == 0, theirs=theirs)
        for place, row in enumerate(rows(database, VERSIONS, post_id))
    ]


VERSIONS = "SELECT * FROM post_versions WHERE post_id = ? ORDER BY id"
RENDERINGS = "SELECT * FROM renderings WHERE version_id = ? ORDER BY id"


def sequence(mine: Sequence[Version], theirs: Sequence[Version], *, dated: bool) -> list[Version]:
    """All versions, each once. Where the times are not known, what contains the other is the order, or
    else what is here goes before what comes.
    """
    if dated:
        return list(apart(sorted([*mine, *theirs], key=lambda version: version.row["seen_at"])))
    contained = within(theirs, mine) or within(mine, theirs)
    return contained or list(apart([*mine, *besides(mine, theirs)]))


def within(some: Sequence[Version], others: Sequence[Version]) -> list[Version] | None:
    """The others, of which some are the same in the same order; None if not all of those are."""
    rest = iter(some)
    next_one = next(rest, None)
    found = []
    for version in others:
        if next_one and version.same(next_one):
            version = paired(version, next_one)
            next_one = next(rest, None)
        found.append(version)
    return None if next_one else found


def besides(mine: Sequence[Version], theirs: Sequence[Version]) -> Iterator[Version]:
    """Their versions that are none of mine, where each is one at most, in the same order."""
    rest = list(mine)
    for version in theirs:
        place = next((n for n, one in enumerate(rest) if version.same(one)), None)
        if place is None:
            yield version
        else:
            paired(version, rest[place])
            del rest[: place + 1]


def paired(one: Version, other: Version) -> Version:
    """Of a version that both have, the one that is here."""
    mine = other if one.theirs else one
    mine.both = True
    return mine


def apart(ordered: Iterable[Version]) -> Iterator[Version]:
    """Versions none of which is equal to the one before it."""
    last: Version | None = None
    for version in ordered:
        if last and version.same(last):
            if last.theirs != version.theirs:
                last = paired(last, version)
            continue
        if last:
            yield last
        last = version
    if last:
        yield last
