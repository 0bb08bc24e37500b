"""A file of an export: written whole or not at all, and not touched where it is the same already."""

import filecmp
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO


@dataclass(slots=True)
class Draft:
    """The bytes of a file that is being written; after that, whether it had others before."""

    file: BinaryIO
    changed: bool = False


@contextmanager
def whole_file(path: Path) -> Iterator[Draft]:
    """A draft that takes the place of `path` at the end of the block, unless that has the same bytes.

    After an error `path` is as it was. Of processes that write it at once, each has a draft of its own,
    and the last one's stays. Raises OSError.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            yield (draft := Draft(file))
        if path.is_file() and filecmp.cmp(beside, path, shallow=False):
            beside.unlink()
        else:
            beside.replace(path)
            draft.changed = True
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write(path: Path, content: bytes) -> bool:
    """Let a file have this content; returns whether it had another. Raises OSError."""
    with suppress(FileNotFoundError):
        if path.read_bytes() == content:
            return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as draft:
        draft.file.write(content)
    return True


def copy(source: Path, path: Path) -> bool:
    """Let a file have the content of another that is named by it, which no size but its own can have;
    returns whether it had not. Raises OSError.
    """
    if path.is_file() and path.stat().st_size == source.stat().st_size:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as content, whole_file(path) as draft:
        shutil.copyfileobj(content, draft.file)
    return True
