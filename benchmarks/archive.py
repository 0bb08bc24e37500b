"""Recording a post against the sum of its bare parts, and whether it stays flat as the archive grows.

    python -m benchmarks.archive [--posts N]

The bare parts are what no archive can do without, on the same posts and into tables of the same
schema: zstd with the same dictionary, an FTS5 insert of text that is segmented already, plain inserts,
one commit a post. Recording is `Archive.record` of a post that its listing has named, with judging,
segmenting and indexing. The two take turns, so that what else the machine does falls on both.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from archive.connection import open_database, transaction
from archive.raw import LEVEL, zstd
from archive.recording.renderings import made_today
from archive.rows import Row, insert
from archive.search.segment import parts, segment
from archive.store import Archive
from benchmarks.pages import AROUND, CHARACTERS, USER
from scraper.items import Body, Entry, Image, Moment, Page, Post, Profile

WHOSE = {"platform": "csdn", "handle": USER}
HOME = f"https://blog.csdn.net/{USER}"
START = datetime(2026, 1, 1, tzinfo=UTC)
AT = "2026-01-01T00:00:00Z"
COUNTERS = {"views": 1234, "likes": 56, "collects": 78, "comments": 9}
TAGS = ("大模型", "显存优化", "python")
#: Posts that are recorded in a turn.
TURN = 500


class Writer:
    """Posts of invented words, as common as words are: the n-th with a share of 1/n."""

    def __init__(self) -> None:
        pick = self.random = random.Random(0)
        characters = [chr(0x4E00 + n * 6) for n in range(3000)]
        words = ["".join(pick.choices(characters, k=2)) for _ in range(18000)]
        self.words = words + [f"word{n}" for n in range(2000)]
        pick.shuffle(self.words)
        self.weights = list(accumulate(1 / n for n in range(1, len(self.words) + 1)))

    def post(self, number: int) -> Post:
        """The post with a number, its page and its body."""
        words = self.random.choices(self.words, cum_weights=self.weights, k=CHARACTERS // 2)
        paragraphs = [
            "".join(words[start : start + 60]) + "。" for start in range(0, len(words), 60)
        ]
        url, text = f"{HOME}/article/details/{number}", "\n\n".join(paragraphs)
        html = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        at = START - timedelta(hours=number)
        return Post(
            **WHOSE,
            source_id=str(number),
            url=url,
            title=f"第 {number} 篇 {words[0]}",
            published=Moment(at=at, on=at.date(), precision="second", text=f"{at:%F %T}"),
            tags=TAGS,
            metrics={name: value + number for name, value in COUNTERS.items()},
            page=Page(
                **WHOSE,
                url=url,
                kind="post",
                status=200,
                request_headers={"referer": HOME},
                headers={"content-type": "text/html", "etag": f'"{number}"'},
                body=f"<html><body>{AROUND}<article>{html}</article></body></html>".encode(),
                encoding="utf-8",
                fetched_at=START,
            ),
            body=Body(markdown=text, text=text, images=(Image(url=f"{HOME}/{number}.png"),)),
        )


def entry(post: Post) -> Entry:
    """The line by which a listing names a post."""
    return Entry(
        **WHOSE,
        source_id=post.source_id,
        url=post.url,
        title=post.title,
        listing="posts",
        position=int(post.source_id),
        published=post.published,
    )


class Bare:
    """The bare parts, one after the other, into a database of the archive's schema."""

    def __init__(self, path: Path) -> None:
        self.database = open_database(path, create=True)
        self.model: tuple[zstd.ZstdDict, int] | None = None
        owner = {"platform": "csdn", "handle": USER, "url": HOME}
        self.profile = insert(self.database, "profiles", owner)
        run = {"started_at": AT, "program": "0", "extractor": "0", "process": 1}
        self.crawl = insert(
            self.database, "crawls", {"platform": "csdn", "profile_id": self.profile, **run}
        )

    def write(self, post: Post, words: tuple[str, ...]) -> None:
        """One post; `words` are the columns of its row in the index."""
        with transaction(self.database):
            post_id = self.rows(post)
            sql = "INSERT INTO posts_fts (rowid, title, body, tags, aux) VALUES (?, ?, ?, ?, ?)"
            self.database.conn.execute(sql, (post_id, *words))

    def rows(self, post: Post) -> int:
        """The plain rows of a post; returns its id."""
        assert post.page
        assert post.body
        sha256 = post.source_id
        packed = zstd.compress(post.page.body, LEVEL, zstd_dict=self.model)
        if self.model is None:
            self.model = zstd.ZstdDict(post.page.body, is_raw=True).as_digested_dict
        raw: Row = {"sha256": sha256, "encoding": "utf-8", "length": 0, "zstd": packed}
        named = {"url": post.url, "title": post.title}
        whose = {"profile_id": self.profile, "platform": "csdn", "source_id": post.source_id}
        self.insert("raw_pages", raw)
        post_id = self.insert("posts", {**whose, **named, "tags": post.tags, "published_at": AT})
        of_post = {"post_id": post_id, "crawl_id": self.crawl}
        source = {"source_format": "html", "raw_sha256": sha256, "seen_at": AT}
        version = self.insert("post_versions", {**of_post, **named, **source})
        self.insert(
            "renderings", {"version_id": version, **made_today(post.body), "rendered_at": AT}
        )
        headers = {"headers": post.page.headers, "request_headers": post.page.request_headers}
        fetch = {"kind": "post", "status": 200, "fetched_at": AT, "raw_sha256": sha256, **headers}
        self.insert("fetches", {**of_post, "profile_id": self.profile, "url": post.url, **fetch})
        self.insert("post_addresses", {"url": post.url, "post_id": post_id, "first_seen_at": AT})
        for name, value in post.metrics.items():
            counter = {"observed_at": AT, "name": name, "value": value}
            self.insert("post_metrics", {"post_id": post_id, **counter})
        for position, image in enumerate(post.body.images):
            of_host = {"host": "blog.csdn.net", "kind": "image", "first_seen_at": AT}
            media_id = self.insert("media", {"url": image.url, **of_host})
            shown = {"position": position, "media_id": media_id, "url": image.url}
            self.insert("post_media", {"post_id": post_id, **shown})
        return post_id

    def insert(self, table: str, row: Row) -> int:
        return insert(self.database, table, row)


