"""How long and how good the current body of a post is, kept in its row.

SQLite reads a whole body to tell its length, and all that lies behind a body in its row: a list of
10,000 posts would read them all. There is no trigger, for the reasons that archive.search.index gives; what
changes `rendering_id` calls `measure`, and `verify` asks for what `mismeasured` finds.
"""

from collections.abc import Iterator

from sqlite_utils import Database

#: The columns of posts that follow from `rendering_id`.
MEASURES = ("characters", "verdict")


def measure(database: Database, post_id: int) -> None:
    """Let the measures of a post be those of its current rendering; call this when that changes."""
    database.conn.execute(f"{MEASURE} WHERE id = ?", (post_id,))


def measure_all(database: Database) -> None:
    """Measure the body of every post again."""
    database.conn.execute(MEASURE)


MEASURE = """
UPDATE posts SET (characters, verdict) =
    (SELECT length(body_text), verdict FROM renderings WHERE renderings.id = rendering_id)
"""


def mismeasured(database: Database) -> Iterator[tuple[int, str]]:
    """The id and the address of each post whose measures are not those of its current rendering."""
    yield from database.conn.execute(MISMEASURED)


MISMEASURED = """
SELECT posts.id, url FROM posts LEFT JOIN renderings ON renderings.id = rendering_id
WHERE (characters, posts.verdict) IS NOT (length(body_text), renderings.verdict) ORDER BY posts.id
"""
