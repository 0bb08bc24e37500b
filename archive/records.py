"""The lines of an archive as JSON: what each holds, and what is accepted of one that comes from elsewhere.

Content only, as `Archive.digest` means it: no ids, no times and no counters of ours. A line names what
it belongs to by natural keys, and what it refers to comes before it:

    profile ──► post ──► page ──► version with its renderings ──► media
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from scraper.items import Image, Moment, SourceFormat, Verdict
from scraper.media import MediaState

Words = Annotated[str, Meta(max_length=100_000)]
Name = Annotated[str, Meta(min_length=1, max_length=2000)]
#: An address of the web: nothing that a program would open as a file or run (`javascript:`, `data:`).
Address = Annotated[str, Meta(pattern=r"^https?://[^\s/]", max_length=10_000)]
Sha256 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Instant = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")]
Number = Annotated[int, Meta(ge=0, lt=2**53)]


class Line(Struct, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A line; `type` is the name of its class in small letters."""


class Profile(Line, kw_only=True):
    """An author on a platform (scraper.items.Profile)."""

    platform: Name
    handle: Name
    url: Address
    name: Words | None = None
    bio: Words | None = None
    language: Words | None = None
    level: Words | None = None
    joined: Moment | None = None
    code_age: Words | None = None
    avatar: Address | None = None
    declared: dict[str, Number] = {}


class Entry(Struct, kw_only=True, forbid_unknown_fields=True):
    """The line that a listing has of a post; `listed_hash` is of what it shows there."""

    listing: Name
    position: Number
    title: Words
    section: list[Words] = []
    review_status: Words | None = None
    description: Words | None = None
    listed: Moment | None = None
    listed_hash: Sha256


class Tie(Struct, kw_only=True, forbid_unknown_fields=True):
    """A link of a post (scraper.items.Link), from a listing or from its page."""

    origin: Literal["listing", "page"]
    role: Name
    url: Address
    label: Words = ""
    language: Words | None = None


class Post(Line, kw_only=True):
    """An article; `from_page` are the fields that its own page gave, `got_hashes` what listings showed
    when that was got.
    """

    platform: Name
    handle: Name
    source_id: Name
    url: Address
    title: Words
    summary: Words | None = None
    kind: Words | None = None
    language: Words | None = None
    author: Words | None = None
    licence: Words | None = None
    tags: list[Words] = []
    columns: list[Words] = []
    published: Moment | None = None
    updated: Moment | None = None
    state: Literal["listed", "archived", "gone", "external"]
    locked: bool = False
    missing: bool = False
    from_page: list[Name] = []
    got_hashes: list[Sha256] = []
    addresses: list[Address] = []
    entries: list[Entry]
    links: list[Tie] = []


class Page(Line, kw_only=True):
    """What was fetched: `text` where its `encoding` gives that back, else its bytes in `base64`."""

    sha256: Sha256
    encoding: Name
    text: str | None = None
    base64: bytes | None = None


class Quality(Struct, kw_only=True, forbid_unknown_fields=True):
    """How much of the page came through (scraper.items.Quality)."""

    reasons: list[Words] = []
    counts: dict[str, tuple[Number, Number]] = {}


class Rendering(Struct, kw_only=True, forbid_unknown_fields=True):
    """What an extractor made of a version; `current` where the post shows it."""

    extractor: Name
    markdown: str
    text: str
    images: list[Image] = []
    verdict: Verdict
    score: Annotated[float, Meta(ge=0, le=1)]
    quality: Quality
    current: bool = False


class Version(Line, kw_only=True):
    """A state of a post that its site showed; `number` counts from 1, `page` is the sha256 of a page."""

    platform: Name
    handle: Name
    source_id: Name
    number: Annotated[int, Meta(ge=1, lt=2**31)]
    title: Words
    tags: list[Words] = []
    published_at: Instant | None = None
    updated_at: Instant | None = None
    cut: bool = False
    url: Address
    source_format: SourceFormat
    page: Sha256
    current: bool = False
    renderings: Annotated[list[Rendering], Meta(min_length=1)]


class File(Struct, kw_only=True, forbid_unknown_fields=True):
    """A file in the folder beside the lines, named by its sha256; `type` is MIME, `bytes` its size."""

    sha256: Sha256
    type: Name
    bytes: Number
    width: Number | None = None
    height: Number | None = None


class Media(Line, kw_only=True):
    """A picture or a file that a version shows, and what became of it."""

    url: Words
    kind: Literal["image", "file"]
    state: MediaState
    reason: Words | None = None
    file: File | None = None
