"""robots.txt by RFC 9309, where Scrapy is more lenient: what is not to be had forbids everything.

2.3.1.3  4xx: there are no rules.
2.3.1.4  5xx, or no answer: everything is forbidden, here until the run ends. 429 says no less, and
         of redirects without an end (2.3.1.2) we take the worst.
2.5      500 KiB are read, and no more.

A wall in its place, a challenge page with any status included, is a wall in front of the site. Any
other web page has no rules.
"""

import asyncio
import codecs
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import ProtegoRobotParser, RobotParser

from scraper.judge import WALLS, judge
from scraper.middlewares import kept_page
from scraper.net.downloader import PoliteDownloader
from scraper.pages import Blocked, RobotsUnreachable, RobotsWalled

#: Signal: a robots.txt was read. `page`: its Page, of the kind "robots".
robots_read = object()

LARGEST = 500 * 1024
LONGEST_DELAY = 60.0  # seconds; with more a profile of 600 posts would take days
NO_RULES = b""
#: What says for whom a request is made; its robots.txt is asked for, counted and put off with it.
WHOSE = ("profile", "media")


class Robots(RobotsTxtMiddleware):
    """Asks every host for its rules before anything else, the hosts of pictures too.

    A `Crawl-delay` raises the site's delay. Each robots.txt is handed on as it came.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.asked: dict[str, asyncio.Task[RobotParser]] = {}

    async def robot_parser(self, request: Request) -> RobotParser:
        """The rules for a request, asked for once a run. Raises RobotsUnreachable."""
        url = urlsplit(request.url)._replace(path="/robots.txt", query="", fragment="")
        if url.netloc not in self.asked:
            asking = self.ask(url.geturl(), request)
            self.asked[url.netloc] = asyncio.get_running_loop().create_task(asking)
        parser = await self.asked[url.netloc]
        self.slow_down(request, parser)
        return parser

    async def ask(self, url: str, request: Request) -> RobotParser:
        """The rules at an address, for the host of a request. Raises RobotsUnreachable."""
        whose = {name: request.meta[name] for name in WHOSE if name in request.meta}
        meta = {"dont_obey_robotstxt": True, "kind": "robots", **whose}
        robots = Request(url, NO_CALLBACK, priority=self.DOWNLOAD_PRIORITY, meta=meta)
        assert self.crawler.engine
        try:
            response = await self.crawler.engine.download_async(robots)
            self.hand_on(response, request)
            body = rules(response)
        except Blocked as wall:
            raise RobotsWalled(f"{wall}, and it is asked for before all else") from wall
        except Exception as error:
            raise RobotsUnreachable(
                f"{url} is unreachable: {error or type(error).__name__}"
            ) from error
        return ProtegoRobotParser(body, self.crawler.spider)

    def hand_on(self, response: Response, request: Request) -> None:
        """Tell of a robots.txt, in the name of the profile that it was asked for."""
        whose = request.meta.get("profile") or request.meta.get("media")
        if whose and response.request:
            asked = response.request.replace(meta={"profile": whose, "kind": "robots"})
            page = kept_page(
                response.replace(request=asked), getattr(self.crawler.spider, "secrets", ())
            )
            self.crawler.signals.send_catch_log(robots_read, page=page)

    def slow_down(self, request: Request, parser: RobotParser) -> None:
        """Keep the interval that a site wishes for."""
        delay = parser.crawl_delay(self.crawler.settings["ROBOTSTXT_USER_AGENT"])
        if delay:
            assert self.crawler.engine
            downloader = self.crawler.engine.downloader
            assert isinstance(downloader, PoliteDownloader)
            downloader.slow_down(request, min(delay, LONGEST_DELAY))


def rules(response: Response) -> bytes:
    """What a robots.txt forbids, as UTF-8. Raises a PageError for what is none."""
    status, body = response.status, response.body
    if status != 429 and (400 <= status < 500 or 200 < status < 300):
        return NO_RULES
    if status != 200 and status not in WALLS:
        raise RobotsUnreachable(f"it answered {status}")
    judge(response)
    if len(body) > LARGEST:
        body = body[:LARGEST].rpartition(b"\n")[0]  # half a path would forbid more
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        body = body.decode("utf-16", errors="replace").encode()
    return NO_RULES if body.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"<") else body
