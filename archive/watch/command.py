"""The user's own command, to which messages are given: a line for the shell, from profiles.toml."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

TIMEOUT = 30  # seconds
SUBJECT = 200  # characters


def send(command: str, message: str, folder: Path) -> str:
    """Give a message to a command, which runs in `folder`; returns why that failed, "" where it did not.

    The command reads the message from its standard input; its `subject` is
    `$BLOG_ARCHIVER_SUBJECT`. What it prints goes to standard error. One that takes longer than `TIMEOUT`
    is ended with all that it has started.
    """
    try:
        process = subprocess.Popen(
            command,
            shell=True,
            cwd=folder if folder.is_dir() else None,
            stdin=subprocess.PIPE,
            stdout=2,
            text=True,
            encoding="utf-8",
            env={**os.environ, "BLOG_ARCHIVER_SUBJECT": subject(message)},
            start_new_session=True,
        )
    except (OSError, ValueError) as error:  # the second for a NUL in it
        return f"cannot be run: {getattr(error, 'strerror', None) or error}"
    with process:
        try:
            process.communicate(message, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            end(process)
            return f"took longer than {TIMEOUT} seconds"
    return f"ended with status {process.returncode}" if process.returncode else ""


def subject(message: str) -> str:
    """The first line of a message; one of more than `SUBJECT` characters is cut between two words."""
    line = message.partition("\n")[0]
    if len(line) <= SUBJECT:
        return line
    words, _, _ = line[:SUBJECT].rpartition(" ")
    return f"{words or line[: SUBJECT - 1]}…"


def end(process: "subprocess.Popen[str]") -> None:
    """Kill a shell; where there are process groups, what it has started, too."""
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
