"""What a spider yields. Plain data: no Scrapy, no SQLite, no HTML parsing.

A profile has listings, a listing has entries, an entry leads to a post:

    Profile ──► Listing ──► Entry ──► Post
                   every response ──► Page       what went wrong ──► Observation
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from scraper.media import Media

Precision = Literal["second", "day"]
SourceFormat = Literal["html", "markdown", "draftjs", "prosemirror"]
Verdict = Literal["ok", "suspect", "partial"]
Fault = Literal["blocked", "login", "gone", "author_gone", "locked", "changed", "failed"]
Seen = Fault | Literal["disallowed", "forbidden", "back", "no_post"]


@dataclass(kw_only=True, slots=True, frozen=True)
class Moment:
    """A time as the site showed it.

    `at` is an aware UTC instant; where only the day is known it is midnight UTC of that day, good
    for sorting and nothing else. `on` is the site's own local date, never shifted into another zone.
    `text` is what the site wrote.
    """

    at: datetime
    on: date
    precision: Precision
    text: str


@dataclass(kw_only=True, slots=True, frozen=True)
class Link:
    """A tie between a post and another address.

    `role` is one of crosspost, language_variant, original, column, related, co_primary.
    """

    role: str
    url: str
    label: str = ""
    language: str | None = None


@dataclass(kw_only=True, slots=True)
class Profile:
    """One author on one platform; `(platform, handle)` identifies it for ever.

    `declared` is what the site says it has, by kind (`posts`, `questions`, `columns`); `metrics` are
    counters (followers, likes, reads, visits, rank …), kept apart because they change daily.
    """

    platform: str
    handle: str
    url: str
    name: str | None = None
    bio: str | None = None
    language: str | None = None
    level: str | None = None
    joined: Moment | None = None
    code_age: str | None = None
    avatar: str | None = None
    declared: dict[str, int] = field(default_factory=dict)
    metrics: dict[str, int] = field(default_factory=dict)
    type: Literal["profile"] = "profile"


@dataclass(kw_only=True, slots=True)
class Entry:
    """One line of a listing: what is known of a post before its own page is read.

    `source_id` is the platform's identity of the post: article id, normalised path, repository path,
    or the address of an external entry. `version` is anything by which the listing itself tells that
    the content changed (a blob sha); counters never belong to it. `listed` is when the listing says
    that the post came into it, where that is another time than `published`. `state` is `external` for
    what is recorded and not crawled, and `candidate` for an address that only its page will tell to be
    a post's: the archive takes no row for it before. `guid` is what a feed calls it besides its address.
    """

    platform: str
    handle: str
    source_id: str
    url: str
    title: str
    listing: str
    position: int
    summary: str | None = None
    kind: str | None = None
    language: str | None = None
    listed: Moment | None = None
    published: Moment | None = None
    updated: Moment | None = None
    tags: tuple[str, ...] = ()
    metrics: dict[str, int] = field(default_factory=dict)
    section: tuple[str, ...] = ()
    review_status: str | None = None
    links: tuple[Link, ...] = ()
    version: str | None = None
    guid: str | None = None
    state: Literal["listed", "external", "candidate"] = "listed"
    type: Literal["entry"] = "entry"


@dataclass(kw_only=True, slots=True)
class Listing:
    """The end of a listing: read to its end, or broken off.

    `name` tells the listings of a profile apart (`posts`, `README-cn.md`, `feed`); `source` names
    where it came from, one of a chain of sources. `declared` is the site's own total. A listing is
    complete only by a total, a README, or feed ∪ sitemap; a feed alone never is.
    """

    platform: str
    handle: str
    name: str
    url: str
    complete: bool
    seen: int
    source: str = ""
    declared: int | None = None
    reason: str | None = None
    type: Literal["listing"] = "listing"


@dataclass(kw_only=True, slots=True)
class Page:
    """One response as it is kept: scrubbed of cookies, authorisation and the crawler's own address.

    `body` is what the site sent, decompressed, in bytes; `encoding` is how to read it.
    `fetched_at` is an aware UTC instant.
    """

    platform: str
    handle: str
    url: str
    kind: str
    status: int
    request_headers: dict[str, str]
    headers: dict[str, str]
    body: bytes = field(metadata={"serializer": len})  # JSON has no bytes
    encoding: str
    fetched_at: datetime
    type: Literal["page"] = "page"

    @property
    def text(self) -> str:
        """The body as text without a byte order mark; what cannot be decoded becomes U+FFFD."""
        return self.body.decode(self.encoding, errors="replace").removeprefix("\ufeff")


@dataclass(kw_only=True, slots=True, frozen=True)
class Image:
    """A picture that a body shows: absolute address without watermark query, and its text."""

    url: str
    alt: str = ""


@dataclass(kw_only=True, slots=True)
class Quality:
    """How much of the source came through. `counts` is element → (in the source, in the output)."""

    verdict: Verdict = "ok"
    reasons: tuple[str, ...] = ()
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    score: float = 1.0


@dataclass(kw_only=True, slots=True)
class Body:
    """A post's content: Markdown to read, plain text to search."""

    markdown: str
    text: str
    images: tuple[Image, ...] = ()
    quality: Quality = field(default_factory=Quality)


def without_bytes(page: "Page | None") -> dict[str, Any] | None:
    """What a feed export (`-O posts.jsonl`) shows of a page: JSON has no bytes."""
    return {"url": page.url, "status": page.status, "kind": page.kind} if page else None


@dataclass(kw_only=True, slots=True)
class Post:
    """One article, from its own page. `source_format` names what the page holds the content as.

    `redirected_to` is where the request for it was sent on to, if it was.
    """

    platform: str
    handle: str
    source_id: str
    url: str
    title: str
    summary: str | None = None
    kind: str | None = None
    language: str | None = None
    author: str | None = None
    published: Moment | None = None
    updated: Moment | None = None
    tags: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    metrics: dict[str, int] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    licence: str | None = None
    redirected_to: tuple[str, ...] = ()
    locked: bool = False
    source_format: SourceFormat = "html"
    page: Page | None = field(default=None, metadata={"serializer": without_bytes})
    body: Body | None = None
    type: Literal["post"] = "post"


@dataclass(kw_only=True, slots=True)
class Observation:
    """Something a crawl saw that is no content: a wall, a tombstone, a page of another shape.

    `reason` is one English sentence with the exact address; `page` is the evidence, where there is one.
    `transient`: the next run may well get it. `missing`: the selector or key that a changed page has no
    longer; `found`: what is there in its place.
    """

    platform: str
    handle: str
    url: str
    seen: Seen
    reason: str
    source_id: str | None = None
    transient: bool = False
    missing: str | None = None
    found: str | None = None
    page: Page | None = field(default=None, metadata={"serializer": without_bytes})
    type: Literal["observation"] = "observation"


Item = Profile | Entry | Listing | Page | Post | Observation | Media
