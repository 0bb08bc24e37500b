"""Forgetting posts in one archive, its media and its profiles.toml.

A purge that was killed is to be made again: until its rows are gone, everything is found as before, and
what they leave behind in the files is swept up in any case.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlite_utils import Database

from archive.media.files import folder_of
from archive.purge.pages import forget_pages
from archive.purge.pictures import forget_media
from archive.purge.plan import plan
from archive.purge.residue import forget_words, need_room_to_sweep, sweep
from archive.purge.rows import forget_mentions, forget_posts, forget_profiles
from archive.purge.wanted import Wanted
from archive.rows import instant
from archive.store import Archive
from scraper.profiles import profiles_file


def forget(archive: Archive, chosen: Wanted) -> None:
    """Forget posts and profiles for good. Raises an ArchiveError, with the rows as they were, or swept
    not yet; ConfigurationError for a profiles.toml that cannot be read.
    """
    need_room_to_sweep(archive)
    stop_crawling(archive, chosen)
    with unchecked_references(archive.db), archive.writing():
        database, found, now = archive.db, plan(archive.db, chosen), instant(archive.clock())
        broken = broken_references(database)
        forget_posts(database, found, now)
        forget_pages(database, found.fetches)
        forget_profiles(database, found, now)
        forget_mentions(database, found)
        forget_words(database)
        assert broken_references(database) <= broken, "a row refers to what is purged"
        forget_media(database, found.media, folder_of(archive.path))
    sweep(archive)


@contextmanager
def unchecked_references(database: Database) -> Iterator[None]:
    """No search for what refers to each row that goes: tables without an index would be read for each."""
    database.conn.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        database.conn.execute("PRAGMA foreign_keys = ON")


def broken_references(database: Database) -> set[tuple[object, ...]]:
    """Each row that refers to one that is not there; somebody may have deleted some by hand."""
    return set(database.conn.execute("PRAGMA foreign_key_check"))


def stop_crawling(archive: Archive, chosen: Wanted) -> None:
    """Take profiles out of profiles.toml."""
    if not chosen.profiles:
        return  # reading it loads every spider
    file = profiles_file(archive.path)
    for address, profile in file.profiles.items():
        if (profile.platform, profile.handle) in chosen.profiles:
            file.remove(address)
            file.save()
