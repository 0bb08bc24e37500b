"""Our index beside SQLite's plain unicode61 and trigram, on the same texts in the same run.

    python -m benchmarks.search ../shared/corpus --posts 2000

Texts are recombined from the paragraphs of the Markdown files in a folder, so words are as common as
in the originals. Prints, for each index: bytes to text, MB of text indexed a second of CPU, and for
two-character words, identifiers and mixed words the share found and the milliseconds of a query.
"""

import argparse
import random
import re
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from archive.query import parse
from archive.search import RANKED
from archive.segment import parts, segment
from archive.stem import TOKENIZER

QUERIES = {
    "Chinese": re.compile("[\u4e00-\u9fff]{2}"),
    "identifiers": re.compile(r"\b[A-Za-z]{2,}[._][A-Za-z]{2,}\b", re.ASCII),
    "mixed": re.compile("[A-Za-z]{3,}[\u4e00-\u9fff]{2}"),
}
RANKED_SQL = f"""
SELECT rowid FROM (
    SELECT rowid, rank AS cost FROM posts WHERE posts MATCH ? ORDER BY rowid DESC LIMIT {RANKED}
) ORDER BY cost LIMIT 20
"""


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


def texts(folder: Path, count: int) -> Iterator[str]:
    """`count` posts of some twenty paragraphs each."""
    pick = random.Random(0)
    files = sorted(folder.rglob("*.md"))
    paragraphs = [p for path in files for p in path.read_text("utf-8", "replace").split("\n\n")]
    for _ in range(count):
        yield "\n\n".join(pick.choices(paragraphs, k=20))


def build(index: Index, posts: list[str], path: Path) -> tuple[sqlite3.Connection, float]:
    """The index in a file, and the seconds of CPU that it took."""
    db = sqlite3.connect(path)
    db.execute(
        f"CREATE VIRTUAL TABLE posts USING fts5 (body, aux, content='', tokenize='{index.tokenizer}')"
    )
    started = time.process_time()
    with db:
        rows = ((number, *index.columns(text)) for number, text in enumerate(posts))
        db.executemany("INSERT INTO posts (rowid, body, aux) VALUES (?, ?, ?)", rows)
    db.execute("INSERT INTO posts (posts) VALUES ('optimize')")
    return db, time.process_time() - started


def used(db: sqlite3.Connection) -> int:
    """The bytes of a database, without the pages that optimizing freed."""
    pages = ("page_count", "freelist_count", "page_size")
    count, free, length = (int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in pages)
    return (count - free) * length


def ask(db: sqlite3.Connection, index: Index, words: list[str], posts: list[str]) -> str:
    """How much of what holds each word is found, and the median and 95th percentile of a query."""
    spent, found, wanted = [], 0, 0
    for word in words:
        started = time.perf_counter()
        expression = index.ask(word)
        db.execute(RANKED_SQL, (expression,)).fetchall()
        spent.append(1000 * (time.perf_counter() - started))
        hits = {
            row
            for (row,) in db.execute("SELECT rowid FROM posts WHERE posts MATCH ?", (expression,))
        }
        holding = {number for number, text in enumerate(posts) if word in text}
        found, wanted = found + len(hits & holding), wanted + len(holding)
    p95 = statistics.quantiles(spent, n=20)[-1]
    return f"{found / wanted:7.1%} {statistics.median(spent):6.2f} {p95:6.2f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--posts", type=int, default=2000)
    chosen = arguments.parse_args()
    posts = list(texts(chosen.folder, chosen.posts))
    size = sum(len(text.encode()) for text in posts)
    pick = random.Random(1)
    words = {
        kind: pick.sample(sorted({w for text in posts[:500] for w in pattern.findall(text)}), 40)
        for kind, pattern in QUERIES.items()
    }
    click.echo(
        f"{len(posts)} posts, {size / 1e6:.1f} MB; then for {', '.join(words)}: found, p50 ms, p95 ms"
    )
    for index in INDEXES:
        with TemporaryDirectory() as folder:
            db, spent = build(index, posts, Path(folder) / "index.db")
            with closing(db):
                asked = " | ".join(ask(db, index, sample, posts) for sample in words.values())
                ratio = used(db) / size
            click.echo(f"{index.name:14} {ratio:5.2f} {size / 1e6 / spent:5.1f} MB/s | {asked}")


if __name__ == "__main__":
    main()
