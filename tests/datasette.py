"""Datasette as a process of its own, for tests of what it shows.

With the installed Datasette, and with another one too (a 1.0 alpha) where DATASETTE_PYTHON names the
Python of an environment that has it and this project.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

PYTHONS = [sys.executable, *filter(None, [os.environ.get("DATASETTE_PYTHON")])]


@contextmanager
def serving(python: str, *arguments: str | Path) -> Iterator[httpx.Client]:
    """`datasette serve` on a free port of this machine, asked by a client that follows redirects."""
    options = ["--host", "127.0.0.1", "--port", "0"]
    command = [python, "-m", "datasette", "serve", *map(str, arguments), *options]
    with running(command) as client:
        yield client


@contextmanager
def running(command: list[str]) -> Iterator[httpx.Client]:
    """A command that serves with Datasette, and a client that asks it."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        else:
            pytest.fail(f"Datasette ended:\n{said}")
        try:
            with httpx.Client(base_url=address[0], follow_redirects=True, timeout=60) as client:
                yield client
        finally:
            process.terminate()
