"""A file of an export: written whole or not at all, and not touched where it is the same already."""

import filecmp
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from archive.backup import damaged

#: A draft is named after the file that it is to become and the process that writes it.
DRAFT = re.compile(r"(?P<name>.+)\.(?P<process>[0-9]{1,9})\.new", re.DOTALL)


@dataclass(slots=True)
class Draft:
    """The bytes of a file that is being written, and can be read again; after that, whether it had others
    before.
    """

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
        with beside.open("w+b") as file:
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
    """Let a file have the content of another, by which both are named; returns whether it had not. One
    that has it is left alone, also where the other has decayed since. Raises OSError.
    """
    if path.is_file() and path.stat().st_size == source.stat().st_size and not damaged(path):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as content, whole_file(path) as draft:
        shutil.copyfileobj(content, draft.file)
    return True


def drafted(path: Path) -> Path | None:
    """The file that a draft was to become; None for what is no draft."""
    found = DRAFT.fullmatch(path.name)
    return path.with_name(found["name"]) if found else None


def sweep(paths: Iterable[Path]) -> None:
    """Remove those of some drafts whose process was killed. Raises OSError."""
    for path in paths:
        found = DRAFT.fullmatch(path.name)
        if found and path.is_file() and not is_at_work(int(found["process"])):
            with suppress(PermissionError):  # Windows lets nobody remove what is being written
                path.unlink(missing_ok=True)


def is_at_work(process: int) -> bool:
    """Whether another process of a number may be writing; of Windows that cannot be asked."""
    if process == os.getpid() or sys.platform == "win32":  # a container's first has the same again
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # somebody else's
    return True
