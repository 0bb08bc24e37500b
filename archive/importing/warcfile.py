"""The responses in a WARC file, one after the other; what is damaged is passed over and named.

Nothing of a file is trusted: headers and bodies have a largest size, whatever they are compressed to.
"""

import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import BufferedReader, DecompressingBufferedReader
from warcio.exceptions import ArchiveLoadFailed
from warcio.statusandheaders import StatusAndHeadersParserException

from archive.importing.lines import Damaged
from archive.importing.plausible import check_instant
from scraper.captured import Capture
from scraper.settings import MEDIA_MAXSIZE

#: Bytes of all headers of a record; the longest seen of a site's own have 12 kB.
LONGEST = 256 * 1024
#: The types of records that are, or stand for, what a site answered.
RESPONSES = frozenset({"response", "resource", "revisit"})
GZIP, PLAIN = b"\x1f\x8b\x08", b"WARC/1."
BLOCK = 1024 * 1024
#: What warcio 1.8 raises for bytes that are no records; the last three where it does not expect them.
BROKEN = (
    ArchiveLoadFailed,
    StatusAndHeadersParserException,
    Damaged,
    EOFError,
    zlib.error,
    AttributeError,
    TypeError,
    ValueError,
)


class Head(DecompressingBufferedReader):  # type: ignore[misc]
    """What warcio reads a file by; a record's headers have an end, or are no headers."""

    left = LONGEST

    def readline(self, length: int | None = None) -> bytes:
        if length == 0:
            return b""
        line: bytes = super().readline(min(length or self.left, self.left))
        self.left -= len(line)
        if self.left <= 0:
            raise Damaged(f"its headers have more than {LONGEST} bytes")
        return line


@dataclass(frozen=True, slots=True)
class Found:
    """A response, or what stands for one: at which address and time, of which MIME type.

    `place` says where in the file it is. `capture()` reads it, before the next one is asked for, and
    raises Damaged.
    """

    place: str
    url: str
    at: datetime
    media_type: str
    capture: Callable[[], Capture]


class WarcFile:
    """The responses of a file, which are read where it is iterated over; `refuse` is told of the rest."""

    def __init__(
        self,
        file: BinaryIO,
        refuse: Callable[[str, str], None],
        name: str = "",
        types: frozenset[str] = RESPONSES,
    ) -> None:
        """`file` can be read again from any place; `name` is its own in a file of several.

        `types` are those of the records that are found, by WARC-Type.
        """
        self.file, self.refuse, self.name, self.types = file, refuse, name, types
        file.seek(0)
        self.marker = GZIP if file.read(len(GZIP)) == GZIP else PLAIN
        self.payloads: dict[str, int] = {}  # by digest, where the record begins that has it

    def __iter__(self) -> Iterator[Found]:
        start: int | None = 0
        while start is not None:
            start = yield from self.following(start)

    def following(self, start: int) -> Generator[Found, None, int | None]:
        """The responses from a place of the file; returns where to go on after what is damaged."""
        records = self.records(start)
        try:
            for record in records:
                if record.rec_type in self.types:
                    yield from self.found(record, records.offset)
                records.read_to_end()
                records.reader.left = LONGEST
        except BROKEN as error:
            self.refuse(self.place(records.offset), f"no record: {words(error)}")
            return self.next_start(records.offset + 1)
        return None

    def place(self, offset: int) -> str:
        """Where something is, for people."""
        return f"{self.name} byte {offset}".strip()

    def records(self, start: int) -> Any:
        """warcio's records from a place on."""
        self.file.seek(start)
        records = ArchiveIterator(self.file, check_digests=True)
        records.reader = Head(self.file)
        return records

    def found(self, record: Any, offset: int) -> Iterator[Found]:
        """What a record is, where that is a response over HTTP of a time that can be."""
        url = record.rec_headers.get_header("WARC-Target-URI") or ""
        if not is_address(url):
            return
        place = f"{self.place(offset)}, {url[:200]}"
        try:
            at = time_of(record)
        except ValueError as error:
            self.refuse(place, str(error))
            return
        if record.rec_type != "revisit":
            self.payloads.setdefault(digest_of(record), offset)
        yield Found(place, url, at, media_type(record), lambda: self.capture(record, url, at))

    def capture(self, record: Any, url: str, at: datetime) -> Capture:
        """What a record holds, or the one that it refers to. Raises Damaged."""
        if record.rec_type != "revisit":
            return captured(record, record, url, at)
        offset, position = self.payloads.get(digest_of(record)), self.file.tell()
        if offset is None:
            raise Damaged("it refers to a record that does not stand in the file before it")
        try:
            return captured(record, next(iter(self.records(offset))), url, at)
        finally:
            self.file.seek(position)

    def next_start(self, start: int) -> int | None:
        """Where after a place something begins that may be a record; None where nothing does."""
        self.file.seek(start)
        before = b""
        while block := self.file.read(BLOCK):
            at = (before + block).find(self.marker)
            if at >= 0:
                return start + at - len(before)
            start, before = start + len(block), block[-len(self.marker) :]
        return None


def captured(record: Any, original: Any, url: str, at: datetime) -> Capture:
    """The capture that a record stands for, with the bytes of another where it has none itself."""
    http = record.http_headers or original.http_headers
    try:
        return Capture(
            url=url,
            at=at,
            body=body_of(original),
            status=int(http.get_statuscode()) if http else 200,
            headers=tuple(http.headers) if http else (("content-type", original.content_type),),
        )
    except BROKEN as error:
        raise Damaged(words(error)) from error


def body_of(record: Any) -> bytes:
    """The bytes of a response, decompressed. Raises Damaged where they are not those that were kept."""
    encoding = (record.http_headers and record.http_headers.get_header("content-encoding")) or ""
    if encoding.lower() not in ("", "identity", *BufferedReader.get_supported_decompressors()):
        raise Damaged(f"its body is compressed as {encoding[:50]}, which is not read")
    stream, body = record.content_stream(), bytearray()
    while block := stream.read(BLOCK):
        body += block
        if len(body) > MEDIA_MAXSIZE:
            raise Damaged(f"its body has more than {MEDIA_MAXSIZE} bytes")
    if record.raw_stream.limit:
        raise Damaged("it is cut off")
    if record.digest_checker.passed is False:
        raise Damaged(f"it is not what was kept: {'; '.join(record.digest_checker.problems)}")
    return bytes(body)


def is_address(url: str) -> bool:
    """Whether something is an address of the web."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def digest_of(record: Any) -> str:
    """What tells two payloads apart; a record without one is like no other."""
    names = ("WARC-Payload-Digest", "WARC-Record-ID")
    return next(filter(None, map(record.rec_headers.get_header, names)), "")


def media_type(record: Any) -> str:
    """The MIME type of a response, as it says itself; empty where it does not."""
    http = record.http_headers
    given = http.get_header("content-type") if http else record.content_type
    return (given or "").partition(";")[0].strip().lower()


def time_of(record: Any) -> datetime:
    """When a record's response came, aware. Raises ValueError where that cannot be."""
    at = datetime.fromisoformat(record.rec_headers.get_header("WARC-Date") or "")
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    check_instant(at, datetime.now(UTC))
    return at


def words(error: BaseException) -> str:
    """What is wrong, in one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
