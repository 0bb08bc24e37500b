"""`blog-archiver`, killed without a warning when it begins its nth SQL statement.

    python -m tests.killed N [--later] COMMAND…

With N = 0 it runs to its end and prints how many statements there were. `--later` is tests/later.py.
"""

import os
import signal
import sqlite3
import sys
from functools import partial
from itertools import count
from typing import Any

from archive.cli import main as blog_archiver
from tests import later

STATEMENTS = count(1)
DEADLY = int(sys.argv[1])


class Followed(sqlite3.Connection):
    """A connection whose statements are counted."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.set_trace_callback(begun)


def begun(sql: str) -> None:
    if next(STATEMENTS) == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)


def main(*arguments: str) -> None:
    sqlite3.connect = partial(sqlite3.connect, factory=Followed)
    if arguments[0] == "--later":
        later.install()
        arguments = arguments[1:]
    try:
        blog_archiver(arguments)
    finally:
        sys.stdout.write(f"\n{next(STATEMENTS) - 1}\n")


if __name__ == "__main__":
    main(*sys.argv[2:])
