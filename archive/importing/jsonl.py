"""JSON Lines: of an export (archive.records), or items of a crawl (`scrapy crawl … -O posts.jsonl`).

Every good line goes into an archive of its own first, which is then united with this one: nothing is
half taken, whatever happens. Pages and media of a crawl's items have no bytes there and are passed over.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from archive.connection import ArchiveUnusable, usable
from archive.importing import Account, Source
from archive.importing.exported import Exported
from archive.importing.items import Crawled, is_item
from archive.importing.lines import Damaged, lines
from archive.importing.united import take_in
from archive.lock import Locked, lock_platform
from archive.media.files import folder_of
from archive.store import Archive


def import_(archive: Archive, source: Source, account: Account) -> None:
    """Take in every good line of a file. See `archive.importing`."""
    with (
        scratch_folder(archive.path) as folder,
        Archive.open(folder / "archive.db", create=True) as scratch,
    ):
        read(scratch, source.path, account)
        take_in(archive, scratch, folder_of(source.path), account, dated=False)


@contextmanager
def scratch_folder(archive_path: Path) -> Iterator[Path]:
    """An empty folder beside an archive, until the end of the block.

    One name under one lock, so that the next import clears away what a killed one left. Raises
    ArchiveUnusable, also where another import into this archive is at work.
    """
    folder = archive_path.with_name(f".import-{archive_path.name}")
    try:
        lock = lock_platform(archive_path, "import")
    except Locked as error:
        raise ArchiveUnusable(f"{error}: import again when that has ended") from error
    try:
        clear(folder)
        with usable(folder):
            folder.mkdir()
        yield folder
    finally:
        clear(folder)
        lock.release()


def clear(folder: Path) -> None:
    """Remove a folder, if it is there. Raises ArchiveUnusable."""
    with usable(folder):
        if folder.exists():
            shutil.rmtree(folder)


def read(scratch: Archive, path: Path, account: Account) -> None:
    """Take the good lines of a file into an empty archive, and refuse the others."""
    exported, crawled = Exported(scratch), Crawled(scratch)
    for number, line in lines(path):
        if isinstance(line, Damaged):
            account.refuse(f"line {number}", str(line))
            continue
        take: Callable[[dict[str, Any]], None] = crawled.take if is_item(line) else exported.take
        try:
            take(line)
        except (Damaged, msgspec.ValidationError) as error:
            account.refuse(f"line {number}", str(error))
    for place, reason in exported.close():
        account.refuse(place, reason)
    crawled.close()
