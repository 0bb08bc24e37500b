"""The records of a WARC file, as warcio writes them. Their ids are made of what they are."""

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote, urlsplit
from uuid import NAMESPACE_URL, uuid5

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from archive.export.exported import Exported
from archive.export.rights import notice
from archive.export.warc.fetched import Fetch, Picture

#: What the file says of its bodies and headers, so that nobody takes them for bytes off the wire.
DESCRIPTION = (
    "Bodies are as decompressed, without Content-Encoding and Transfer-Encoding; Content-Length is theirs.",
    "What they say of the crawler (its address, ids of its requests) and where an author lives is blanked.",
    "Headers are without cookies and authorization, their names in lower case, repeated ones in one line.",
    "The protocol was not recorded: all say HTTP/1.1. Host was added to requests; those with a body are left out.",
    "An answer 304 has the status, headers and body of the page that it confirms, as a revisit.",
    "What was recorded without headers is a resource: pictures (of SVG, what could run was taken out), and"
    " pages that were saved in a browser.",
)
#: Headers of a body as it came over the wire.
WIRE = frozenset({"content-encoding", "transfer-encoding", "content-length"})
#: What an address may hold as it is (RFC 3986); `%` begins what is escaped already.
ADDRESS = "!#$%&'()*+,/:;=?@[]~"


@dataclass(frozen=True, slots=True)
class Written:
    """Where bytes stand in the file: the address and date of the record, and the digest of its payload."""

    url: str
    date: str
    digest: str


class Records:
    """A WARC file that is being written; `lost` are files of media that are not where they should be."""

    def __init__(self, file: BinaryIO, name: str, date: str) -> None:
        """Begin with a record on the file itself, which holds the posts called `name`."""
        self.writer = WARCWriter(file, gzip=True, warc_version="WARC/1.1")
        self.bodies: dict[str, Written] = {}  # by sha256
        self.pictures: set[str] = set()  # by address
        self.lost: set[Path] = set()
        fields = [
            ("software", "blog-archiver"),
            ("format", "WARC File Format 1.1"),
            ("isPartOf", name),
            *(("description", line) for line in DESCRIPTION),
        ]
        self.add("warcinfo", "", date, as_fields(fields))

    def add_fetch(self, fetch: Fetch, body: bytes) -> None:
        """Add a response, or that it was the same as another, and the request for it.

        A page that was saved in a browser, and imported, has no headers: it is a resource.
        """
        http = as_http(fetch, body) if fetch.headers else None
        url, date = fetch.url, fetch.fetched_at
        if same := self.bodies.get(fetch.raw_sha256):
            answer = self.add_revisit(url, date, same, http)
        elif http:
            answer = self.add("response", url, date, body, http_headers=http)
        else:
            answer = self.add("resource", url, date, body, warc_content_type="text/html")
        self.bodies.setdefault(fetch.raw_sha256, written(answer))
        if http and "content-type" not in fetch.request_headers:  # its body was not recorded
            self.add_request(fetch, answer.rec_headers.get_header("WARC-Record-ID"))

    def add_request(self, fetch: Fetch, answer: str) -> None:
        """Add the request to which a record with an id is the answer."""
        parts = urlsplit(fetch.url)
        target = parts._replace(scheme="", netloc="", path=parts.path or "/").geturl()
        headers = [("host", parts.netloc), *fetch.request_headers.items()]
        http = StatusAndHeaders(f"{target} HTTP/1.1", headers, protocol="GET")
        self.add(
            "request",
            fetch.url,
            fetch.fetched_at,
            http_headers=http,
            warc_headers_dict={"WARC-Concurrent-To": answer},
        )

    def add_rights(self, post: Exported, date: str) -> None:
        """Add what a post is called, whose it is and what may be done with it.

        By `profile` and `identifier`, its `source_id`, an import knows it (archive.importing.told).
        """
        fields = [
            ("title", post.title),
            ("creator", post.author),
            ("rights", notice(post)),
            ("source", post.url),
            ("profile", f"{post.reference.platform}:{post.reference.handle}"),
            ("identifier", post.reference.source_id),
        ]
        self.add("metadata", post.url, date, as_fields(fields))

    def add_picture(self, picture: Picture) -> None:
        """Add a picture at the address where it was got, once."""
        address = quote(picture.url.partition("#")[0], ADDRESS)
        if not address.startswith(("http://", "https://")) or address in self.pictures:
            return
        if same := self.bodies.get(picture.sha256):
            self.add_revisit(address, picture.got_at, same)
        elif picture.path.is_file():
            content = picture.path.read_bytes()
            kind = {"warc_content_type": picture.type}
            record = self.add("resource", address, picture.got_at, content, **kind)
            self.bodies[picture.sha256] = written(record)
        else:
            self.lost.add(picture.path)
            return
        self.pictures.add(address)

    def add_revisit(
        self, url: str, date: str, same: Written, http: StatusAndHeaders | None = None
    ) -> Any:
        """Add that the payload at an address was the one of another record."""
        given = {"WARC-Record-ID": record_id("revisit", url, date, same.digest, str(http))}
        record = self.writer.create_revisit_record(
            url, same.digest, same.url, same.date, http, given | {"WARC-Date": date}
        )
        self.writer.write_record(record)
        return record

    def add(self, kind: str, url: str, date: str, content: bytes = b"", **given: Any) -> Any:
        """Add a record of a kind; `given` is for warcio."""
        headers = given.pop("warc_headers_dict", {})
        names = (kind, url, date, sha256(content).hexdigest(), *headers.values())
        identity = {"WARC-Record-ID": record_id(*names), "WARC-Date": date}
        record = self.writer.create_warc_record(
            url,
            kind,
            payload=BytesIO(content),
            length=len(content),
            warc_headers_dict=identity | headers,
            **given,
        )
        self.writer.write_record(record)
        return record


def written(record: Any) -> Written:
    """Where a record is, for others that refer to it."""
    names = ("WARC-Target-URI", "WARC-Date", "WARC-Payload-Digest")
    return Written(*map(record.rec_headers.get_header, names))


def as_http(fetch: Fetch, body: bytes) -> StatusAndHeaders:
    """The head of a response, as it belongs to the body that is kept."""
    kept = [(name, value) for name, value in fetch.headers.items() if name not in WIRE]
    length = ("content-length", str(len(body)))
    return StatusAndHeaders(status_line(fetch.status), [*kept, length], protocol="HTTP/1.1")


def record_id(*parts: str) -> str:
    """The same for the same record, wherever it is written."""
    return f"<{uuid5(NAMESPACE_URL, chr(10).join(parts)).urn}>"


def status_line(status: int) -> str:
    """`404 Not Found`; the words are those of the standard, for those of the site were not recorded."""
    known = status in {each.value for each in HTTPStatus}
    return f"{status} {HTTPStatus(status).phrase}" if known else str(status)


def as_fields(fields: list[tuple[str, str]]) -> bytes:
    """Lines of `application/warc-fields`, in UTF-8."""
    return "".join(f"{name}: {' '.join(value.split())}\r\n" for name, value in fields).encode()
