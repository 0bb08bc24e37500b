"""A post's page that was saved in a browser, as HTML alone.

Not as a single file: Chromium's MHTML has no scripts (tried, 2026-11), and in them platforms state what a
post is.
"""

from datetime import UTC, datetime
from pathlib import Path

from archive.importing import Account, Source
from archive.importing.captured import Captures
from archive.importing.lines import Damaged
from archive.importing.plausible import check_instant
from archive.store import Archive
from scraper.captured import Capture
from scraper.configuration import ConfigurationError
from scraper.settings import DOWNLOAD_MAXSIZE

#: What Chromium begins a page with that it saves with its pictures, after the doctype.
SAVED_FROM = b"<!-- saved from url=("


def import_(archive: Archive, source: Source, account: Account) -> None:
    """Take in a saved page, of the time when its file was written. See `archive.importing`.

    Raises ConfigurationError for a file that says too little, or is no page of a post.
    """
    page = captured(source)
    try:
        check_instant(page.at, archive.clock())
    except Damaged as error:
        raise ConfigurationError(
            f"{source.path} cannot be of when it says that it was written: {error}; `touch` it"
        ) from None
    with Captures.open(archive, account) as captures:
        if not captures.take_page(page.url, page):
            reason = captures.unknown(page) or "it is no post of a platform"
            raise ConfigurationError(f"{page.url}: {reason}")


def captured(source: Source) -> Capture:
    """The page in a file. Raises ConfigurationError for one without the addresses that it needs."""
    assert source.url
    written = source.path.stat()
    if written.st_size > DOWNLOAD_MAXSIZE:
        raise ConfigurationError(f"{source.path} has more than {DOWNLOAD_MAXSIZE} bytes")
    body = source.path.read_bytes()
    if without_addresses(body, source.path):
        raise ConfigurationError(
            f"{source.path} was saved without the addresses of its pictures: save the page as"
            " “Webpage, HTML Only”"
        )
    return Capture(url=source.url, at=datetime.fromtimestamp(written.st_mtime, UTC), body=body)


def without_addresses(page: bytes, path: Path) -> bool:
    """Whether a page was saved "complete": with names of files in the place of addresses.

    Browsers put these into a folder that they name after the page.
    """
    own = f"{path.stem}_files/".encode() in page
    return own or (SAVED_FROM in page[:1000] and b"_files/" in page)
