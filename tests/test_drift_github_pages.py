"""Blogs that change between two crawls: 25 ways that are named, 25 that nobody is to be told of."""

import gzip
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.drift import (
    Change,
    Drift,
    First,
    assert_named,
    assert_no_alarm,
    first_crawl,
    swap,
)
from tests.replica import Fault
from tests.replica.github_pages import BlogSite
from tests.replica.prose import Block, article
from tests.stages import Stage, blog_post, github_pages
from tests.thorough import cases

HTML = {"Content-Type": "text/html; charset=utf-8"}
FEED, INDEX, SITEMAP = "/rss.xml$", "/sitemap-index.xml$", "/sitemap-0.xml$"
HOME, POSTS, PAGES = "github.io/$", "/blog/note-", "/$"
EVERYTHING = ".*"

first = first_crawl(lambda: github_pages((5,), 20))


def page(title: str, body: str) -> Fault:
    """One page for every address."""
    html = f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{body}</body></html>"
    return Fault(200, html.encode(), HTML)


SHELL = page("林间手记", '<div id="app"></div><script src="/app.js"></script>')
PARKED = page("blog0.github.io is for sale", "<p>Buy this domain today!</p>")
LOGIN = page("Sign in", '<form>Name <input name="user"> Password <input type="password"></form>')
ELSEWHERE = page("Moved", '<p>We are at <a href="https://example.org/">our new place</a>.</p>')
MENU = "<ul><li>首页</li><li>归档</li><li>友链</li><li>关于本站</li></ul>"


def gone(what: str) -> Callable[[str], str]:
    """A page without all that an expression finds."""
    return changing(what, "")


def changing(what: str, to: str) -> Callable[[str], str]:
    """A page with something else for all that an expression finds."""
    return lambda text: re.sub(what, to, text, flags=re.DOTALL)


