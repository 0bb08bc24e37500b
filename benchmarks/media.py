"""Whether pictures slow pages: the pages of a crawl with pictures against those of one without.

    python -m benchmarks.media [--posts N]

Both crawl the same blog, whose posts show two pictures each, without delays. What counts is the time
from the first page to the last, by the replica's log. The two take turns, so that what else the machine
does falls on both.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from tests.replica import Replica
from tests.replica.csdn_pictures import HOST, CsdnPictures, illustrated

USER = "linshen"
PAGES = "blog.csdn.net"
TURNS = 3


def crawled(replica: Replica, archive: Path, pictures: bool) -> float:
    """Posts a second of one crawl into a new archive."""
    replica.log.clear()
    settings = {
        "REPLICA": replica.address,
        "ARCHIVE_PATH": str(archive),
        "MEDIA_PICTURES": str(pictures),
        "LOG_LEVEL": "WARNING",
    }
    options = [part for item in settings.items() for part in ("-s", "=".join(item))]
    command = [sys.executable, "-m", "scrapy", "crawl", "csdn", "-a", f"profile={USER}", *options]
    subprocess.run(command, check=True)
    assert bool(replica.asked(HOST)) == pictures
    times = [asked.at for asked in replica.log if "/article/details/" in asked.path]
    return len(times) / (times[-1] - times[0])


def turns(posts: int, folder: Path) -> list[tuple[float, float]]:
    """Posts a second with pictures and without, for each turn."""
    with Replica([illustrated(USER, posts, 2), CsdnPictures()]).running() as replica:
        return [
            (
                crawled(replica, folder / f"{turn}-with.db", True),
                crawled(replica, folder / f"{turn}-without.db", False),
            )
            for turn in range(TURNS)
        ]


def report(posts: int, found: Sequence[tuple[float, float]]) -> str:
    on, off = (median(rates) for rates in zip(*found, strict=True))
    return (
        f"{posts} posts with 2 pictures each · {datetime.now(UTC):%Y-%m-%d}\n"
        f"with pictures {on:.1f} posts a second · without {off:.1f} · ratio {on / off:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=300)
    posts = parser.parse_args().posts
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(report(posts, turns(posts, Path(folder))) + "\n")


if __name__ == "__main__":
    main()
