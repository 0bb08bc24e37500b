"""The search index, kept in step with the posts.

`posts_fts` is contentless: it holds words and no text. To delete a post's words FTS5 must be given
the very text that went in, so `index_state` keeps what they were made from: title, tags, rendering
(immutable, hence its id is enough) and the version of the segmentation. There are no triggers:
sqlite-utils' `transform()` drops them, and `INSERT OR REPLACE` does not fire them.
"""

import hashlib
import json
from dataclasses import dataclass, replace

from sqlite_utils import Database

from archive.search.segment import SEGMENTATION, parts, segment

INDEXED = "SELECT title, tags, rendering_id, segmentation FROM index_state WHERE post_id = ?"
CURRENT = """
SELECT title, tags, (SELECT id FROM renderings WHERE renderings.id = rendering_id), ?
FROM posts WHERE id = ? AND state != 'purged'
"""
BODY = "SELECT body_text FROM renderings WHERE id = ?"
SAME_BODY = """
SELECT one.body_text = other.body_text FROM renderings AS one, renderings AS other
WHERE one.id = ? AND other.id = ?
"""
SAME = "UPDATE index_state SET rendering_id = ? WHERE post_id = ?"


@dataclass(frozen=True, slots=True)
class State:
    """What a post's words are made from; a post that is only listed has no rendering."""

    title: str
    tags: str
    rendering_id: int | None
    segmentation: int


class Unknown(Exception):
    """The words of a state cannot be told: its rendering was deleted, or the code has changed."""


def _state(db: Database, sql: str, *parameters: int) -> State | None:
    row = db.execute(sql, parameters).fetchone()
    return State(*row) if row else None


def _columns(db: Database, state: State) -> tuple[str, ...]:
    """The row of `posts_fts`, the same for the same state. Raises Unknown."""
    if state.segmentation != SEGMENTATION:
        raise Unknown
    body = ""
    if state.rendering_id is not None:
        row = db.execute(BODY, (state.rendering_id,)).fetchone()
        if row is None:
            raise Unknown
        (body,) = row
    tags = " . ".join(json.loads(state.tags))
    return segment(state.title), segment(body), segment(tags), parts(f"{state.title} . {body}")


def _insert(db: Database, post_id: int, state: State) -> None:
    db.execute(
        "INSERT INTO posts_fts (rowid, title, body, tags, aux) VALUES (?, ?, ?, ?, ?)",
        (post_id, *_columns(db, state)),
    )
    db.execute(
        "INSERT INTO index_state VALUES (?, ?, ?, ?, ?)",
        (post_id, state.title, state.tags, state.rendering_id, state.segmentation),
    )


def _delete(db: Database, post_id: int, state: State) -> None:
    db.execute(
        "INSERT INTO posts_fts (posts_fts, rowid, title, body, tags, aux)"
        " VALUES ('delete', ?, ?, ?, ?, ?)",
        (post_id, *_columns(db, state)),
    )
    db.execute("DELETE FROM index_state WHERE post_id = ?", (post_id,))


def _same_words(db: Database, one: State, other: State) -> bool:
    """Whether two states differ by their rendering only, and that has the same text."""
    if replace(one, rendering_id=other.rendering_id) != other:
        return False
    row = db.execute(SAME_BODY, (one.rendering_id, other.rendering_id)).fetchone()
    return row is not None and bool(row[0])


def sync(db: Database, post_id: int) -> None:
    """Bring the index into step with the post, in the transaction of the caller if there is one.

    A post that is purged or no longer there leaves the index; call this before its rendering is
    deleted. Where the old words cannot be told any more, everything is indexed again.
    """
    indexed = _state(db, INDEXED, post_id)
    current = _state(db, CURRENT, SEGMENTATION, post_id)
    if indexed == current:
        return
    if indexed and current and _same_words(db, indexed, current):
        db.execute(SAME, (current.rendering_id, post_id))
        return
    try:
        with db.atomic():
            if indexed:
                _delete(db, post_id, indexed)
            if current:
                _insert(db, post_id, current)
    except Unknown:
        rebuild(db)


def rebuild(db: Database) -> None:
    """Index every post again, from nothing but the posts."""
    with db.atomic():
        db.execute("INSERT INTO posts_fts (posts_fts) VALUES ('delete-all')")
        db.execute("DELETE FROM index_state")
        for (post_id,) in db.execute("SELECT id FROM posts ORDER BY id").fetchall():
            if state := _state(db, CURRENT, SEGMENTATION, post_id):
                _insert(db, post_id, state)


def is_current(db: Database) -> bool:
    """Whether the index was made by this segmentation; if not, a writer should `rebuild`."""
    stale = "SELECT EXISTS (SELECT 1 FROM index_state WHERE segmentation != ?)"
    return not db.execute(stale, (SEGMENTATION,)).fetchone()[0]


def index_digest(db: Database, schema: str = "main") -> str:
    """SHA-256 of every word in the index with its post, column and position."""
    db.execute(
        f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.words_of_{schema}"
        f" USING fts5vocab({schema}, posts_fts, instance)"
    )
    words = db.execute(f"SELECT term, doc, col, offset FROM words_of_{schema} ORDER BY 1, 2, 3, 4")
    digest = hashlib.sha256()
    for word in words:
        digest.update(repr(word).encode())
    return digest.hexdigest()
