"""The whole pipeline against a bare Scrapy spider over the same pages, in CPU a page.

    python -m benchmarks.crawl [--posts N]

The bare spider fetches every page with the settings of the crawl and does nothing with it; starting is
part of both. What each stage takes is measured apart, on the same pages, in one process.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from archive.raw import LEVEL, zstd
from archive.search.segment import parts, segment
from archive.store import Archive
from benchmarks.measure import Cost, cost
from benchmarks.pages import USER, served
from scraper.body import render
from scraper.body.tree import parse
from scraper.csdn.article import article
from scraper.items import Entry

BARE = """
import json, os, scrapy
class Bare(scrapy.Spider):
    name = "bare"
    custom_settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": 1, "CONCURRENT_ITEMS": 1, "DOWNLOAD_DELAY": 0,
                       "COOKIES_ENABLED": False, "LOG_LEVEL": "WARNING",
                       "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}
    async def start(self):
        for page in range(1, -(-%(posts)d // 100) + 1):
            query = f"page={page}&size=100&businessType=blog&username=%(user)s"
            yield self.ask(f"/community/home-api/v1/get-business-list?{query}", self.listed)
    def ask(self, path, callback):
        return scrapy.Request("http://%(address)s" + path, callback, headers={"Host": "blog.csdn.net"})
    def listed(self, response):
        for item in json.loads(response.body)["data"]["list"]:
            yield self.ask(item["url"].partition("csdn.net")[2], self.done)
    def done(self, response):
        self.crawler.stats.inc_value("pages")
    def closed(self, reason):
        if self.crawler.stats.get_value("pages") != %(posts)d:
            self.logger.critical("the bare spider did not get all pages")
            os._exit(1)
"""


def bare(address: str, posts: int, folder: Path) -> Cost:
    """The cost of fetching alone."""
    spider = folder / "bare.py"
    spider.write_text(BARE % {"address": address, "posts": posts, "user": USER}, encoding="utf-8")
    return cost(["-m", "scrapy", "runspider", str(spider)], folder)  # outside of our settings


def whole(address: str, folder: Path) -> Cost:
    """The cost of `scrapy crawl`, into a new archive."""
    archive = folder / "archive.db"
    settings = [f"REPLICA={address}", f"ARCHIVE_PATH={archive}", "LOG_LEVEL=WARNING"]
    settings += ["MEDIA_PICTURES=False", "MEDIA_FILES=False"]  # benchmarks.media has these
    options = [part for setting in settings for part in ("-s", setting)]
    return cost(["-m", "scrapy", "crawl", "csdn", "-a", f"profile={USER}", *options])


def stages(archive_path: Path, pages: int) -> dict[str, float]:
    """CPU milliseconds a page of each stage, on pages of the archive that was just made."""
    with Archive.open(archive_path, read_only=True) as archive:
        rows = list(
            archive.db.query(
                "SELECT posts.*, raw_sha256 AS sha FROM posts "
                "JOIN post_versions ON post_versions.id = version_id LIMIT ?",
                [pages],
            )
        )
        texts = [archive.stored_page(row["sha"]).decode() for row in rows]
    urls = [row["url"] for row in rows]
    entries = [
        Entry(
            platform="csdn",
            handle=USER,
            source_id=r["source_id"],
            url=r["url"],
            title=r["title"],
            listing="posts",
            position=n,
        )
        for n, r in enumerate(rows)
    ]
    bodies = [render(text, url, "html") for text, url in zip(texts, urls, strict=True)]
    raw = [text.encode() for text in texts]
    return {
        "parse": timed(lambda i: parse(texts[i]), pages),
        "fields": timed(lambda i: article(texts[i], entries[i], urls[i]), pages),
        "body": timed(lambda i: render(texts[i], urls[i], "html"), pages),
        "segmentation": timed(lambda i: (segment(bodies[i].text), parts(bodies[i].text)), pages),
        "zstd": timed(lambda i: zstd.compress(raw[i], LEVEL), pages),
    }


def timed(stage: Callable[[int], object], pages: int) -> float:
    """CPU milliseconds a page."""
    before = time.process_time()
    for index in range(pages):
        stage(index)
    return (time.process_time() - before) / pages * 1000


def report(posts: int, fetched: Cost, crawled: Cost, shares: dict[str, float]) -> str:
    """The figures as lines."""
    a_page, bare_page = crawled.cpu / posts * 1000, fetched.cpu / posts * 1000
    lines = [
        f"{posts} pages · {datetime.now(UTC):%Y-%m-%d}",
        f"bare Scrapy    {bare_page:6.1f} ms CPU a page · peak {fetched.peak:.0f} MB",
        f"whole pipeline {a_page:6.1f} ms CPU a page · peak {crawled.peak:.0f} MB "
        f"· memory last/second quarter {crawled.growth:.2f}",
        f"ratio          {a_page / bare_page:6.2f}",
    ]
    rest = a_page - bare_page - sum(v for k, v in shares.items() if k != "parse")
    for name, milliseconds in {**shares, "rows, index, the rest": rest}.items():
        lines.append(f"  {name:22}{milliseconds:6.1f} ms {milliseconds / a_page:6.1%}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=2000)
    posts = parser.parse_args().posts
    with served(posts) as address, tempfile.TemporaryDirectory() as folder:
        fetched = bare(address, posts, Path(folder))
        crawled = whole(address, Path(folder))
        shares = stages(Path(folder) / "archive.db", min(posts, 200))
    sys.stdout.write(report(posts, fetched, crawled, shares) + "\n")


if __name__ == "__main__":
    main()
