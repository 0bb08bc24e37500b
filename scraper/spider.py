"""The one base class of all spiders: from a profile's address to requests that always have an end."""

from collections.abc import AsyncIterator, Callable, Collection, Iterator
from dataclasses import replace
from re import Pattern
from typing import Any, ClassVar
from urllib.parse import urlsplit

import scrapy
from scrapy import Request
from twisted.python.failure import Failure

from scraper.before import Before
from scraper.items import Entry, Listing, Observation, Profile
from scraper.middlewares import not_begun, outcomes
from scraper.observed import observed
from scraper.pages import AuthorGone, Gone, PageError


class ProfileSpider(scrapy.Spider):
    """A platform: how its profiles are addressed, listed and read. One run serves many profiles.

    A subclass gives `name`, `hosts`, `profile_from` and `listings`; its callbacks get `profile` (and
    `entry`, for a post's page) as keyword arguments, yield items and requests, and raise a PageError
    for a page that is not what it should be.
    """

    hosts: ClassVar[tuple[str, ...]] = ()
    """Hosts whose addresses are this platform's; a leading dot means all below. Empty: any host."""
    headers: ClassVar[dict[str, str]] = {}
    """Sent with every request."""
    secrets: ClassVar[tuple[tuple[Pattern[bytes], bytes], ...]] = ()
    """What to replace in a page before it is hashed and kept: ours, or nobody's business."""

    def __init__(
        self,
        profile: str = "",
        limit: str | None = None,
        dry_run: str = "0",
        newest: str = "",
        **kwargs: Any,
    ):
        """The arguments of a run, as `-a NAME=VALUE` gives them.

        `profile`: handles or addresses, with spaces in between; `limit`: entries of each
        profile; `dry_run=1`: list, and read no post; `newest`: those of the profiles whose lists need
        only be read as far as they are new.
        """
        super().__init__(**kwargs)
        self.wanted, self.dry_run = profile, dry_run != "0"
        self.limit = int(limit) if limit is not None else None
        self.newest = {self.profile_from(address).handle for address in newest.split()}
        self.before: dict[str, Before] = {}  # by handle; an archive fills it in
        self.listed_posts: dict[str, set[str]] = {}
        self.in_listing: dict[tuple[str, str], set[str]] = {}  # by handle and listing
        self.put_off: set[tuple[str, str]] = set()  # handles, and why: each is recorded once

    @classmethod
    def recognises(cls, address: str) -> bool:
        """Whether an address is on one of the platform's hosts."""
        host = urlsplit(address).hostname or ""
        return not cls.hosts or any(
            host.endswith(known) if known.startswith(".") else host == known for known in cls.hosts
        )

    @classmethod
    def profile_from(cls, address: str) -> Profile:
        """The profile that a handle or an address names.

        Raises ConfigurationError for what is neither.
        """
        raise NotImplementedError

    def listings(self, profile: Profile) -> Iterator[Any]:
        """The first requests for a profile: its card and its listings."""
        raise NotImplementedError

    def news(self, profile: Profile) -> Iterator[Any]:
        """The first requests for what is new of a profile: all of it, where that costs no more."""
        return self.listings(profile)

    def post_request(self, entry: Entry, profile: Profile) -> Request | None:
        """The request for a post's page; None for one that this run cannot ask for."""
        raise NotImplementedError

    @classmethod
    def post_at(cls, url: str, page: str, known: Collection[Profile]) -> Entry | None:
        """The post at an address to which no listing led, from a page that others got; None for none.

        `page` is its text, `known` are profiles of the platform, where an address does not tell whose it is.
        The entry has no `url` where only a listing tells it: then the post must be known.
        """
        raise NotImplementedError

    @classmethod
    def unlisted(cls, profile: Profile, source_id: str, url: str) -> Entry:
        """An entry that no listing has: only its identity and its address are known."""
        return Entry(
            platform=cls.name,
            handle=profile.handle,
            source_id=source_id,
            url=url,
            title="",
            listing="",
            position=0,
        )

    def parse_post(self, response: Any, profile: Profile, entry: Entry) -> Iterator[Any]:
        """The post of an entry, and whatever else its page tells: the callback of its request."""
        raise NotImplementedError

    async def start(self) -> AsyncIterator[Any]:
        for address in self.wanted.split():
            profile = self.profile_from(address)
            yield profile
            for output in self.begin(profile):
                yield output

    def begin(self, profile: Profile) -> Iterator[Any]:
        """The first requests for a profile. A defect of ours in making them costs no other profile."""
        begin = self.news if profile.handle in self.newest else self.listings
        try:
            yield from begin(profile)
        except Exception as error:
            yield from not_begun(error, profile, self.crawler)

    def request(
        self,
        url: str,
        callback: Callable[..., Any],
        profile: Profile,
        *,
        kind: str = "listing",
        listing: str | None = None,
        entry: Entry | None = None,
        cb_kwargs: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        conditional: bool = False,
        otherwise: Callable[[PageError], Iterator[Any]] | None = None,
        so_far: Listing | None = None,
        **kwargs: Any,
    ) -> Request:
        """A request whose every end is recorded.

        `kind` names the page in the archive; `listing` names the listing that is broken off when the
        request fails; `conditional` asks with the stored validators, and a 304 brings the stored body.
        `otherwise` is another way to the same end: called with what became of this one, for more
        requests or items; the failure is then an observation and no fault of the run.
        `so_far`, with the request for a further page of a listing, is what is recorded instead of asking
        where the archive knows the rest.
        `meta` may be given among `kwargs`, which are Scrapy's; its `author` says what it means that the
        page is gone, where that is the author's own: there is no such author.
        """
        meta = {"profile": profile, "kind": kind, "listing": listing, "entry": entry}
        given = {"profile": profile, **({"entry": entry} if entry else {}), **(cb_kwargs or {})}
        return Request(
            url,
            callback,
            headers={**self.headers, **(headers or {}), **self.settings["PLATFORM_HEADERS"]},
            errback=self.failed,
            cb_kwargs=given,
            meta={
                **meta,
                "conditional": conditional,
                "otherwise": otherwise,
                "so_far": so_far,
                **kwargs.pop("meta", {}),
            },
            **kwargs,
        )

    def listed(self, entry: Entry, request: Request | None = None) -> Iterator[Entry | Request]:
        """Yield an entry, recorded before its page is asked for, and the request for its page.

        The archive drops the request when what it holds is still what the listing shows. A post in a
        second listing is listed again, whatever the limit.
        """
        posts = self.listed_posts.setdefault(entry.handle, set())
        if entry.source_id not in posts and self.full(entry.handle):
            return
        posts.add(entry.source_id)
        self.in_listing.setdefault((entry.handle, entry.listing), set()).add(entry.source_id)
        yield entry
        if request and entry.state != "external" and not self.dry_run:
            yield request

    def full(self, handle: str) -> bool:
        """Whether `limit` posts of a profile are listed, so that paging may stop."""
        return self.limit is not None and len(self.listed_posts.get(handle, ())) >= self.limit

    def end_listing(
        self,
        profile: Profile,
        name: str,
        url: str,
        *,
        complete: bool,
        seen: int,
        declared: int | None = None,
        source: str = "",
        reason: str | None = None,
    ) -> Listing:
        """The record of a listing's end, as `counted` has it."""
        return self.counted(
            Listing(
                platform=profile.platform,
                handle=profile.handle,
                name=name,
                url=url,
                complete=complete,
                seen=seen,
                source=source,
                declared=declared,
                reason=reason,
            )
        )

    def counted(self, end: Listing) -> Listing:
        """A listing's end as it is recorded: one that `limit` cut is never complete, nor read further."""
        if self.full(end.handle):
            reason = f"stopped after {self.limit} entries, as asked"
            seen = len(self.in_listing.get((end.handle, end.name), ()))
            return replace(end, complete=False, seen=seen, reason=reason)
        if not end.complete:
            self.crawler.stats.inc_value("pages/broken_listing")
        return end

    def known(self, profile: Profile) -> Before:
        """What the last crawls saw of a profile, as an archive tells it."""
        return self.before.get(profile.handle, Before())

    def noticed(self, known: PageError, handle: str, url: str) -> Observation:
        """What is recorded of a trouble that no request's end tells of; the exit code tells of it, too."""
        self.logger.error("%s", known)
        self.count(known)
        return observed(known, platform=self.name, handle=handle, url=url)

    def count(self, known: PageError) -> None:
        """Let the run's exit code tell of a trouble."""
        self.crawler.stats.inc_value(f"pages/{known.counted or known.seen}")

    def failed(self, failure: Failure) -> Iterator[Any]:
        """What becomes of a request without a usable response; given as errback to every request."""
        request: Request = failure.request  # type: ignore[attr-defined]
        assert failure.value is not None
        if "author" in request.meta and isinstance(failure.value, Gone):
            failure.value = AuthorGone(f"{failure.value}: {request.meta['author']}")
        yield from outcomes(failure.value, request, None, self.crawler)
