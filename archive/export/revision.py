"""Which program makes an export, as one number: another may make other files of the same posts."""

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import archive
import scraper

#: Libraries whose work is seen in pages and books, with those that do it for them.
LIBRARIES = (
    *("Jinja2", "MarkupSafe", "lxml", "markdown-it-py", "math-core", "mdit-py-plugins", "mdurl"),
    *("nh3", "Pygments", "pyromark"),
)


@cache
def revision() -> str:
    """Stands for all code, templates and styles of ours, for the libraries and for Python's tables."""
    versions = [sys.version_info[:2], *map(version, LIBRARIES)]
    total = hashlib.sha256(repr(versions).encode())
    for package in (archive, scraper):
        for name, path in sorted(files(package)):
            total.update(f"\n{name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def files(package: ModuleType) -> Iterator[tuple[str, Path]]:
    """The files of a package by their names in it, but for what Python has made of them."""
    root = Path(str(package.__file__)).parent
    for path in root.rglob("*"):
        if path.is_file() and path.parent.name != "__pycache__":
            yield path.relative_to(root.parent).as_posix(), path
