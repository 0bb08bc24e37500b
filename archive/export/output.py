"""A file of an export: written whole or not at all, and not touched where it is the same already."""

import filecmp
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A draft that takes the place of `path` at the end of the block, unless that has the same bytes.

    After an error `path` is as it was. Raises OSError.
    """
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("wb") as file:
            yield file
        if path.is_file() and filecmp.cmp(draft, path, shallow=False):
            draft.unlink()
        else:
            draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write(path: Path, content: bytes) -> bool:
    """Let a file have this content; returns whether it had another. Raises OSError."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(content)
    return True


def copy(source: Path, path: Path) -> bool:
    """Let a file have the content of another that is named by it, which no size but its own can have;
    returns whether it had not. Raises OSError.
    """
    if path.is_file() and path.stat().st_size == source.stat().st_size:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as content, whole_file(path) as file:
        shutil.copyfileobj(content, file)
    return True