def in_order(*steps: Callable[[str], str]) -> Callable[[str], str]:
    def change(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return change


def half(text: str) -> str:
    return text[: len(text) * 3 // 4]


def blog(stage: Stage) -> BlogSite:
    (site,) = stage.site.sites.values()
    assert isinstance(site, BlogSite)
    return site


def other_author(stage: Stage) -> None:
    """The host was given up, and somebody else has it."""
    site, (posts,) = blog(stage), stage.posts.values()
    site.name = "别人的博客"
    posts[:] = [
        replace(blog_post(n), title=f"旅行见闻之{n}", slug=f"trip-{n}", blocks=article(80 + n, 900))
        for n in range(4)
    ]


def few_listed(stage: Stage) -> None:
    """A new theme lists what is on its first page, and the sitemap with it."""
    (posts,) = stage.posts.values()
    del posts[1:]


RENAMED = in_order(
    swap("<article>", "<div>"),
    swap("</article>", "</div>"),
    swap('<div class="prose">', f'<div class="zz3">{MENU}'),
)
CUT = gzip.compress(("<rss><channel>" + "一段话" * 900).encode())[:-12]
ZIPPED = {"Content-Encoding": "gzip", "Content-Type": "application/xml"}

DRIFTS = [
    Drift(title="feed renamed", pages=FEED, answer=Fault(404), named="/rss.xml"),
    Drift(title="a menu in all bodies", pages=POSTS, named="a body of its own text",
          answer=swap('<div class="prose">', f'<div class="prose">{MENU}')),
    Drift(title="container renamed", pages=POSTS, answer=RENAMED, named=".prose"),
    Drift(title="another blog", author=other_author, named="the archived posts"),
    Drift(title="login everywhere", pages=EVERYTHING, answer=LOGIN, seen="login", named="password"),
    Drift(title="sitemap is a page", pages=SITEMAP, answer=SHELL, named="/sitemap-0.xml url"),
    Drift(title="parked domain", pages=EVERYTHING, answer=PARKED, named="/rss.xml"),
    Drift(title="feed is a page", pages=FEED, answer=SHELL, named="/rss.xml"),
    Drift(title="empty channel", pages=FEED, answer=gone("<item>.*</item>"), named="/rss.xml entries"),
    Drift(title="feed cut", pages=FEED, answer=half, seen="failed", named="rss.xml is cut off"),
    Drift(title="feed of 0 bytes", pages=FEED, answer=Fault(200), named="/rss.xml entries"),
    Drift(title="gzip cut", pages=FEED, answer=Fault(200, CUT, ZIPPED), seen="failed", named="rss.xml"),
    Drift(title="items without link", pages=FEED, named="/rss.xml entries[].link",
          answer=in_order(gone("<link>[^<]*/blog/[^<]*</link>"), gone("<guid.*?</guid>"))),
    Drift(title="items renamed", pages=FEED, answer=changing("item>", "story>"), named="/rss.xml entries"),
    Drift(title="sitemap gone", pages="/sitemap-", answer=Fault(404), named="/sitemap-index.xml"),
    Drift(title="sitemap empty", pages=SITEMAP, answer=gone("<url>.*</url>"), named="/sitemap-0.xml url"),
    Drift(title="sitemap cut", pages=SITEMAP, answer=half, seen="failed", named="sitemap-0.xml is cut off"),
    Drift(title="loc renamed", pages=SITEMAP, answer=changing("loc>", "href>"), named="/sitemap-0.xml url"),
    Drift(title="posts not found", author=few_listed, named="the archived posts"),
    Drift(title="shell everywhere", pages=EVERYTHING, answer=SHELL, named="/rss.xml"),
    Drift(title="moved away", pages=EVERYTHING, answer=ELSEWHERE, named="/rss.xml"),
    Drift(title="404 everywhere", pages=EVERYTHING, answer=Fault(404), seen="author_gone", named="404"),
    Drift(title="posts are shells", pages=POSTS, answer=SHELL, named="body"),
    Drift(title="posts ask who it is", pages=POSTS, answer=LOGIN, seen="login", named="password"),
    Drift(title="code is no code", pages=POSTS, named="code",
          answer=in_order(changing("<pre[^>]*>", "<div>"), changing("</pre>", "</div>"),
                          changing("</?code>", ""))),
]  # fmt: skip


def edited(stage: Stage) -> None:
    (posts,) = stage.posts.values()
    posts[2].blocks = [*posts[2].blocks, Block("paragraph", "后来补充的一段话。")]


def deleted(stage: Stage) -> None:
    (posts,) = stage.posts.values()
    del posts[1]


def appeared(stage: Stage) -> None:
    (posts,) = stage.posts.values()
    posts.append(blog_post(1))


def short(stage: Stage) -> None:
    post = blog_post(2)
    post.blocks = [Block("paragraph", "短。")]
    (posts,) = stage.posts.values()
    posts.append(post)


def named(name: str) -> Callable[[Stage], object]:
    def rename(stage: Stage) -> None:
        blog(stage).name = name

    return rename


def appended(stage: Stage) -> None:
    """An author says under some posts where else they are."""
    (posts,) = stage.posts.values()
    for post in posts[1:4]:
        post.blocks = [*post.blocks, Block("paragraph", "本文首发于某处。")]


AD = '<aside class="ad"><p>赞助商的话。</p><a href="https://ads.example/">了解更多</a></aside>'
CHANGES = [
    Change(title="nothing"),
    Change(title="an edit", author=edited),
    Change(title="a post deleted", author=deleted),
    Change(title="one line under some posts", author=appended),
    Change(title="a very short post", author=short),
    Change(title="theme colour", pages=PAGES, answer=swap("<head>", '<head><meta name="theme-color" content="#123456">')),
    Change(title="a new post", author=appeared),
    Change(title="attributes reordered", pages=POSTS, answer=swap('<div class="prose">', '<div data-x="1" id="b" class="prose">')),
    Change(title="a further class", pages=POSTS, answer=swap('class="prose"', 'class="prose dark:prose-invert max-w-none"')),
    Change(title="white space", pages=PAGES, answer=swap("><", ">\n <")),
    Change(title="asset versions", pages=PAGES, answer=swap("</head>", '<link rel="stylesheet" href="/a.9f3.css"></head>')),
    Change(title="adverts beside posts", pages=POSTS, answer=swap("<main>", f"<main>{AD}")),
    Change(title="scripts", pages=PAGES, answer=swap("</body>", "<script>var hits = 1;</script></body>")),
    Change(title="a menu outside", pages=POSTS, answer=swap("<main>", f"<nav>{MENU}</nav><main>")),
    Change(title="comments below", pages=POSTS, answer=swap("</article>", '</article><section id="comments"><p>一楼：好文！</p></section>')),
    Change(title="generator", pages=PAGES, answer=swap("Astro v5.16.8", "Astro v6.0.1")),
    Change(title="a footer", pages=PAGES, answer=swap("<footer>©", "<footer>京ICP备0号 ©")),
    Change(title="unknown elements of the feed", pages=FEED, answer=swap("</item>", "<x:y xmlns:x='x'>1</x:y></item>")),
    Change(title="build time", pages=FEED, answer=swap("<language>", "<lastBuildDate>Mon, 30 Nov 2026 00:00:00 GMT</lastBuildDate><language>")),
    Change(title="feed in lines", pages=FEED, answer=swap("><", ">\n<")),
    Change(title="last changes in the sitemap", pages=SITEMAP, answer=swap("</loc>", "</loc><lastmod>2026-11-30</lastmod>")),
    Change(title="minified", pages=PAGES, answer=in_order(changing("</(?:li|p|body|html)>", ""), changing('"(\\w+)"', "\\1"))),
    Change(title="a stylesheet for the sitemap", pages=INDEX, answer=swap("<sitemapindex", '<?xml-stylesheet href="/s.xsl"?><sitemapindex')),
    Change(title="the feed announced no more", pages=PAGES, answer=gone('<link rel="alternate"[^>]*>')),
    Change(title="the site's name", author=named("林间札记")),
]  # fmt: skip


@pytest.mark.parametrize("drift", cases(DRIFTS[:3], DRIFTS[3:]), ids=str)
def test_a_change_of_the_blog_is_named(first: First, drift: Drift, tmp_path: Path) -> None:
    assert_named(first, drift, tmp_path)


@pytest.mark.parametrize("change", cases(CHANGES[:2], CHANGES[2:]), ids=str)
def test_a_harmless_change_of_the_blog_alarms_nobody(
    first: First, change: Change, tmp_path: Path
) -> None:
    assert_no_alarm(first, change, tmp_path)
