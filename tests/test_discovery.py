"""Where a blog's feeds and sitemaps are looked for, and which links of it are followed."""

from datetime import UTC, datetime

import pytest

from scraper.blog.discovery import FEEDS, SITEMAPS, found_in, known_places, links_in
from scraper.blog.listing import listings
from scraper.blog.site import Site, site_of

HOME = "https://someone.github.io/notes/"


def site() -> Site:
    return site_of("someone.github.io/notes", HOME, datetime(2026, 11, 30, tzinfo=UTC))


def found(html: str) -> Site:
    blog = site()
    found_in(blog, f"<!DOCTYPE html><html lang='zh-CN'>{html}</html>")
    return blog


def announced(html: str) -> list[str]:
    feeds = list(found(html).feeds)
    return feeds[: len(feeds) - len(known_places(HOME, FEEDS))]


@pytest.mark.parametrize(
    ("html", "feeds"),
    [
        ('<link rel="alternate" type="application/rss+xml" href="rss.xml">', [f"{HOME}rss.xml"]),
        ('<link rel="Alternate" type="application/atom+xml; charset=utf-8" href="./atom.xml">', [f"{HOME}atom.xml"]),
        ('<base href="/b/"><link rel="alternate" type="application/feed+json" href="feed.json">',
         ["https://someone.github.io/b/feed.json"]),
        ('<link rel="alternate" hreflang="en" href="/en/">', []),
        ('<link rel="alternate" type="application/rss+xml" href="https://other.io/rss.xml">', []),
        ('<a href="/notes/feed/rss.xml">RSS</a><a href="/notes/paging/">x</a>', [f"{HOME}feed/rss.xml"]),
        ('<link rel="alternate" type="application/rss+xml" href="http://[bad">', []),
    ],
)  # fmt: skip
def test_feeds_are_taken_from_the_head_and_from_links(html: str, feeds: list[str]) -> None:
    assert announced(html) == feeds


def test_known_places_are_tried_below_the_blog_and_then_at_the_root() -> None:
    places = known_places(HOME, SITEMAPS)
    assert places[0] == f"{HOME}sitemap.xml"
    assert places[len(SITEMAPS)] == "https://someone.github.io/sitemap.xml"
    assert len(known_places("https://someone.github.io/", SITEMAPS)) == len(SITEMAPS)


def test_the_home_page_tells_of_the_site() -> None:
    blog = found(
        "<title>林间</title><meta name='description' content='笔记'>"
        "<meta name='generator' content='Hexo 7.3.0'><link rel='sitemap' href='/s.xml'>"
    )
    assert (blog.name, blog.description, blog.language, blog.is_hexo) == (
        "林间",
        "笔记",
        "zh",
        True,
    )
    assert blog.sitemaps[0] == "https://someone.github.io/s.xml"


def test_without_a_sitemap_lists_are_followed_and_their_posts_taken() -> None:
    blog = found(
        '<a href="/notes/archives/">所有</a><a href="/notes/tags/x/">x</a><a href="/away/">y</a>'
    )
    assert list(blog.indexes) == [f"{HOME}archives/"]
    links_in(
        blog,
        '<a href="/notes/2024/10/17/paging/">分页</a><a href="page/2/">…</a>',
        f"{HOME}archives/",
    )
    assert blog.indexes[-1] == f"{HOME}archives/page/2/"
    blog.add(blog.linked)
    assert [entry.url for entry, _ in listings(blog)[1]] == [f"{HOME}2024/10/17/paging/"]


def test_a_home_page_without_markup_leaves_the_known_places() -> None:
    assert list(found("").feeds) == list(known_places(HOME, FEEDS))
