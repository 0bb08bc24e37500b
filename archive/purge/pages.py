"""What was fetched: pages of purged posts go, lists that tell of them are emptied.

A page of another post may name a purged one, or link to it: it stays, for it is that post's text.
"""

from dataclasses import dataclass, field
from hashlib import sha256

from sqlite_utils import Database

from archive import raw
from archive.connection import ArchiveUnusable
from archive.rows import Row, as_json, insert, rows
from archive.traces import Traces

EMPTY = sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True)
class Fetches:
    """Ids of fetches: `theirs` go, of `lists` only the answer; `pages` are the sha256 of both."""

    theirs: list[int] = field(default_factory=list)
    lists: list[int] = field(default_factory=list)
    pages: set[str] = field(default_factory=set)


def fetches_of(database: Database, posts: list[int], profiles: list[int], named: Traces) -> Fetches:
    """The fetches of posts and of whole profiles, and those of no post that tell of the posts."""
    found = Fetches()
    tells = {EMPTY: False}
    for row in rows(database, FETCHES, as_json(posts), as_json(profiles)):
        page = row["raw_sha256"]
        if page not in tells and not row["goes"]:
            tells[page] = tells_of(database, row, named)
        if row["goes"] or named.within(row["url"]):
            found.theirs.append(row["id"])
            found.pages.add(page)
        elif tells[page]:
            found.lists.append(row["id"])
            found.pages.add(page)
    return found


FETCHES = """
WITH these AS (SELECT value AS id FROM json_each(?)), whole AS (SELECT value AS id FROM json_each(?))
SELECT fetches.id, url, raw_sha256, encoding,
    coalesce(post_id IN these, 0) OR profile_id IN whole AS goes
FROM fetches JOIN raw_pages ON sha256 = raw_sha256
WHERE post_id IN these OR profile_id IN whole
    OR (post_id IS NULL AND profile_id IN (SELECT profile_id FROM posts WHERE id IN these))
"""


def tells_of(database: Database, fetch: Row, named: Traces) -> bool:
    """Whether what a fetch brought names one of the posts; of a damaged page nobody knows."""
    try:
        page = raw.stored_page(database, fetch["raw_sha256"])
    except ArchiveUnusable:
        return True
    return named.within(page.decode(fetch["encoding"], errors="replace"))


def forget_pages(database: Database, found: Fetches) -> None:
    """Delete the fetches and empty the lists; pages that nothing else needs go with them."""
    empty = {
        "sha256": EMPTY,
        "encoding": "utf-8",
        "length": 0,
        "zstd": raw.packed(database, b"", None),
    }
    insert(database, "raw_pages", empty, clause="ON CONFLICT DO NOTHING")
    for table in ("observations", "incidents"):
        database.conn.execute(NO_EVIDENCE.format(table), (as_json(found.theirs),))
    database.conn.execute(FORGET, (as_json(found.theirs),))
    database.conn.execute(EMPTIED, (EMPTY, as_json(found.lists)))
    unused = {row["sha256"] for row in rows(database, UNUSED, as_json(sorted(found.pages)))}
    replace_dictionaries(database, unused)
    database.conn.execute(DROP, (as_json(sorted(unused)),))


NO_EVIDENCE = """
UPDATE {} SET fetch_id = NULL WHERE fetch_id IN (SELECT value FROM json_each(?))
"""
FORGET = "DELETE FROM fetches WHERE id IN (SELECT value FROM json_each(?))"
EMPTIED = """
UPDATE fetches SET raw_sha256 = ?, etag = NULL, last_modified = NULL, headers = '{}',
    request_headers = '{}' WHERE id IN (SELECT value FROM json_each(?))
"""
UNUSED = """
SELECT value AS sha256 FROM json_each(?)
EXCEPT SELECT raw_sha256 FROM fetches EXCEPT SELECT raw_sha256 FROM post_versions
"""
DROP = "DELETE FROM raw_pages WHERE sha256 IN (SELECT value FROM json_each(?))"


def replace_dictionaries(database: Database, gone: set[str]) -> None:
    """Compress pages anew that stay and whose dictionary goes; the first of them is the next one.

    Raises ArchiveUnusable where such a dictionary is damaged: all those pages are, too.
    """
    for old in gone:
        dependent = [row["sha256"] for row in rows(database, DEPENDENT, old)]
        staying = [page for page in dependent if page not in gone]
        new = staying[0] if staying else None
        for page in staying:
            compress_anew(database, page, None if page == new else new)
        database.conn.execute(NEXT if new else NO_MORE, {"new": new, "old": old})
        raw.loaded.pop(old, None)


def compress_anew(database: Database, page: str, against: str | None) -> None:
    """Compress a page against another; one that is damaged stays so, for `verify` to name."""
    (row,) = rows(database, "SELECT dictionary, zstd FROM raw_pages WHERE sha256 = ?", page)
    packed = raw.packed(database, raw.unpacked(database, row), against)
    database.conn.execute(PACKED, (against, packed, page))


DEPENDENT = "SELECT sha256 FROM raw_pages WHERE dictionary = ? ORDER BY rowid"
PACKED = "UPDATE raw_pages SET dictionary = ?, zstd = ? WHERE sha256 = ?"
NEXT = "UPDATE dictionaries SET raw_sha256 = :new WHERE raw_sha256 = :old"
NO_MORE = "DELETE FROM dictionaries WHERE raw_sha256 = :old"
