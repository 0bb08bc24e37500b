"""The search index: kept in step with the posts, asked for ranked hits.

`posts_fts` is contentless: it holds words and no text. To delete a post's words FTS5 must be given
the very text that went in, so `index_state` keeps what a post's words were made from: title, tags,
rendering (immutable, hence its id is enough) and the version of the segmentation. There are no
triggers: sqlite-utils' `transform()` drops them, and `INSERT OR REPLACE` does not fire them.
"""

import hashlib
import json
from dataclasses import dataclass

from sqlite_utils import Database

from archive.query import parse
from archive.segment import SEGMENTATION, parts, segment
from archive.snippet import Highlighter, Span

#: title, body, tags, aux: a word in the title says more about a post than one in its text.
WEIGHTS = "10.0, 1.0, 5.0, 1.0"
#: Ranked are the newest so many matches. Ranking all of 300,000 posts takes up to 900 ms, this 49 ms
#: (95th percentile); with fewer matches the result is the same.
RANKED = 2000

INDEXED = """
SELECT index_state.title, index_state.tags, index_state.rendering_id, body_text, segmentation
FROM index_state LEFT JOIN renderings ON renderings.id = rendering_id WHERE post_id = ?
"""
CURRENT = """
SELECT title, tags, rendering_id, body_text, ? FROM posts
LEFT JOIN renderings ON renderings.id = rendering_id WHERE posts.id = ? AND state != 'purged'
"""
HITS = f"""
WITH matches AS (
    SELECT rowid, bm25(posts_fts, {WEIGHTS}) AS rank FROM posts_fts
    WHERE posts_fts MATCH ? ORDER BY rowid DESC LIMIT {RANKED}
)
SELECT url, title, coalesce(body_text, summary, ''), -rank
FROM matches JOIN posts ON posts.id = matches.rowid
LEFT JOIN renderings ON renderings.id = rendering_id
ORDER BY rank, posts.id DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A post found. `score`: the higher the better; `marks`: the found words in `snippet`."""

    url: str
    title: str
    snippet: str
    score: float
    marks: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What a post's words are made from."""

    title: str
    tags: str
    rendering_id: int | None
    body: str | None
    segmentation: int

    @property
    def known(self) -> bool:
        """Whether the words can still be told: nobody deleted the rendering, or changed the code."""
        has_body = self.rendering_id is None or self.body is not None
        return has_body and self.segmentation == SEGMENTATION

    @property
    def columns(self) -> tuple[str, ...]:
        """The row of `posts_fts`."""
        body = self.body or ""
        tags = " . ".join(json.loads(self.tags))
        return segment(self.title), segment(body), segment(tags), parts(f"{self.title} . {body}")


def _state(db: Database, sql: str, *parameters: int) -> State | None:
    row = db.execute(sql, parameters).fetchone()
    return State(*row) if row else None


def _insert(db: Database, post_id: int, state: State) -> None:
    db.execute(
        "INSERT INTO posts_fts (rowid, title, body, tags, aux) VALUES (?, ?, ?, ?, ?)",
        (post_id, *state.columns),
    )
    db.execute(
        "INSERT INTO index_state VALUES (?, ?, ?, ?, ?)",
        (post_id, state.title, state.tags, state.rendering_id, state.segmentation),
    )


def _delete(db: Database, post_id: int, state: State) -> None:
    db.execute(
        "INSERT INTO posts_fts (posts_fts, rowid, title, body, tags, aux)"
        " VALUES ('delete', ?, ?, ?, ?, ?)",
        (post_id, *state.columns),
    )
    db.execute("DELETE FROM index_state WHERE post_id = ?", (post_id,))


def sync(db: Database, post_id: int) -> None:
    """Bring the index into step with the post, in the transaction of the caller if there is one.

    A post that is purged or no longer there leaves the index. Where the old words cannot be told any
    more, everything is indexed again.
    """
    indexed = _state(db, INDEXED, post_id)
    current = _state(db, CURRENT, SEGMENTATION, post_id)
    if indexed == current:
        return
    if indexed and not indexed.known:
        rebuild(db)
        return
    with db.atomic():
        if indexed:
            _delete(db, post_id, indexed)
        if current:
            _insert(db, post_id, current)


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


def search(db: Database, query: str, limit: int = 20) -> list[Hit]:
    """The best `limit` posts for what a person typed (see `archive.query`), best first."""
    parsed = parse(query)
    highlighter = Highlighter(parsed)
    hits = []
    for url, title, text, score in db.execute(HITS, (parsed.match(), limit)):
        passage = highlighter.snippet(text)
        hits.append(Hit(url, title, passage.text, score, passage.marks))
    return hits


def index_digest(db: Database) -> str:
    """SHA-256 of every word in the index with its post, column and position."""
    db.execute(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.posts_fts_words"
        " USING fts5vocab(main, posts_fts, instance)"
    )
    words = db.execute("SELECT term, doc, col, offset FROM posts_fts_words ORDER BY 1, 2, 3, 4")
    digest = hashlib.sha256()
    for word in words:
        digest.update(repr(word).encode())
    return digest.hexdigest()
