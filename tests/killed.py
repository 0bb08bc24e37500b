"""`blog-archiver`, killed without a warning when it begins its nth SQL statement.

    python -m tests.killed N [--later] COMMAND…

With N = 0 it runs to its end and prints how many statements there were. `--later` is tests/later.py.
"""

import os
import signal
import sqlite3
import sys
from itertools import count
from typing import Any

from archive.cli import main as blog_archiver
from tests import later


def main(number: str, *arguments: str) -> None:
    statements = count(1)
    last = 0

    def begun(sql: str) -> None:
        nonlocal last
        last = next(statements)
        if last == int(number):
            os.kill(os.getpid(), signal.SIGKILL)

    def connected(event: str, parameters: tuple[Any, ...]) -> None:
        if event == "sqlite3.connect/handle" and isinstance(parameters[0], sqlite3.Connection):
            parameters[0].set_trace_callback(begun)

    sys.addaudithook(connected)
    if arguments[0] == "--later":
        later.install()
        arguments = arguments[1:]
    try:
        blog_archiver(arguments)
    finally:
        sys.stdout.write(f"\n{last}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
