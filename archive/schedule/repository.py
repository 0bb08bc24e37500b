"""Whether a folder belongs to a repository that everybody can read."""

import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from scraper.configuration import ConfigurationError

PATIENCE = 20  # seconds that a server may take to answer
SCP = re.compile(r"(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):(?!/)(.+)")


def refuse_public(folder: Path) -> None:
    """Raise ConfigurationError if a git remote of the folder answers to who gives no name.

    A remote that does not answer is private, or out of reach: that cannot be told from here.
    """
    for remote in remotes(folder):
        address = anonymous(remote)
        if address and readable(address):
            raise ConfigurationError(
                f"{address} is public, and so would be what you archive: use a private repository"
            )


def remotes(folder: Path) -> list[str]:
    """The addresses of the folder's remotes; none outside a repository or without git."""
    said = git(
        ["-C", str(folder), "config", "--get-regexp", r"^remote\..*\.url$"], dict(os.environ)
    )
    return [line.partition(" ")[2] for line in (said or "").splitlines()]


def readable(address: str) -> bool:
    """Whether git reads an address without any credentials."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    with TemporaryDirectory() as home:
        nobody = {"HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0"}
        return git(["ls-remote", address, "HEAD"], {**kept, **nobody}) is not None


def anonymous(remote: str) -> str | None:
    """The web address of a remote, without user and password; None if it has none."""
    if match := SCP.fullmatch(remote):
        return f"https://{match[1]}/{match[2]}"
    try:
        parts = urlsplit(remote)
    except ValueError:
        return None
    if parts.scheme in ("http", "https"):
        return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    return f"https://{parts.hostname}{parts.path}" if parts.scheme in ("ssh", "git") else None


def git(arguments: list[str], environment: dict[str, str]) -> str | None:
    """What git prints; None when it fails, hangs or is not there."""
    try:
        done = subprocess.run(
            ["git", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
