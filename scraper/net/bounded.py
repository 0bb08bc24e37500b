"""A header that never ends fills no memory.

DOWNLOAD_MAXSIZE bounds the body alone: of a header Twisted keeps all that comes in DOWNLOAD_TIMEOUT
(measured with Twisted 26.10: 118 MB in 4 seconds from one host).
"""

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
    _LenientHTTPClientParser,
)
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadFailedError
from scrapy.http import Response
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress
from twisted.web._newclient import Request as TwistedRequest
from twisted.web.client import ResponseFailed
from twisted.web.iweb import IResponse

from scraper.pages import TooLarge

#: Bytes of all headers of one response; Chromium takes as many (net/http/http_stream_parser.h).
LARGEST = 256 * 1024


class BoundedDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's handler for http and https: a header that is too large ends the response, and no request
    is made but those that are waited for and counted."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = Factory
        # Twisted would ask again by itself, at once and unseen, on a connection that was cut.
        self._pool.retryAutomatically = False

    async def download_request(self, request: Request) -> Response:
        try:
            return await super().download_request(request)
        except DownloadFailedError as error:
            if isinstance(error.__cause__, ResponseFailed) and too_large(error.__cause__):
                raise TooLarge(f"{request.url} has a header without an end") from error
            raise


def too_large(error: ResponseFailed) -> bool:
    """Whether a response was ended by us."""
    return any(reason.check(TooLarge) for reason in error.reasons)


class Parser(_LenientHTTPClientParser):
    """Counts the lines of the header; the longest one LineReceiver bounds itself."""

    taken = 0

    def lineReceived(self, line: bytes) -> None:
        self.taken += len(line)
        if self.taken > LARGEST:
            raise TooLarge("a header without an end")
        super().lineReceived(line)


class Protocol(_LenientHTTP11ClientProtocol):
    """One connection; Twisted fixes the class of its parser, so that it is changed as Scrapy does."""

    def request(self, request: TwistedRequest) -> Deferred[IResponse]:
        response = super().request(request)
        self._parser.__class__ = Parser
        return response


class Factory(_LenientHTTP11ClientFactory):
    """Builds the connections of the pool."""

    def buildProtocol(self, addr: IAddress | None) -> Protocol:
        return Protocol(self._quiescentCallback)  # type: ignore[no-untyped-call]
