"""Does anything in a folder still hold a text? Whatever is compressed is decompressed, words of indexes included."""

import gzip
import json
import sqlite3
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from html import escape
from pathlib import Path
from urllib.parse import quote

from archive.search.segment import segment

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAGIC = b"SQLite format 3\0"


def holding(folder: Path, *texts: str) -> list[str]:
    """Where files of a folder, or of those in it, hold one of the texts: `archive.db raw_pages: 显存`."""
    return [
        f"{path.relative_to(folder)} {place}: {text}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for place, content in contents(path)
        for text in texts
        if any(form in content for form in forms(text))
    ] + [
        f"{path.relative_to(folder)} index: {word}"
        for path in sorted(folder.rglob("*"))
        if path.is_file() and is_database(path)
        for word in sorted(index_words(path, words(texts)))
    ]


def forms(text: str) -> set[bytes]:
    """A text as it may be written."""
    spelled = {text, escape(text), quote(text), json.dumps(text)[1:-1]}
    return {form.encode(code) for form in spelled for code in ("utf-8", "utf-16-le")}


def contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """The bytes of a file, and of what is packed in it."""
    yield "bytes", path.read_bytes()
    yield "its name", str(path).encode()
    if is_database(path):
        yield from rows(path)
    if path.suffix == ".gz":
        yield "unpacked", gzip.decompress(path.read_bytes())
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            yield from ((name, packed.read(name)) for name in packed.namelist())


def is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def rows(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every value of every table, and every page that was fetched."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        for (table,) in tables:
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                yield table, b"\n".join(map(as_bytes, row))
        pages = dict(connection.execute("SELECT sha256, zstd FROM raw_pages"))
        for sha256, dictionary in connection.execute("SELECT sha256, dictionary FROM raw_pages"):
            model = zstd.decompress(pages[dictionary]) if dictionary else b""
            against = zstd.ZstdDict(model, is_raw=True).as_digested_dict if model else None
            yield "raw_pages", zstd.decompress(pages[sha256], zstd_dict=against)


def as_bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


def index_words(path: Path, asked: set[str]) -> set[str]:
    """Which words the index holds: as terms, or in parts that are not merged, beside that they are deleted."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, posts_fts, row)")
        terms = {word for (word,) in connection.execute("SELECT term FROM temp.words")}
        parts = [block for (block,) in connection.execute("SELECT block FROM posts_fts_data")]
    return {word for word in asked if word in terms or any(word.encode() in p for p in parts)}


def words(texts: Iterable[str]) -> set[str]:
    """What the index has of texts: words, and pairs of characters."""
    return {word for text in texts for word in segment(text).split() if len(word) > 1}
