"""Another archive, with its media beside it: the union of both."""

from archive.importing import Account, Source
from archive.importing.united import take_in
from archive.media.files import folder_of
from archive.store import Archive
from scraper.configuration import ConfigurationError


def import_(archive: Archive, source: Source, account: Account) -> None:
    """Take in all of an archive. See `archive.importing`."""
    path = source.path.absolute()
    if path.exists() and path.samefile(archive.path):
        raise ConfigurationError(f"{path} is the archive itself: give another")
    with Archive.open(path, read_only=True) as other:
        take_in(archive, other, folder_of(path), account, dated=True)
