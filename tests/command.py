"""The command line as a user has it: a process of its own, in a folder of its own."""

from pathlib import Path

from tests import started
from tests.replica import Replica


class Command:
    """`blog-archiver` in a folder of its own, against a replica."""

    def __init__(self, folder: Path, replica: Replica) -> None:
        self.folder, self.replica = folder, replica

    def __call__(self, *arguments: str, code: int = 0, stdin: str = "") -> str:
        """Run a command, fail unless it exits with `code`; what it printed, stdout before stderr."""
        replica = {"BLOG_ARCHIVER_REPLICA": self.replica.address}
        done = started.run(
            "blog-archiver", *arguments, folder=self.folder, environment=replica, stdin=stdin
        )
        assert done.returncode == code, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr
