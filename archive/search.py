"""Search: what a person types, the posts that hold it, best first, with the passage to show."""

from dataclasses import dataclass

from sqlite_utils import Database

from archive.query import parse
from archive.snippet import Highlighter, Span

#: title, body, tags, aux: a word in the title says more about a post than one in its text.
WEIGHTS = "10.0, 1.0, 5.0, 1.0"
#: Ranked are the newest so many matches. Ranking all of 300,000 posts takes up to 900 ms, this 49 ms
#: (95th percentile); with fewer matches the result is the same.
RANKED = 2000

HITS = f"""
WITH matches AS (
    SELECT rowid AS id, bm25(posts_fts, {WEIGHTS}) AS cost FROM posts_fts
    WHERE posts_fts MATCH ? ORDER BY rowid DESC LIMIT {RANKED}
),
best AS (SELECT * FROM matches ORDER BY cost, id DESC LIMIT ?)
SELECT url, title, coalesce(body_text, summary, ''), -cost
FROM best JOIN posts USING (id) LEFT JOIN renderings ON renderings.id = rendering_id
ORDER BY cost, posts.id DESC
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A post found. `score`: the higher the better; `marks`: the found words in `snippet`."""

    url: str
    title: str
    snippet: str
    score: float
    marks: tuple[Span, ...]


def search(db: Database, query: str, limit: int = 20) -> list[Hit]:
    """The best `limit` posts for what a person typed (see `archive.query`), best first."""
    parsed = parse(query)
    highlighter = Highlighter(parsed)
    hits = []
    for url, title, text, score in db.execute(HITS, (parsed.match(), limit)):
        passage = highlighter.snippet(text)
        hits.append(Hit(url, title, passage.text, score, passage.marks))
    return hits