@dataclass(frozen=True)
class Turn:
    """CPU milliseconds a post, after `posts` of them."""

    posts: int
    recorded: float
    bare: float


def timed(write: Callable[..., None], posts: Sequence[tuple[Any, ...]]) -> float:
    """CPU milliseconds a post; `posts` are what `write` is given."""
    before = time.process_time()
    for post in posts:
        write(*post)
    return (time.process_time() - before) / len(posts) * 1000


def turns(count: int, folder: Path) -> list[Turn]:
    """Both ways of writing `count` posts, turn by turn."""
    writer, bare, found = Writer(), Bare(folder / "bare.db"), []
    with Archive.open(folder / "archive.db", create=True) as archive, closing(bare.database):
        archive.record(Profile(**WHOSE, url=HOME))
        for start in range(0, count, TURN):
            posts = [writer.post(number) for number in range(start + 1, start + TURN + 1)]
            words = [segmented(post) for post in posts]
            for post in posts:
                archive.record(entry(post))
            recorded = timed(archive.record, [(post,) for post in posts])
            alone = timed(bare.write, list(zip(posts, words, strict=True)))
            found.append(Turn(start + TURN, recorded, alone))
        archive.end_crawl("csdn", USER, "finished")
        assert held(archive.db) == held(bare.database) == count
    return found


def segmented(post: Post) -> tuple[str, ...]:
    """The columns of a post's row in the index."""
    assert post.body
    text = post.body.text
    return segment(post.title), segment(text), segment(" . ".join(post.tags)), parts(text)


def held(database: Database) -> int:
    """How many posts are there with a page."""
    (count,) = database.execute("SELECT count(*) FROM post_versions").fetchone()
    return int(count)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def report(found: Sequence[Turn]) -> str:
    """Lines: milliseconds and ratio at 1,000 posts, and then at ten places to the end."""
    places = [found[:2], *(found[n - 2 : n] for n in range(12, len(found) + 1, 6))]
    lines = [f"{found[-1].posts} posts · {datetime.now(UTC):%Y-%m-%d}"]
    for turns_there in places:
        recorded, bare = (
            mean([t.recorded for t in turns_there]),
            mean([t.bare for t in turns_there]),
        )
        lines.append(
            f"at {turns_there[-1].posts:6} posts: recorded {recorded:5.2f} ms CPU a post · "
            f"bare parts {bare:5.2f} · ratio {recorded / bare:.2f}"
        )
    last, first = mean([t.recorded for t in found[-2:]]), mean([t.recorded for t in found[:2]])
    whole = mean([t.recorded for t in found]) / mean([t.bare for t in found])
    return "\n".join([*lines, f"all: ratio {whole:.2f} · last to first × {last / first:.2f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=30_000)
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(report(turns(parser.parse_args().posts, Path(folder))) + "\n")


if __name__ == "__main__":
    main()
