"""Posts and pictures from a WACZ, which browsers make: WARC files in a zip file (specs.webrecorder.net/wacz)."""

import zlib
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from archive.importing import Account, Source
from archive.importing.warc import take_in
from archive.store import Archive
from scraper.configuration import ConfigurationError

#: WARC files are compressed already: in a zip file that is no bomb they are hardly larger than it.
LARGER = 20
BLOCK = 1024 * 1024


def import_(archive: Archive, source: Source, account: Account) -> None:
    """Take in the WARC files of a WACZ. See `archive.importing`."""
    with ExitStack() as opened:
        try:
            files = unpacked(opened.enter_context(ZipFile(source.path)), source, opened)
        except (BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
            raise ConfigurationError(f"{source.path} is no WACZ: {error}") from error
        take_in(archive, files, source, account)


def unpacked(packed: ZipFile, source: Source, opened: ExitStack) -> dict[str, BinaryIO]:
    """The WARC files of a WACZ by name, as files without a name on disk, which close with `opened`.

    Raises ConfigurationError where there is none, or where they are far too large.
    """
    most = LARGER * source.path.stat().st_size
    files: dict[str, BinaryIO] = {}
    for member in packed.infolist():
        if member.filename.startswith("archive/") and ".warc" in member.filename:
            files[member.filename] = opened.enter_context(TemporaryFile())  # noqa: SIM115
            most -= unpack(packed, member, files[member.filename], most)
            if most < 0:
                raise ConfigurationError(f"{source.path} unpacks to {LARGER} times its size")
    if not files:
        raise ConfigurationError(f"{source.path} is no WACZ: it has no archive/….warc.gz")
    return files


def unpack(packed: ZipFile, member: ZipInfo, file: BinaryIO, most: int) -> int:
    """Copy a part of a zip file, but little more than `most` bytes; returns how many."""
    with packed.open(member) as content:
        while file.tell() <= most and (block := content.read(BLOCK)):
            file.write(block)
    return file.tell()
