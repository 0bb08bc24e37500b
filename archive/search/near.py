"""Nothing found: what there is instead, from the words of the index."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from sqlite_utils import Database

from archive.rows import rows
from archive.search.query import Query, Term
from archive.search.segment import RUN
from archive.search.snippet import PIECE, Highlighter, fold
from archive.search.stem import stems

#: Terms that are told, at most.
MOST = 8
#: Characters of a run of Chinese that are looked at: one query for each pair of its places.
LONGEST = 24

#: All words of the index with the posts that have them; it belongs to the connection, not the file.
VOCABULARY = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, posts_fts, row)"
)
BEGINNING = """
SELECT term FROM vocabulary WHERE term >= ?1 AND term < ?1 || char(0x10ffff)
AND length(term) BETWEEN ?2 AND ?3 ORDER BY doc DESC
"""
COUNT = "SELECT count(*) AS posts FROM posts_fts WHERE posts_fts MATCH ?"
NEWEST = """
SELECT posts.title, coalesce(body_text, '') AS text FROM posts_fts JOIN posts ON posts.id = posts_fts.rowid
LEFT JOIN renderings ON renderings.id = rendering_id
WHERE posts_fts MATCH ? ORDER BY posts_fts.rowid DESC LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Near:
    """Something to search for instead, and the posts that have it."""

    text: str
    posts: int


def near(db: Database, query: Query) -> list[Near]:
    """The terms of a query that are there alone; of others the parts that are, or words like them."""
    db.execute(VOCABULARY)
    found: dict[str, int] = {}
    for term in (term for group in query.required for term in group):
        for text in [term.text] if count(db, term.text) else instead(db, term):
            found.setdefault(text, count(db, text))
        if len(found) >= MOST:
            break
    return [Near(text, posts) for text, posts in found.items() if posts][:MOST]


def count(db: Database, text: str) -> int:
    """How many posts have a text."""
    words = Term(text)
    return int(rows(db, COUNT, words.match())[0]["posts"]) if words.words else 0


def instead(db: Database, term: Term) -> Iterator[str]:
    """What is like a term that is nowhere."""
    pieces = [match[0] for match in PIECE.finditer(fold(term.text))]
    for piece in pieces:
        if len(pieces) > 1 and count(db, piece):
            yield piece
        elif RUN.match(piece):
            yield from substrings(db, piece[:LONGEST]) or beginnings(db, piece[0])
        else:
            yield from similar(db, piece)


def substrings(db: Database, run: str) -> list[str]:
    """The longest parts of a run of Chinese that are found, of two characters and more."""
    found: list[str] = []
    reached = 0
    for start in range(len(run) - 1):
        end = max(reached, start + 1)
        while end < len(run) and count(db, run[start : end + 1]):
            end += 1
        if end > max(reached, start + 1):
            found.append(run[start:end])
            reached = end
    return found


def beginnings(db: Database, character: str) -> list[str]:
    """The commonest pairs of Chinese that begin with a character."""
    return [row["term"] for row in rows(db, BEGINNING, character, 2, 2)][:3]


def similar(db: Database, word: str) -> Iterator[str]:
    """Words spelt nearly so, that begin with the same letter, as they stand in a post."""
    stem = stems([word]).get(word, word)
    terms = [row["term"] for row in rows(db, BEGINNING, stem[0], len(stem) - 2, len(stem) + 2)]
    for term in get_close_matches(stem, terms, n=3, cutoff=0.7):
        yield spelt(db, term)


def spelt(db: Database, stem: str) -> str:
    """A stem of the index as a word of the newest post that has it."""
    term = Term(stem)
    highlighter = Highlighter(Query(((term,),)))
    for row in rows(db, NEWEST, term.match()):
        for text in (row["title"], row["text"]):
            for start, end in highlighter.marks(text):
                return str(text[start:end]).casefold()
    return stem
