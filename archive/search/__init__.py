"""Search: what a person types, the articles that hold it, best first, with the passage to show."""

import json
from collections.abc import Iterable, Mapping
from typing import Literal

from sqlite_utils import Database

from archive.rows import Row, rows
from archive.search.filters import EVERYTHING, Filters, parameters, source
from archive.search.hit import Hit, Place
from archive.search.query import parse
from archive.search.same import articles
from archive.search.snippet import Highlighter, Snippet

Sort = Literal["rank", "date"]

#: title, body, tags, aux: a word in the title says more about a post than one in its text.
WEIGHTS = "10.0, 1.0, 5.0, 1.0"
#: Ranked are the newest so many matches, and pages of results reach as far. Ranking all of 300,000
#: posts takes up to 900 ms, this 49 ms (95th percentile); with fewer matches the result is the same.
RANKED = 2000

BY_RANK = """
WITH matches AS (
    SELECT posts_fts.rowid AS id, bm25(posts_fts, {weights}) AS cost FROM {found}
    ORDER BY id DESC LIMIT {ranked}
)
SELECT id, -cost AS score FROM matches ORDER BY cost, id DESC
"""
BY_DATE = """
SELECT posts.id, 0.0 AS score FROM {found}
ORDER BY published_at DESC, posts.id DESC LIMIT {ranked}
"""


def search(
    db: Database,
    query: str,
    limit: int = 20,
    *,
    filters: Filters = EVERYTHING,
    sort: Sort = "rank",
    offset: int = 0,
) -> list[Hit]:
    """The `limit` articles after the first `offset` for what a person typed (see `archive.search.query`).

    Best first, or newest first: always so where nothing is typed, which means every post.
    """
    ranked = rank(db, query, filters, sort)
    found = articles(db, list(ranked), offset + limit)[offset:]
    known = details(db, [post for article in found for post in article])
    highlighter = Highlighter(parse(query))
    passages = {lead: passage(db, lead, query, highlighter) for lead, *_ in found}
    return [
        hit(
            [known[post] for post in article], ranked[article[0]], passages[article[0]], highlighter
        )
        for article in found
    ]


def rank(db: Database, query: str, filters: Filters, sort: Sort) -> dict[int, float]:
    """The posts found, at most RANKED, in order, with their scores."""
    by_date = sort == "date" or not query.strip()
    found, _ = source(query, filters, joined=by_date)
    sql = (BY_DATE if by_date else BY_RANK).format(found=found, weights=WEIGHTS, ranked=RANKED)
    # Pairs as they come: a mapping for each of RANKED rows takes longer than finding them.
    return dict(db.execute(sql, parameters(query, filters)).fetchall())


DETAILS = """
SELECT posts.id, posts.url, title, posts.platform, posts.platform || ':' || handle AS profile,
    coalesce(author, profiles.name, handle) AS author, published_on, kind, tags
FROM posts JOIN profiles ON profiles.id = profile_id
WHERE posts.id IN (SELECT value FROM json_each(?))
"""


def details(db: Database, posts: Iterable[int]) -> Mapping[int, Row]:
    """What is shown of posts, by id."""
    return {row["id"]: row for row in rows(db, DETAILS, json.dumps(list(posts)))}


#: A listing of every post reads no bodies.
BODY = """
SELECT coalesce(body_text, summary, '') AS text FROM posts
LEFT JOIN renderings ON renderings.id = rendering_id WHERE posts.id = ?
"""
SUMMARY = "SELECT coalesce(summary, '') AS text FROM posts WHERE id = ?"


def passage(db: Database, post: int, query: str, highlighter: Highlighter) -> Snippet:
    """The part of a post's text to show."""
    (found,) = rows(db, BODY if query.strip() else SUMMARY, post)
    return highlighter.snippet(found["text"])


def hit(article: list[Row], score: float, shown: Snippet, highlighter: Highlighter) -> Hit:
    """What is known of the posts of an article, the best one first, as a hit."""
    first, *others = [
        Place(**{name: row[name] for name in Place.__dataclass_fields__}) for row in article
    ]
    return Hit(
        place=first,
        snippet=shown.text,
        score=score,
        marks=shown.marks,
        title_marks=tuple(highlighter.marks(first.title)),
        kind=article[0]["kind"],
        tags=tuple(json.loads(article[0]["tags"])),
        also=tuple(others),
    )
