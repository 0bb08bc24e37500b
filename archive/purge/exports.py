"""Exports beside an archive: files that hold a post are deleted, for another export makes them again.

An export shows the address of every post, so that is what tells. In a folder of Markdown each post has
a file of its own; other folders go whole, since an index of words in them tells of no address. Drafts
that a killed export has left count as the files that they were to become.
"""

import codecs
import gzip
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from archive.connection import usable
from archive.export import FORMATS
from archive.export.folder import MANIFEST
from archive.export.output import drafted, write
from archive.media.files import folder_of
from archive.purge.copies import folders_beside
from archive.traces import Traces, plain

PART = 1 << 20  # bytes that are looked through at once
OVERLAP = 1 << 12  # characters that are looked at again with the next: no address is longer
ENDINGS = tuple(ending for form in FORMATS.values() for ending in form.endings)
GZIP, ZIP = b"\x1f\x8b", b"PK"  # how packed files begin, drafts too
#: The first line of the manifest of an export in which every file is of one post, or is a picture.
BY_POST = "# markdown, by blog-archiver"


@dataclass(frozen=True, slots=True)
class Holding:
    """An export, a file or a folder, and which of its files hold a post."""

    path: Path
    files: list[Path]


def exports(archive_path: Path, addresses: list[str], media: list[str]) -> list[Holding]:
    """The exports beside an archive that hold posts with these addresses, or media, by their sha256."""
    named = Traces(
        frozenset(plain(address).partition("://")[2] or address for address in addresses)
    )
    _, *inner = folders_beside(archive_path)
    single = single_files(archive_path)
    folders = dict.fromkeys([*inner, *map(folder_of, single)])  # JSON Lines have media beside them
    found = [in_folder(path, named, media) for path in folders if (path / MANIFEST).is_file()]
    known = {path for holding in found for path in holding.files}
    alone = [path for path in single if path not in known and holds(path, named)]
    return [*(Holding(path, [path]) for path in alone), *(each for each in found if each.files)]


def single_files(archive_path: Path) -> list[Path]:
    """The files beside an archive, and in the folders there, that are named as exports or their drafts."""
    found = list[Path]()
    for folder in folders_beside(archive_path):
        with suppress(PermissionError):
            found += sorted(path for path in folder.iterdir() if is_named_so(path))
    return found


def is_named_so(path: Path) -> bool:
    """Whether a file has the name of an export or of its draft."""
    name = (drafted(path) or path).name
    return name.lower().endswith(ENDINGS) and path.is_file()


def in_folder(folder: Path, named: Traces, media: list[str]) -> Holding:
    """Which files of a folder of an export hold posts."""
    head, *names = (folder / MANIFEST).read_text("utf-8", "replace").splitlines()
    final = {folder / name for name in names}
    drafts = [path for path in folder.rglob("*.new") if drafted(path) in final]
    files = [path for path in [*(folder / name for name in names), *drafts] if path.is_file()]
    inside = [path for path in files if path.resolve().is_relative_to(folder.resolve())]
    pictures = [path for path in inside if path.name.partition(".")[0] in media]
    telling = [path for path in inside if path not in pictures and holds(path, named)]
    return Holding(folder, inside if telling and head != BY_POST else [*pictures, *telling])


def holds(path: Path, named: Traces) -> bool:
    """Whether a file names a post, compressed or not. One that cannot be read may."""
    try:
        return any(named.within(text) for text in texts(path))
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError):  # the last: encrypted
        return True


def texts(path: Path) -> Iterator[str]:
    """What is in a file, and in the files that it is made of, some at a time."""
    with path.open("rb") as file:
        begin = file.read(len(ZIP))
    if begin == ZIP:
        with zipfile.ZipFile(path) as packed:
            for name in packed.namelist():
                with packed.open(name) as file:
                    yield from parts(file)
    else:
        with gzip.open(path) if begin == GZIP else path.open("rb") as file:
            yield from parts(file)


def parts(file: IO[bytes] | gzip.GzipFile) -> Iterator[str]:
    """The text of a file in parts that overlap."""
    before = ""
    for part in codecs.iterdecode(iter(lambda: file.read(PART), b""), "utf-8", "replace"):
        yield before + part
        before = part[-OVERLAP:]


def delete_files(holding: Holding) -> None:
    """Delete the files that hold a post, and their names. Raises ArchiveUnusable."""
    with usable(holding.path):
        for path in holding.files:
            path.unlink(missing_ok=True)
        manifest = holding.path / MANIFEST
        if manifest.is_file():
            gone = {path.relative_to(holding.path).as_posix() for path in holding.files}
            names = manifest.read_text("utf-8", "replace").splitlines()
            kept = "".join(f"{name}\n" for name in names if name not in gone)
            write(manifest, kept.encode())
