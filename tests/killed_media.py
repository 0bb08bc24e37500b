"""Pictures recorded into an archive by a process that is killed without a warning.

    python -m tests.killed_media N ARCHIVE
    python -m tests.killed_media CODE ARCHIVE

It is killed when it begins the nth line of what writes files and rows, or the first one that has this
code; with N = 0 it runs to its end and prints how many lines there were. `made` makes the archive,
`PICTURES` are what it lacks.
"""

import linecache
import os
import signal
import sys
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

from archive.store import Archive
from scraper.items import Body, Image
from scraper.media import Media
from tests.made import PROFILE, PROSE, WHOSE, crawl, entry, post

WRITERS = ("archive/media/files.py", "archive/media/record.py", "archive/connection.py")
PICTURES = {f"https://img.example.com/{n}.png": bytes([n]) * 50_000 for n in range(8)}
LINES = count(1)


def made(path: Path) -> None:
    """An archive with a post that shows the pictures."""
    images = tuple(Image(url=url) for url in PICTURES)
    with Archive.open(path, create=True) as archive:
        crawl(archive, entry("1"), post("1", body=Body(markdown=PROSE, text=PROSE, images=images)))


def record(path: Path) -> None:
    """Record what it lacks, as a crawl does."""
    with Archive.open(path) as archive:
        archive.record(PROFILE)
        sys.settrace(follow(sys.argv[1]))
        for url, content in PICTURES.items():
            kept = {"content": content, "media_type": "image/png"}
            archive.record(Media(**WHOSE, url=url, state="held", **kept))  # type: ignore[arg-type]


def follow(deadly: str) -> Any:
    """A trace function that kills this process at a line."""

    def line(frame: FrameType, event: str, argument: object) -> Any:
        ours = any(name in frame.f_code.co_filename for name in WRITERS)
        code = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
        if event == "line" and (str(next(LINES)) == deadly or code.strip() == deadly):
            os.kill(os.getpid(), signal.SIGKILL)
        return line if ours else None

    return line


if __name__ == "__main__":
    record(Path(sys.argv[2]))
    sys.settrace(None)
    sys.stdout.write(f"{next(LINES) - 1}\n")
