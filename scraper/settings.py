"""Manners and the path of an item. Whatever is not Scrapy's default says why."""

import os
from importlib.metadata import version
from typing import Any


def user_agent(contact: str) -> str:
    """The honest name of the crawler, with an address where its owner can be reached."""
    return f"Mozilla/5.0 (compatible; blog-archiver/{version('blog-archiver')}; +{contact})"


BOT_NAME = "blog-archiver"
SPIDER_MODULES = ["scraper.spiders"]
COMMANDS_MODULE = "scraper.commands"  # `scrapy crawl` with an exit code that tells the truth
ARCHIVE_PATH = os.environ.get("BLOG_ARCHIVE", "archive.db")
REPLICA = os.environ.get("BLOG_ARCHIVER_REPLICA", "")  # 127.0.0.1:PORT, for tests and the demo
ADDONS = {
    "scraper.net.redact.Redaction": 50,
    "scraper.configured.Configured": 100,
    "scraper.net.replica.Replica": 200,
}

# The path of an item
ITEM_PIPELINES = {
    "scraper.pipelines.RenderBody": 100,
    "archive.pipelines.ArchivePipeline": 400,
}
SPIDER_MIDDLEWARES = {
    "scraper.middlewares.PageOutcomes": 40,  # the first to see a response, the last to see output
    "archive.middlewares.SkipArchived": 900,  # next to the spider: what it drops nobody else sees
    "archive.middlewares.StopAtKnown": 910,
}
DOWNLOADER_MIDDLEWARES = {
    "scraper.net.guard.Guard": 40,  # the first to see a request, and what redirects make of it
    "scraper.sentinel.Sentinel": 45,
    "scraper.net.https.Https": 50,
    "scraper.media.referer.MediaReferer": 60,
    # Scrapy's own two, in their places, with manners.
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "scraper.net.robots.Robots": 100,
    "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
    "scraper.net.backoff.Backoff": 550,
    # Between redirects (600) and decompression (590): a 304 becomes the page as it was decompressed.
    "archive.middlewares.Conditional": 595,
    "scraper.net.whole.Whole": 592,  # before decompression, which takes what there is
    "scraper.net.guard.Hops": 610,  # before redirects (600) and retries (550) get an answer
}
EXTENSIONS = {
    "archive.extensions.FetchLeft": 400,  # posts that no page has listed
    "archive.extensions.FetchMedia": 500,  # pictures, after all pages
}
REQUEST_FINGERPRINTER_CLASS = (
    "scraper.net.fingerprint.ProfileFingerprinter"  # a page for each profile
)
CONCURRENT_ITEMS = 1  # nothing here waits; of its default Scrapy starts 100 tasks a response
HTTPERROR_ALLOW_ALL = True  # scraper.pages.judge reads every status and every challenge page
RECHECK = False  # ask for every listed post again: lists do not show an edit of the text
DUE = (
    False  # ask for posts, listed now or before, for which it is time (archive.recording.rechecks)
)

# Manners
USER_AGENT = user_agent("https://pypi.org/project/blog-archiver/")
ROBOTSTXT_OBEY = True
CONCURRENT_REQUESTS_PER_DOMAIN = 1
CONCURRENT_REQUESTS = 4  # what waits in the downloader is still asked for after Ctrl-C: 2 s each
DOWNLOAD_DELAY = 2  # seconds; other public clients of these sites take 1 to 3
COOKIES_ENABLED = False  # no logins; and no state that makes two runs differ
DOWNLOADER = "scraper.net.downloader.PoliteDownloader"
ROBOTSTXT_USER_AGENT = "blog-archiver"  # the product token, not the whole User-Agent (RFC 9309)
RETRY_PRIORITY_ADJUST = 1  # at once, not after all others: a dead site is known by its first pages
RETRY_BACKOFF = 2  # seconds, doubled with each retry, where no Retry-After says more
RETRY_AFTER_MAX = 120  # seconds; a site that wants a longer break is put off to another run
COOLDOWN = 600  # seconds for which a site that refuses or fails is left alone; doubled each time
COOLDOWN_MAX = 86400

# No address of a private network
TWISTED_DNS_RESOLVER = "scraper.net.resolver.PublicResolver"
DNS_TIMEOUT = 10  # seconds; of the default of 60 DOWNLOAD_TIMEOUT leaves nothing
HTTPPROXY_ENABLED = False  # a proxy would look names up for us, and nobody could judge the answer

# What posts show; profiles.toml says otherwise
MEDIA_PICTURES = True
MEDIA_FILES = True
MEDIA_RETRY = ""  # platform:handle …: no pages, only what these profiles lack, due or not

PLATFORM_HEADERS: dict[str, str] = {}  # the user's own, from profiles.toml

# Limits
DOWNLOAD_TIMEOUT = 30  # seconds; a page that takes the default of 180 is not coming
DOWNLOAD_MAXSIZE = (
    8 * 1024 * 1024
)  # bytes, also after decompression; the largest post seen has 1 MB
MEDIA_MAXSIZE = 10 * 1024 * 1024  # bytes of a picture or a file; photographs have up to 8 MB
DOWNLOAD_WARNSIZE = 0
REDIRECT_MAX_TIMES = 5
METAREFRESH_ENABLED = False  # a page cannot send us anywhere
RETRY_HTTP_CODES = [  # 520–523: CSDN, Cloudflare
    *(500, 502, 503, 504, 408, 429),
    *(520, 521, 522, 523, 524),
]
DOWNLOAD_VERIFY_CERTIFICATES = True
DOWNLOAD_HANDLERS: dict[str, Any] = {
    **dict.fromkeys(["http", "https"], "scraper.net.bounded.BoundedDownloadHandler"),
    **dict.fromkeys(["file", "data", "ftp", "s3"]),
}

# Nothing listens while a crawl runs
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

FEED_EXPORT_ENCODING = "utf-8"
LOG_LEVEL = "INFO"
