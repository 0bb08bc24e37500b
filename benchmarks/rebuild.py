"""`rebuild` on one core and on all: posts a second, and the memory of all its processes.

    python -m benchmarks.rebuild [--posts N]

The archive is crawled once. Its renderings are then given to an earlier extractor, as they are (what
an unchanged body costs) or each with another text (what a changed one costs, its words included).
"""

import argparse
import shutil
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from archive.search.index import rebuild
from archive.store import Archive
from archive.workers import cores
from benchmarks.crawl import whole
from benchmarks.measure import Cost, cost
from benchmarks.pages import served

EARLIER = "UPDATE renderings SET extractor = '0'"
OTHERWISE = "UPDATE renderings SET body_text = body_text || ' 旧', content_hash = '0'"
LENGTH = "SELECT avg(length) FROM raw_pages JOIN post_versions ON raw_sha256 = sha256"


def aged(archive: Path, name: str, *, changed: bool) -> Path:
    """A copy of an archive as an earlier extractor would have left it."""
    copy = archive.with_name(name)
    shutil.copy(archive, copy)
    with Archive.open(copy) as opened:
        opened.db.execute(EARLIER)
        if changed:
            opened.db.execute(OTHERWISE)
            rebuild(opened.db)
    return copy


def rebuilding(archive: Path, jobs: int) -> Cost:
    """The cost of the command."""
    command = str(Path(sys.executable).with_name("blog-archiver"))
    return cost([command, "rebuild", "--archive", str(archive), "--jobs", str(jobs)])


def measured(crawled: Path, posts: int, *, changed: bool) -> str:
    """A line: posts a second on one core and on all, the ratio, the memory."""
    one, every = (
        rebuilding(aged(crawled, f"{changed}-{jobs}.db", changed=changed), jobs)
        for jobs in (1, cores())
    )
    return (
        f"{'changed' if changed else 'unchanged':10}{posts / one.seconds:6.1f} posts/s on one core "
        f"· {posts / every.seconds:6.1f} on {cores()} · × {one.seconds / every.seconds:.2f} "
        f"· {every.cpu / posts * 1000:.1f} ms CPU a post · {every.summed:.0f} MB summed"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=1000)
    posts = parser.parse_args().posts
    with tempfile.TemporaryDirectory() as folder:
        with served(posts) as address:
            whole(address, Path(folder))
        crawled = Path(folder) / "archive.db"
        with Archive.open(crawled) as archive:
            size = archive.db.execute(LENGTH).fetchone()[0]
            archive.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        lines = [f"{posts} pages of {size / 1000:.0f} KB · {datetime.now(UTC):%Y-%m-%d}"]
        lines += [measured(crawled, posts, changed=changed) for changed in (False, True)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
