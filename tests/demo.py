"""`make demo`: all four platforms of the replica, crawled into demo.db as a user would crawl them."""

import subprocess
import sys
from pathlib import Path

from tests.replica import Replica
from tests.replica.seeds import PROFILES, seed_sites

ARCHIVE = Path("demo.db")


def main() -> int:
    """Crawl, show, say how to go on; the exit code is the crawl's."""
    for leftover in ARCHIVE.parent.glob(f"{ARCHIVE}*"):
        leftover.unlink()
    command = [str(Path(sys.executable).with_name("blog-archiver"))]
    archive = ["--archive", str(ARCHIVE)]
    with Replica(seed_sites()).running() as replica:
        replica_setting = ["-s", f"REPLICA={replica.address}"]
        done = subprocess.run([*command, "crawl", *PROFILES, *archive, *replica_setting])
    subprocess.run([*command, "search", "显存", "--limit", "3", *archive])
    print(f"Now browse it:  {command[0]} browse --archive {ARCHIVE}")  # noqa: T201
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
