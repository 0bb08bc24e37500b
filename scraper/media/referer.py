"""The Referer of a request for media stays what it is, over redirects and retries."""

from scrapy import Request


class MediaReferer:
    """Downloader middleware: sets the header that scraper.media.requests chose, or none.

    Scrapy takes the header away from a redirected request, and has no policy that brings it back. A
    browser sends it along; hosts that redirect http to https, or to another of their own, expect it.
    """

    def process_request(self, request: Request) -> None:
        if "media" not in request.meta:
            return
        request.headers.pop("Referer", None)
        if referer := request.meta["media_referer"]:
            request.headers["Referer"] = referer
