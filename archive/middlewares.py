"""What a crawl asks the archive before it asks the site."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from archive.connection import ArchiveError
from archive.pipelines import ArchivePipeline
from archive.raw import Validators
from archive.recording.listings import News, news, rest_known
from archive.store import Archive
from scraper.items import Entry, Listing, Profile

Answer = TypeVar("Answer")


class AsksArchive:
    """A middleware that reads the archive which the run's pipeline has opened."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "AsksArchive":
        return cls(crawler)

    @property
    def pipeline(self) -> ArchivePipeline | None:
        """None where a crawl runs without an archive."""
        return self.crawler.get_item_pipeline(ArchivePipeline)


class SkipArchived(AsksArchive):
    """Spider middleware: drop the request for a post that is archived as its listing shows it.

    It has the archive opened before the first profile, so that without one nothing is asked at all, and
    tells the spider what is known of each. With the setting `DUE`, a post is also asked for when it is
    time for another look.
    """

    async def process_start(self, start: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for output in start:
            if isinstance(output, Profile) and self.pipeline:
                self.pipeline.open()
                self.tell(output, self.pipeline)
                self.begin(output, self.pipeline)
            yield output

    def tell(self, profile: Profile, pipeline: ArchivePipeline) -> None:
        """Tell the spider what earlier runs saw of a profile."""
        assert pipeline.archive
        try:
            before = pipeline.archive.before(profile)
        except ArchiveError as error:
            pipeline.give_up(error)
        else:
            self.crawler.spider.before[profile.handle] = before  # type: ignore[union-attr]

    def begin(self, profile: Profile, pipeline: ArchivePipeline) -> None:
        """Open the account of a profile's crawl."""
        newest: set[str] = self.crawler.spider.newest  # type: ignore[union-attr]
        depth = "newest" if profile.handle in newest else "full"
        pipeline.write(lambda archive: archive.begin_crawl(profile, depth))

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        async for output in result:
            if not isinstance(output, Request) or self.wants(output):
                yield output

    def wants(self, request: Request) -> bool:
        """Whether a request is to be made. Nothing is, once the archive is unusable."""
        pipeline, entry = self.pipeline, request.meta.get("entry")
        if entry is None or pipeline is None or pipeline.archive is None:
            return True
        due, again = map(self.crawler.settings.getbool, ("DUE", "RECHECK"))
        try:
            return pipeline.archive.wants(entry, due=due, again=again)
        except ArchiveError as error:
            pipeline.give_up(error)
            return False


class StopAtKnown(AsksArchive):
    """Spider middleware: a listing that is read newest first ends with the first page without news.

    The request for its next page, which the spider marks with the listing as far as it is read
    (`meta["so_far"]`), gives way to the listing's end.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.new: Counter[tuple[str, str]] = Counter()  # posts seen for the first time, by profile

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        news = False
        async for output in result:
            if isinstance(output, Entry):
                news = bool(self.asked(partial(self.news, entry=output))) or news
            so_far = output.meta.get("so_far") if isinstance(output, Request) else None
            end = None if news or so_far is None else self.asked(partial(self.end, so_far=so_far))
            yield end or output

    def news(self, archive: Archive, entry: Entry) -> News:
        """What an entry shows that is not known, where that matters."""
        with archive.asking(entry.platform, entry.handle) as crawl:
            found = news(crawl, entry) if crawl.depth == "newest" else ""
        self.new[entry.platform, entry.handle] += found == "new"
        return found

    def end(self, archive: Archive, so_far: Listing) -> Listing | None:
        """The end of a listing that need not be read on."""
        profile = so_far.platform, so_far.handle
        with archive.asking(*profile) as crawl:
            return rest_known(crawl, so_far, self.new[profile])

    def asked(self, question: Callable[[Archive], Answer]) -> Answer | None:
        """What the archive says; nothing where there is none, or none that is of use."""
        pipeline = self.pipeline
        if pipeline is None or pipeline.archive is None:
            return None
        try:
            return question(pipeline.archive)
        except ArchiveError as error:
            pipeline.give_up(error)
            return None


class Conditional(AsksArchive):
    """Downloader middleware: a request with `meta["conditional"]` asks whether a page has changed.

    It carries the validators of the last fetch. To a 304 the stored page is the response, with status
    200 and the flag `not-modified`, so that a spider reads both alike.
    """

    def process_request(self, request: Request) -> None:
        known = self.known(request)
        if known and known.etag:
            request.headers["If-None-Match"] = known.etag
        if known and known.last_modified:
            request.headers["If-Modified-Since"] = known.last_modified

    def process_response(self, request: Request, response: Response) -> Response:
        pipeline, known = self.pipeline, self.known(request)
        if response.status != 304 or known is None or pipeline is None or pipeline.archive is None:
            return response
        try:
            return unchanged(pipeline.archive, known, response)
        except ArchiveError as error:
            pipeline.give_up(error)
            return response

    def known(self, request: Request) -> Validators | None:
        """The validators of the last fetch of a request's address, if it asks for them."""
        pipeline = self.pipeline
        if not request.meta.get("conditional") or pipeline is None or pipeline.archive is None:
            return None
        return pipeline.archive.validators(request.url)


def unchanged(archive: Archive, known: Validators, response: Response) -> Response:
    """The stored page as the response to a request. Raises ArchiveUnusable if it is damaged."""
    body = archive.stored_page(known.sha256)
    headers = Headers(known.headers)
    headers.update(response.headers)
    headers.pop("Content-Encoding", None)  # the stored page is decompressed
    kind = responsetypes.from_args(headers=headers, url=response.url, body=body)
    flags = [*response.flags, "not-modified"]
    return kind(
        response.url,
        status=200,
        headers=headers,
        body=body,
        flags=flags,
        request=response.request,
        protocol=response.protocol,
    )
