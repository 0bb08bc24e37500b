"""Many spellings of one page: what is fetched, what identifies it, and where a blog's path begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.blog.addresses import absolute, key, moved_to, same_site
from scraper.blog.handle import blog_at
from scraper.configuration import ConfigurationError
from scraper.profiles import recognise

HOME = "https://someone.github.io/blog/"


@pytest.mark.parametrize(
    "spelling",
    [
        "https://someone.github.io/初识 C++/",
        "https://someone.github.io/初识 C++",
        "http://www.someone.github.io/初识%20C++/index.html",
        "https://SOMEONE.github.io/%E5%88%9D%E8%AF%86%20C++.html",
        "https://someone.github.io//初识 C++/?utm_source=rss#top",
        "https://someone.github.io/初识 C++/index.htm",
    ],
)
def test_all_spellings_of_a_page_have_one_key(spelling: str) -> None:
    url = absolute(spelling, "")
    assert url is not None
    assert key(url) == "someone.github.io/初识 C++"


def test_composed_and_decomposed_letters_are_one_page_and_two_addresses() -> None:
    composed, decomposed = "https://a.io/caf\u00e9/", "https://a.io/cafe\u0301/"
    assert absolute(composed, "") != absolute(decomposed, "")
    assert key(composed) == key(decomposed)


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("../p 1", "https://someone.github.io/p%201"),
        ("%E5%88%9D/", "https://someone.github.io/blog/%E5%88%9D/"),
        ("100%/", "https://someone.github.io/blog/100%25/"),
        ("//other.io", "https://other.io/"),
        ("https://用户.中国/x", "https://xn--zouo53b.xn--fiqs8s/x"),
        ("?page=2&utm_medium=feed", "https://someone.github.io/blog/?page=2"),
    ],
)
def test_a_link_becomes_an_address(link: str, address: str) -> None:
    assert absolute(link, HOME) == address


@pytest.mark.parametrize(
    "link",
    [
        "mailto:a@b.io",
        "javascript:void(0)",
        "http://[bad",
        "https://a:99999/",
        "http://\u2024\u2024/",
    ],
)
def test_what_is_no_address_of_a_page_is_none(link: str) -> None:
    assert absolute(link, HOME) is None


@given(st.text(max_size=60))
def test_an_address_that_is_encoded_stays_as_it_is(link: str) -> None:
    if once := absolute(link, HOME):
        assert absolute(once, "") == once


@pytest.mark.parametrize(
    ("url", "home", "same"),
    [
        ("https://www.lin.dev/x/", "https://lin.dev/", True),
        ("http://localhost:4000/x/", "https://lin.dev/", True),
        ("https://someone.github.io/x/", "https://lin.dev/", True),
        ("https://other.github.io/x/", "https://someone.github.io/", False),
        ("https://lin.dev.evil.io/x/", "https://lin.dev/", False),
    ],
)
def test_a_site_is_known_by_its_host_and_by_what_stands_in_for_it(
    url: str, home: str, same: bool
) -> None:
    assert same_site(url, home) is same
    if same and "www" not in url:
        assert moved_to(home, url) == "https://lin.dev/x/"


@pytest.mark.parametrize(
    ("address", "handle"),
    [
        ("https://someone.github.io/", "someone.github.io"),
        ("someone.github.io", "someone.github.io"),
        ("http://www.Lin.dev/index.html", "lin.dev"),
        ("https://lin.dev:443/", "lin.dev"),
        ("http://lin.dev:80/", "lin.dev"),
        ("https://lin.dev:80/", "lin.dev:80"),
        ("https://someone.github.io/notes/", "someone.github.io/notes"),
        ("https://someone.github.io/notes/atom.xml", "someone.github.io/notes"),
        ("https://someone.github.io/feeds/all.atom.xml", "someone.github.io"),
        ("https://someone.github.io/feed.json", "someone.github.io"),
        ("https://someone.github.io/学习/", "someone.github.io/学习"),
    ],
)
def test_a_blog_is_named_by_host_and_path(address: str, handle: str) -> None:
    assert blog_at(address)[0] == handle
    assert blog_at(handle)[0] == handle


@pytest.mark.parametrize(
    "address", ["", "someone", "ftp://a.io/", "https://", "https:///x", "http://[x/"]
)
def test_what_is_no_address_of_a_blog_is_refused_by_name(address: str) -> None:
    with pytest.raises(ConfigurationError, match="expected"):
        blog_at(address)


def test_any_other_host_is_a_blogs() -> None:
    assert recognise("https://lin.dev/notes/").platform == "github_pages"
    assert recognise("github_pages:lin.dev/notes").handle == "lin.dev/notes"
