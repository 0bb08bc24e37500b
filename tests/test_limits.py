"""What is made to fill memory or to take for ever is refused with a reason, and the crawl goes on."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from scraper.blog.feeds.model import NotAFeed
from scraper.blog.feeds.xmlfeed import xml_feed
from scraper.blog.sitemap import NotASitemap, parse_sitemap
from tests.conftest import ROOT
from tests.replica import Replica, hostile
from tests.replica.github_pages import invented_blog
from tests.replica.hostile import MIB, Answer, Hostile
from tests.thorough import cases

HOST = "linjian.github.io"
#: Bytes that a crawl may take for the worst answer, beyond what it takes for a good one.
EXTRA = 50 * MIB
TOO_LARGE, TOO_LATE = "larger than is read", "took longer than 6.0 seconds"
#: Name → what answers, and why it is refused.
ANSWERS: dict[str, tuple[Callable[[], Answer], str]] = {
    "gzip": (lambda: hostile.bomb("gzip"), TOO_LARGE),
    "deflate": (lambda: hostile.bomb("deflate"), TOO_LARGE),
    "br": (lambda: hostile.bomb("br"), TOO_LARGE),
    "zstd": (lambda: hostile.bomb("zstd"), TOO_LARGE),
    "layers": (lambda: hostile.bomb("gzip, gzip"), TOO_LARGE),
    "large": (lambda: hostile.large(10 * MIB), TOO_LARGE),
    "tags": (lambda: hostile.large(7 * MIB), "more than 100000 tags"),
    "endless": (lambda: hostile.endless, TOO_LARGE),
    "slow-body": (lambda: hostile.slow_body, TOO_LATE),
    "slow-header": (lambda: hostile.slow_header, TOO_LATE),
    "headers": (lambda: hostile.endless_headers, "header without an end"),
    "header-line": (lambda: hostile.endless_header_line, "header without an end"),
    "circle": (lambda: hostile.around, "redirects in a circle"),
}
#: A process begins with the peak of the one that starts it: this small one, not pytest.
LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def fetched(replica: Replica, path: str) -> tuple[str, int]:
    """Why a page is not got ("" if it is), and the most memory that its crawl took, in bytes."""
    settings = (f"REPLICA={replica.address}", "LOG_LEVEL=CRITICAL", "DOWNLOAD_TIMEOUT=6")
    options = [part for setting in (*settings, "RETRY_TIMES=0") for part in ("-s", setting)]
    done = subprocess.run(
        [sys.executable, "-S", "-c", LAUNCHER, sys.executable, "-m", "tests.fetching", *options],
        cwd=ROOT,
        input=f"https://{HOST}{path}",
        capture_output=True,
        text=True,
        timeout=120,
    )
    outcome, memory = done.stdout.splitlines()
    _, name, reason = json.loads(outcome)
    return "" if name == "ok" else reason, int(memory) * 1024


@pytest.fixture(scope="module")
def usual() -> int:
    """The memory that a crawl takes for a page that means no harm."""
    with Replica([invented_blog(HOST, 3)]).running() as replica:
        reason, memory = fetched(replica, "/")
    assert not reason
    return memory


QUICK = ["gzip", "tags", "endless", "headers"]


@pytest.mark.parametrize("name", cases(QUICK, [name for name in ANSWERS if name not in QUICK]))
def test_a_hostile_answer_is_refused_in_little_memory(name, usual):
    answer, expected = ANSWERS[name]
    with Replica([Hostile(invented_blog(HOST, 3), {"/lure": answer()})]).running() as replica:
        reason, memory = fetched(replica, "/lure")
    assert expected in reason
    assert memory - usual < EXTRA


@pytest.mark.soak
def test_the_posts_between_hostile_ones_are_archived(crawling):
    blog = invented_blog(HOST, 2 * len(ANSWERS))
    lures = [f"/blog/{post.slug}/" for post in blog.posts[::2]]
    answers = [answer() for answer, _ in ANSWERS.values()]
    with crawling(Hostile(blog, dict(zip(lures, answers, strict=True)))) as crawl:
        options = ("-s", "DOWNLOAD_TIMEOUT=6", "-s", "RETRY_TIMES=0")
        crawl("github_pages", HOST, *options)
        states = {row["url"]: row["state"] for row in crawl.rows("SELECT url, state FROM posts")}
        assert [states[blog.url(post)] for post in blog.posts] == ["listed", "archived"] * len(
            lures
        )
        reasons = [row["reason"] for row in crawl.rows("SELECT reason FROM observations")]
        assert len(reasons) == len(lures)


LAUGHS = '<!ENTITY l0 "lol">' + "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10)
)
FILE = '<!ENTITY x SYSTEM "file:///etc/passwd">'
#: So that what removes a document type, and what repairs ampersands, take it for something else.
HIDING = '<!ENTITY b "]"><!-- <![CDATA[ -->'
ENTITIES = {
    "laughs": (LAUGHS, "&l9;"),
    "hidden laughs": (HIDING + LAUGHS, "&l9;<!-- ]]> -->"),
    "quadratic": (f'<!ENTITY a "{"a" * 100_000}">', "&a;" * 20_000),
    "hidden quadratic": (f'{HIDING}<!ENTITY a "{"a" * 100_000}">', "&a;" * 20_000 + "<!-- ]]> -->"),
    "file": (FILE, "&x;"),
    "hidden file": (HIDING + FILE, "&x;<!-- ]]> -->"),
    "parameter": ('<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;', "x"),
}


@pytest.mark.parametrize("name", ENTITIES)
def test_no_entity_of_a_feed_or_a_sitemap_is_expanded(name):
    declared, used = ENTITIES[name]
    doctype = f"<!DOCTYPE r [{declared}]>"
    item = f"<item><link>https://{HOST}/a</link><title>{used}</title></item>"
    sitemap = f"{doctype}<urlset><url><loc>https://{HOST}/{used}</loc></url></urlset>"
    try:
        feed = str(
            xml_feed(f"{doctype}<rss><channel>{item}</channel></rss>", f"https://{HOST}/rss")
        )
    except NotAFeed:
        feed = ""
    pages = str(parse_sitemap(sitemap.encode(), f"https://{HOST}/sitemap.xml"))
    for text in (feed, pages):
        assert len(text) < len(used) + 1000
        assert "lollol" not in text
        assert "aaaa" not in text
        assert "root:" not in text


@pytest.mark.parametrize(
    "body",
    [gzip.compress(b"<urlset>" + b"<a/>" * size) for size in (600_000, 12 * MIB)],
    ids=["elements", "bytes"],
)
def test_a_sitemap_beyond_all_bounds_is_none(body):
    with pytest.raises(NotASitemap, match="more elements|larger than"):
        parse_sitemap(body, f"https://{HOST}/sitemap.xml.gz")


def test_a_feed_beyond_all_bounds_is_none():
    with pytest.raises(NotAFeed, match="more elements"):
        xml_feed("<rss><channel>" + "<a/>" * 600_000, f"https://{HOST}/rss.xml")
