"""Our index beside SQLite's plain unicode61 and trigram, on the same texts in the same run.

    python -m benchmarks.search ../shared/corpus --posts 2000
    python -m benchmarks.search ../shared/corpus --posts 300000 --paragraphs 8

Prints for each index its bytes to those of the text and the MB of text indexed a second of CPU; then for
each kind of query (see `benchmarks.texts`) the share found of what holds it, the share of what is found
that holds it, and the milliseconds of CPU of a ranked query. What holds it is told by `tests.truth`, for
each paragraph; other English endings are found by right.
"""

import argparse
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from archive.search import RANKED
from archive.search.query import parse
from archive.search.segment import parts, segment
from archive.search.stem import TOKENIZER
from benchmarks.measure import p95
from benchmarks.texts import Texts, queries
from tests import truth

CREATE = "CREATE VIRTUAL TABLE posts USING fts5 (body, aux, content='', tokenize='{tokenizer}')"
FOUND = "SELECT rowid FROM posts WHERE posts MATCH ?"
RANKED_SQL = f"""
SELECT rowid FROM (
    SELECT rowid, rank AS cost FROM posts WHERE posts MATCH ? ORDER BY rowid DESC LIMIT {RANKED}
) ORDER BY cost LIMIT 20
"""

#: The posts that hold each word.
Holding = Mapping[str, set[int]]


@dataclass(frozen=True)
class Index:
    """One way to index: the tokenizer, what goes in, what is asked."""

    name: str
    tokenizer: str
    columns: Callable[[str], tuple[str, str]]
    ask: Callable[[str], str]


def quoted(word: str) -> str:
    return f'"{word}"'


INDEXES = (
    Index(
        "blog-archiver",
        TOKENIZER,
        lambda text: (segment(text), parts(text)),
        lambda word: parse(word).match(),
    ),
    Index("unicode61", "unicode61", lambda text: (text, ""), quoted),
    Index("trigram", "trigram", lambda text: (text, ""), quoted),
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of one query. `holding` and `found` are numbers of posts."""

    holding: int
    held_and_found: int
    found: int
    right: int
    spent: float


def holding(texts: Texts, words: Iterable[str], holds: Callable[[str, str], bool]) -> Holding:
    """The posts that hold each word; every paragraph is looked at once, in however many posts it is."""
    known: dict[str, set[int]] = {word: set() for word in words}
    sets = [[known[w] for w in known if holds(part, w)] for part in texts.paragraphs]
    for post, recipe in enumerate(texts.recipes()):
        for paragraph in recipe:
            for posts in sets[paragraph]:
                posts.add(post)
    return known


def build(index: Index, texts: Texts, path: Path) -> tuple[sqlite3.Connection, float]:
    """The index in a file, and the seconds of CPU that it took."""
    db = sqlite3.connect(path)
    db.execute(CREATE.format(tokenizer=index.tokenizer))
    started = time.process_time()
    with db:
        rows = ((post, *index.columns(text)) for post, text in enumerate(texts))
        db.executemany("INSERT INTO posts (rowid, body, aux) VALUES (?, ?, ?)", rows)
    db.execute("INSERT INTO posts (posts) VALUES ('optimize')")
    return db, time.process_time() - started


def used(db: sqlite3.Connection) -> int:
    """The bytes of a database, without the pages that optimizing freed."""
    pages = ("page_count", "freelist_count", "page_size")
    count, free, length = (int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in pages)
    return (count - free) * length


def judge(
    db: sqlite3.Connection, expression: str, exactly: set[int], by_stem: set[int]
) -> Judgement:
    """Ask for one word: ranked, which is what takes time, and then for all that is found."""
    started = time.process_time()
    db.execute(RANKED_SQL, (expression,)).fetchall()
    spent = 1000 * (time.process_time() - started)
    found = {post for (post,) in db.execute(FOUND, (expression,))}
    right = found & (exactly | by_stem)
    return Judgement(len(exactly), len(exactly & found), len(found), len(right), spent)


def told(kind: str, judged: list[Judgement]) -> str:
    """A line on all queries of a kind."""
    recall = share(sum(j.held_and_found for j in judged), sum(j.holding for j in judged))
    precision = share(sum(j.right for j in judged), sum(j.found for j in judged))
    spent = [j.spent for j in judged]
    times = f"p50 {statistics.median(spent):6.2f} ms, p95 {p95(spent):6.2f} ms"
    return f"  {kind:14} {len(judged)} queries: recall {recall}, precision {precision}, {times}"


def share(part: int, whole: int) -> str:
    return f"{part / whole:7.2%}" if whole else "   none"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--posts", type=int, default=2000)
    arguments.add_argument("--paragraphs", type=int, default=20, help="in each post")
    chosen = arguments.parse_args()
    texts = Texts.of(chosen.folder, chosen.posts, chosen.paragraphs)
    size = sum(len(text.encode()) for text in texts)
    click.echo(f"{texts.count} posts, {size / 1e6:.1f} MB")
    asked = queries(islice(texts, 500))
    words = list(chain.from_iterable(asked.values()))
    exactly, by_stem = (holding(texts, words, holds) for holds in (truth.holds, truth.holds_stem))
    for index in INDEXES:
        with TemporaryDirectory() as folder:
            db, spent = build(index, texts, Path(folder) / "index.db")
            with closing(db):
                built = f"{used(db) / size:5.3f} of the text, {size / 1e6 / spent:.1f} MB/s"
                click.echo(f"{index.name}: {built}, {spent:.0f} s")
                for kind, some in asked.items():
                    judged = [judge(db, index.ask(w), exactly[w], by_stem[w]) for w in some]
                    click.echo(told(kind, judged))


if __name__ == "__main__":
    main()
