"""Commands run by a user who owns nothing; only root can become that user."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import ROOT

NOBODY = 65534
#: The commands are loaded first: Python itself may lie where only its owner can read.
CODE = """
import os, pkgutil, sys
from archive import commands
from archive.cli import main
for module in pkgutil.iter_modules(commands.__path__, "archive.commands."):
    __import__(module.name)
os.setuid(int(sys.argv[1]))
main(sys.argv[2:])
"""

becomes_nobody = pytest.mark.skipif(
    os.name == "nt" or os.getuid() != 0, reason="becomes another user"
)


@contextmanager
def open_folder() -> Iterator[Path]:
    """A new folder that every user may enter, as those of pytest are not."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def as_nobody(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `blog-archiver`."""
    command = [sys.executable, "-c", CODE, str(NOBODY), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
