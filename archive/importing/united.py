"""One archive taken into another, while no crawl writes what is taken in."""

from contextlib import ExitStack
from pathlib import Path

from archive.connection import ArchiveUnusable
from archive.importing import Account
from archive.lock import Locked, lock_platform
from archive.rows import rows
from archive.store import Archive
from archive.union import unite

#: Table → what an account calls a row of it.
TAKEN = {
    "profiles": "profile",
    "posts": "post",
    "post_versions": "version",
    "raw_pages": "page",
    "observations": "observation",
    "media": "media",
}


def take_in(
    archive: Archive, other: Archive, folder: Path, account: Account, *, dated: bool
) -> None:
    """Unite an archive with `other`, whose media lie in `folder` (archive.union), and account for it.

    Raises an ArchiveError, also where a crawl of one of the platforms is running.
    """
    with ExitStack() as locks:
        for row in rows(other.db, "SELECT DISTINCT platform FROM profiles ORDER BY platform"):
            try:
                locks.enter_context(lock_platform(archive.path, row["platform"]))
            except Locked as error:
                raise ArchiveUnusable(f"{error}: import again when that has ended") from error
        pages = archive.db["raw_pages"].count
        added = unite(archive, other, folder, account.refuse, dated=dated)
    added["raw_pages"] = archive.db["raw_pages"].count - pages
    account.purged += added["purged"]
    account.taken.update({TAKEN[table]: n for table, n in added.items() if n and table in TAKEN})
