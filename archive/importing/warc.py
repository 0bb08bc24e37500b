"""Posts and pictures from a WARC file, of a crawler or of a browser."""

from collections.abc import Mapping
from typing import BinaryIO

from archive.importing import Account, Source
from archive.importing.captured import Captures
from archive.importing.lines import Damaged
from archive.importing.pictures import take_picture, wanted_at
from archive.importing.told import METADATA, told
from archive.importing.warcfile import Found, WarcFile
from archive.store import Archive
from scraper.configuration import ConfigurationError

PAGES = frozenset({"", "text/html", "application/xhtml+xml", "text/plain", "text/markdown"})


def import_(archive: Archive, source: Source, account: Account) -> None:
    """Take in a WARC file. See `archive.importing`."""
    with source.path.open("rb") as file:
        take_in(archive, {"": file}, source, account)


def take_in(
    archive: Archive, files: Mapping[str, BinaryIO], source: Source, account: Account
) -> None:
    """Take in the posts of files, by their names, then the pictures that posts lack.

    Raises ConfigurationError where there is no page of a post among them, and an ArchiveError.
    """
    posts = 0
    with Captures.open(archive, account) as captures:
        for name, file in files.items():
            for post in filter(None, map(told, WarcFile(file, ignore, name, METADATA))):
                captures.learn(post)
        for name, file in files.items():
            pages = WarcFile(file, account.refuse, name)
            posts += sum(take_page(captures, found, account) for found in pages)
    if not posts:
        raise ConfigurationError(f"{source.path} holds no page of a post")
    for name, file in files.items():
        take_pictures(archive, WarcFile(file, ignore, name), account)


def take_page(captures: Captures, found: Found, account: Account) -> bool:
    """Whether a response is the page of a post; that is taken in, or refused."""
    if found.media_type not in PAGES:
        return False
    try:
        capture = found.capture()
    except Damaged as error:
        account.refuse(found.place, str(error))
        return False
    if captures.take_page(found.place, capture):
        return True
    if reason := captures.unknown(capture):
        account.refuse(found.place, reason)
    return bool(reason)


def take_pictures(archive: Archive, responses: WarcFile, account: Account) -> None:
    """Keep what posts lack, of the responses of a file."""
    for found in responses:
        wanted = wanted_at(archive, found.url)
        if not wanted:
            continue
        try:
            take_picture(archive, account, found.place, found.capture(), wanted)
        except Damaged as error:
            account.refuse(found.place, str(error))


def ignore(place: str, reason: str) -> None:
    """What was damaged has been told when the pages were read."""
