"""Platforms of known hosts are asked by https alone."""

from scrapy import Request
from scrapy.crawler import Crawler

from scraper.spider import ProfileSpider


class Https:
    """Downloader middleware: CSDN redirects some posts to http:// addresses of its own hosts.

    A blog on a host of its own, which only `github_pages` crawls, may have no https.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Https":
        return cls(crawler)

    def process_request(self, request: Request) -> Request | None:
        spider = self.crawler.spider
        assert isinstance(spider, ProfileSpider)
        plain = request.url.startswith("http://")
        if plain and spider.hosts and spider.recognises(request.url):
            return request.replace(url=request.url.replace("http://", "https://", 1))
        return None
