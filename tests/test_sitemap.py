"""Sitemaps in every form that the protocol allows, and what is none."""

import gzip

import pytest

from scraper.blog.sitemap import (
    LARGEST,
    Location,
    NotASitemap,
    named_in_robots,
    parse_sitemap,
    without_build_times,
)

URL = "https://someone.github.io/sitemap.xml"
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def urlset(content: str, namespace: str = f' xmlns="{SITEMAPS}"') -> bytes:
    return f'<?xml version="1.0"?><urlset{namespace}>{content}</urlset>'.encode()


def addresses(body: bytes) -> list[str]:
    return [page.url for page in parse_sitemap(body, URL).pages]


PAGE = "<url><loc>\n https://someone.github.io/初识 x/ \n</loc><lastmod>2024-01-02</lastmod></url>"


def test_a_page_has_its_address_and_its_last_change() -> None:
    (page,) = parse_sitemap(urlset(PAGE), URL).pages
    assert page == Location("https://someone.github.io/%E5%88%9D%E8%AF%86%20x/", "2024-01-02")


@pytest.mark.parametrize(
    "body",
    [
        urlset(PAGE, namespace=""),
        gzip.compress(urlset(PAGE)),
        urlset(PAGE + "<url><loc>mailto:x</loc></url><url></url>"),
        urlset(PAGE).replace(b"</urlset>", b"<url><loc>"),
        b"\n\n" + urlset(f"<!-- -->{PAGE}"),
        "https://someone.github.io/初识 x/".replace(" ", "%20").encode() + b"\n",
    ],
)
def test_every_form_gives_the_page(body: bytes) -> None:
    assert addresses(body) == ["https://someone.github.io/%E5%88%9D%E8%AF%86%20x/"]


def test_the_address_of_an_image_is_no_page() -> None:
    image = '<i:image xmlns:i="x"><i:loc>https://someone.github.io/a.png</i:loc></i:image>'
    page = f"<url>{image}<loc>https://someone.github.io/p/</loc></url>"
    assert addresses(urlset(page)) == ["https://someone.github.io/p/"]


def test_an_index_names_sitemaps_and_no_pages() -> None:
    named = "<sitemap><loc>/sitemap-0.xml</loc></sitemap>"
    found = parse_sitemap(f"<sitemapindex>{named}</sitemapindex>".encode(), URL)
    assert (found.sitemaps, found.pages) == (["https://someone.github.io/sitemap-0.xml"], [])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!DOCTYPE html><html><body>404</body></html>",
        b'{"urlset": []}',
        b"\x1f\x8bnot gzip at all",
        gzip.compress(b"<urlset>" + b" " * (LARGEST + 1)),
    ],
)
def test_something_else_is_a_named_error(body: bytes) -> None:
    with pytest.raises(NotASitemap, match=r"someone\.github\.io"):
        parse_sitemap(body, URL)


def test_only_the_sitemaps_of_the_same_host_are_taken_from_robots() -> None:
    robots = (
        "User-agent: *\nDisallow: /x\nsitemap:https://someone.github.io/a.xml\r\n"
        "Sitemap: https://other.github.io/b.xml\n# Sitemap: /c.xml\n  Sitemap : /d.xml\n"
    )
    assert named_in_robots(robots, "https://someone.github.io/robots.txt") == [
        "https://someone.github.io/a.xml",
        "https://someone.github.io/d.xml",
    ]


def test_a_change_that_all_pages_share_is_the_build() -> None:
    built = [Location(f"https://a.io/{n}", "2024-12-29") for n in range(9)]
    edited = Location("https://a.io/x", "2024-11-03")
    assert [p.modified for p in without_build_times([*built, edited])] == [""] * 9 + ["2024-11-03"]


@pytest.mark.parametrize("cut", [9, 1])
def test_a_sitemap_without_its_end_says_so(cut: int) -> None:
    whole = urlset(PAGE)
    assert not parse_sitemap(whole + b"<!-- by a generator -->", URL).truncated
    assert parse_sitemap(whole[:-cut], URL).truncated


def test_a_sitemap_without_an_address_is_none() -> None:
    with pytest.raises(NotASitemap, match="without addresses"):
        parse_sitemap(urlset("<url><href>/a</href></url>"), URL)
