"""A post's page that was saved in a browser: the HTML alone, or with its pictures as one file (MHTML)."""

import email
from contextlib import suppress
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from pathlib import Path

from archive.atom import ADDRESS
from archive.importing import Account, Source
from archive.importing.captured import Captures
from archive.importing.pictures import take_picture, wanted_at
from archive.store import Archive
from scraper.captured import Capture
from scraper.configuration import ConfigurationError
from scraper.settings import DOWNLOAD_MAXSIZE

#: Bytes of a file with a page and its pictures.
LARGEST = 16 * DOWNLOAD_MAXSIZE
#: What Chromium begins a complete page with, after the doctype.
SAVED_FROM = b"<!-- saved from url=("


def import_(archive: Archive, source: Source, account: Account) -> None:
    """Take in a saved page. See `archive.importing`.

    Raises ConfigurationError for a file that says too little, or is no page of a post.
    """
    at = datetime.fromtimestamp(source.path.stat().st_mtime, UTC)
    content = content_of(source.path)
    if source.path.suffix.lower() in (".mht", ".mhtml"):
        page, *pictures = parts(content, source, at)
    else:
        page, pictures = html(content, source, at), []
    with Captures.open(archive, account) as captures:
        if not captures.take_page(page.url, page):
            raise ConfigurationError(
                f"{page.url} is no post of a platform, or of no blog that the archive knows:"
                " `blog-archiver add ADDRESS` its blog first"
            )
    for picture in pictures:
        if wanted := wanted_at(archive, picture.url):
            take_picture(archive, account, picture.url, picture, wanted)


def content_of(path: Path) -> bytes:
    """The bytes of a file. Raises ConfigurationError for one that is far too large."""
    if path.stat().st_size > LARGEST:
        raise ConfigurationError(f"{path} has more than {LARGEST} bytes")
    return path.read_bytes()


def html(content: bytes, source: Source, at: datetime) -> Capture:
    """A page whose pictures still have their addresses. Raises ConfigurationError for another."""
    if not source.url:
        raise ConfigurationError(f"{source.path}: say where the page stands: --url ADDRESS")
    if is_complete(content, source.path):
        raise ConfigurationError(
            f"{source.path} was saved without the addresses of its pictures: save the page as"
            " “Webpage, HTML Only” or “Webpage, Single File”"
        )
    return capture(source.url, at, content)


def is_complete(content: bytes, path: Path) -> bool:
    """Whether a page was saved "complete": with names of files in the place of its pictures' addresses.

    Chromium names the folder after the page, and says on top where that was (seen in 2026-11).
    """
    own = f"{path.stem}_files/".encode() in content
    return own or (SAVED_FROM in content[:1000] and b"_files/" in content)


def parts(content: bytes, source: Source, at: datetime) -> list[Capture]:
    """The page of an MHTML file (RFC 2557, as Chromium writes it), and what else is in it.

    Raises ConfigurationError where there is no page.
    """
    message = email.message_from_bytes(content)
    url = source.url or location(message, "Snapshot-Content-Location")
    with suppress(TypeError, ValueError):  # no date that can be read
        at = parsedate_to_datetime(message["Date"]).astimezone(UTC)
    found = [part for part in message.walk() if not part.is_multipart()]
    pages = [part for part in found if part.get_content_type() == "text/html"]
    if not url or not pages:
        raise ConfigurationError(f"{source.path} is no page that was saved as a single file")
    others = [(location(part, "Content-Location"), part) for part in found if part is not pages[0]]
    return [
        capture(url, at, decoded(pages[0])),
        *(capture(at_url, at, decoded(part)) for at_url, part in others if at_url),
    ]


def location(part: Message, name: str) -> str:
    """The address in a header, which may be written on several lines; empty for none of the web."""
    url = "".join(str(part.get(name, "")).split())
    return url if url.startswith(("http://", "https://")) else ""


def decoded(part: Message) -> bytes:
    """The bytes of a part."""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def capture(url: str, at: datetime, body: bytes) -> Capture:
    """What was saved, without headers: nobody kept them. Raises ConfigurationError for no address."""
    if not ADDRESS.fullmatch(url):
        raise ConfigurationError(f"{url[:200]!r} is no address of a web page")
    return Capture(url=url, at=at, body=body)
