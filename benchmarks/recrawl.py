"""What it costs a site that nothing has changed: a scheduled crawl against getting everything again.

    python -m benchmarks.recrawl [--posts N]

20 profiles, five on each platform, each with N / 20 posts. The first crawl gets everything. The second is
`crawl --due` a day later, when every profile's turn has come and no post's: the sites send ETags, 304 and
gzip. Requests are counted where they arrive, robots.txt included, and megabytes are those of bodies as
they came over the wire.
"""

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tests.replica import Replica
from tests.stages import STAGES

PROFILES = 5  # of each platform
PAGE = 100  # posts on a page of CSDN's list, as the spider asks for them
#: As if the crawls so far were a day old. Posts are next due a day after they were first seen, not before.
A_DAY_LATER = (
    "UPDATE crawls SET started_at = strftime('%Y-%m-%dT%H:%M:%SZ', started_at, '-23 hours')"
)


class Cost(NamedTuple):
    """Requests, and MB over the wire."""

    requests: int
    megabytes: float


def costs(posts: int, folder: Path) -> tuple[Cost, Cost]:
    """The cost of the first crawl, and that of the second."""
    each = posts // (PROFILES * len(STAGES))
    stages = [stage((each,) * PROFILES, PAGE, 0) for stage in STAGES]
    archive = folder / "archive.db"
    with Replica([stage.site for stage in stages], good_server=True).running() as replica:
        profiles = [f"{stage.platform}:{handle}" for stage in stages for handle in stage.posts]
        program(folder, replica, "add", *profiles)
        file = folder / "profiles.toml"
        file.write_text(file.read_text().replace("[[profiles]]", "[[profiles]]\ninterval = 12"))
        first = crawl(folder, replica)
        with closing(sqlite3.connect(archive)) as connection, connection:
            connection.execute(A_DAY_LATER)
        return first, crawl(folder, replica, "--due")


def crawl(folder: Path, replica: Replica, *options: str) -> Cost:
    """Crawl all profiles, pages alone; each of them, or it raises AssertionError."""
    settings = ["DOWNLOAD_DELAY=0", "MEDIA_PICTURES=False", "MEDIA_FILES=False"]
    replica.log.clear()
    program(folder, replica, "crawl", "-q", *options, *(f"-s{setting}" for setting in settings))
    with closing(sqlite3.connect(folder / "archive.db")) as connection:
        crawls = connection.execute(LAST_CRAWLS).fetchall()
    assert len(crawls) == PROFILES * len(STAGES)
    assert {outcome for outcome, _ in crawls} <= {"complete", "newest"}, crawls
    return Cost(len(replica.log), sum(size for _, size in crawls) / 1e6)


LAST_CRAWLS = """
SELECT outcome, bytes FROM crawls WHERE process = (SELECT process FROM crawls ORDER BY id DESC LIMIT 1)
"""


def program(folder: Path, replica: Replica, *arguments: str) -> None:
    """Run `blog-archiver` in a folder."""
    command = [Path(sys.executable).with_name("blog-archiver"), *arguments]
    environment = {**os.environ, "BLOG_ARCHIVER_REPLICA": replica.address}
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)


def report(posts: int, first: Cost, second: Cost) -> str:
    return (
        f"{PROFILES * len(STAGES)} profiles with {posts} posts · {datetime.now(UTC):%Y-%m-%d}\n"
        f"everything     {first.requests:6} requests · {first.megabytes:6.2f} MB\n"
        f"crawl --due    {second.requests:6} requests · {second.megabytes:6.2f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=2000)
    posts = parser.parse_args().posts
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(report(posts, *costs(posts, Path(folder))) + "\n")


if __name__ == "__main__":
    main()
