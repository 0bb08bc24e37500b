"""The command line as a user has it: a process of its own, in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.replica import Replica


class Command:
    """`blog-archiver` in a folder of its own, against a replica."""

    def __init__(self, folder: Path, replica: Replica) -> None:
        self.folder, self.replica = folder, replica

    def __call__(self, *arguments: str, code: int = 0, stdin: str = "") -> str:
        """Run a command, fail unless it exits with `code`; what it printed, stdout before stderr."""
        done = subprocess.run(
            [Path(sys.executable).with_name("blog-archiver"), *arguments],
            cwd=self.folder,
            env={**os.environ, "BLOG_ARCHIVER_REPLICA": self.replica.address},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == code, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr
