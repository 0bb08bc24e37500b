"""Ask for addresses by the project's settings, and print what became of each: one JSON object a line.

    python -m tests.fetching [-s NAME=VALUE]… [--media] < ADDRESSES

With `--media` as pictures are asked for: without a profile. No archive takes part.
"""

import argparse
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Response
from scrapy.settings import Settings
from twisted.python.failure import Failure

from scraper.items import Profile
from scraper.judge import judge, page_error
from scraper.pages import PageError
from scraper.spider import ProfileSpider

WITHOUT_ARCHIVE = ("ITEM_PIPELINES", "SPIDER_MIDDLEWARES", "DOWNLOADER_MIDDLEWARES", "EXTENSIONS")


class Fetching(ProfileSpider):
    """Asks for the addresses that it is given."""

    name = "fetching"

    async def start(self) -> AsyncIterator[Request]:
        for line in sys.stdin.read().splitlines():
            try:
                yield self.asking(line)
            except ValueError as error:  # no address that Scrapy would make a request of
                say(line, "ValueError", str(error))

    def asking(self, line: str) -> Request:
        meta: dict[str, Any] = {"line": line}
        if self.wanted != "media":
            meta["kind"] = "page"
            meta["profile"] = Profile(platform="fetching", handle="x", url="https://x.example.net/")
        return Request(line, self.got, errback=self.lost, meta=meta, dont_filter=True)

    def got(self, response: Response) -> None:
        try:
            judge(response)
            say(response.meta["line"], "ok", response.url)
        except PageError as error:
            say(response.meta["line"], type(error).__name__, str(error))

    def lost(self, failure: Failure) -> None:
        known = page_error(failure.value, failure.request.url)
        say(failure.request.meta["line"], type(known).__name__, str(known))


def say(line: str, outcome: str, reason: str) -> None:
    sys.stdout.write(json.dumps([line, outcome, reason]) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-s", dest="settings", action="append", default=[])
    parser.add_argument("--media", action="store_true")
    given = parser.parse_args()
    settings = Settings()
    settings.setmodule("scraper.settings", priority="project")
    for name in WITHOUT_ARCHIVE:
        kept = {path: at for path, at in settings[name].items() if not path.startswith("archive.")}
        settings.set(name, kept, "cmdline")
    settings.setdict(dict(pair.split("=", 1) for pair in given.settings), "cmdline")
    process = AsyncCrawlerProcess(settings)
    process.crawl(Fetching, profile="media" if given.media else "")
    process.start()


if __name__ == "__main__":
    main()
