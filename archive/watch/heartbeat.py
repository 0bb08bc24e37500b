"""A sign of life after a run without trouble: whoever misses it knows that something is wrong."""

from http.client import HTTPException
from importlib.metadata import version
from pathlib import Path
from urllib.request import Request, urlopen

TIMEOUT = 10  # seconds


def beat(target: str, folder: Path) -> str:
    """Ask for an http address, or touch a file, relative to `folder`.

    Returns why that failed, "" where it did not. Of an address only the host is named: monitors give
    each user one that is a secret as a whole.
    """
    try:
        if not target.lower().startswith(("http://", "https://")):
            (folder / Path(target).expanduser()).touch()
            return ""
        agent = {"User-Agent": f"blog-archiver/{version('blog-archiver')}"}
        urlopen(Request(target, headers=agent), timeout=TIMEOUT).close()
    except (OSError, HTTPException, ValueError, RuntimeError) as error:
        return f"{shown(target)}: {error}"
    return ""


def shown(target: str) -> str:
    """A heartbeat's name for a log."""
    scheme, mark, rest = target.partition("://")
    return f"{scheme}{mark}{rest.partition('/')[0].rpartition('@')[2]}/…" if mark else target
