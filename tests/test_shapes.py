"""Addresses that are posts, may be posts, and are none."""

import pytest

from scraper.blog.shapes import Fit, Shapes
from scraper.blog.side_pages import is_index, is_side_page, segments


def fits(learned: list[str], address: str) -> Fit:
    return Shapes(map(segments, learned)).fit(segments(address))


@pytest.mark.parametrize(
    ("learned", "address", "fit"),
    [
        (["/2018/01/06/a", "/2019/12/13/b"], "/2020/3/4/c", Fit.SURE),
        (["/2018/01/06/a"], "/docs/2018/01/06/a", Fit.NONE),
        (["/2018/01/06/a"], "/wiki/template", Fit.NONE),
        (["/blog/a"], "/blog/b", Fit.SURE),
        (["/blog/a"], "/docs/b", Fit.NONE),
        (["/blog/a"], "/blog/b/english", Fit.LOOSE),
        (["/blog/a"], "/en/blog/b", Fit.LOOSE),
        (["/tech/a", "/life/b"], "/travel/c", Fit.LOOSE),
        (["/tech/a", "/life/b"], "/tech/c", Fit.SURE),
        (["/archives/8ab12c", "/archives/0ffe9d"], "/archives/77777777", Fit.SURE),
        (["/archives/8ab12c"], "/archives/about-me", Fit.NONE),
        (["/p/123", "/p/7"], "/p/45", Fit.SURE),
        (["/p/123"], "/p/hello", Fit.NONE),
        (["/a-slug", "/b-slug"], "/c-slug", Fit.LOOSE),
        (["/blog/2024/07/23/a"], "/blog/tmp/b", Fit.NONE),
    ],
)
def test_an_address_fits_what_the_feed_taught(learned: list[str], address: str, fit: Fit) -> None:
    assert fits(learned, address) is fit


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/tags",
        "/tags/x",
        "/categories/a/b",
        "/series/x",
        "/authors/me",
        "/archives",
        "/archives/2024",
        "/archives/2024/07",
        "/archives/page/2",
        "/page/2",
        "/page2",
        "/blog/page/3",
        "/blog/archive/2024",
        "/blog/tags/x",
        "/2024",
        "/2024/07",
        "/2024/07/23",
        "/en",
        "/en/about",
        "/zh-cn/tags/x",
        "/about",
        "/posts",
        "/posts/page/2",
        "/drafts/x",
        "/blog/drafts/y",
        "/404",
        "/google8899d455dc563327",
        "/feed.xml",
        "/标签/显存",
        "/关于",
        "/友链",
    ],
)
def test_a_list_or_a_page_about_the_site_is_no_post(address: str) -> None:
    assert is_side_page(segments(address))


@pytest.mark.parametrize(
    "address",
    [
        "/archives/8ab12c",
        "/archives/12345",
        "/archives/my-post",
        "/2024/07/23/x",
        "/2024/07/x",
        "/posts/links",
        "/blog/about",
        "/p/123",
        "/123",
        "/category-theory",
        "/LuaJIT-5.3.6",
        "/notes/1",
        "/posts/C++",
        "/node.js",
        "/draft-of-x",
        "/page-tables",
        "/posts/tags-explained",
        "/归档算法",
    ],
)
def test_a_posts_address_is_not_stopped(address: str) -> None:
    assert not is_side_page(segments(address))


def test_lists_of_all_posts_are_worth_following_and_lists_by_tag_are_not() -> None:
    addresses = "/ /blog /archives /archives/page/2 /page/2 /2024 /tags/x /about /x"
    followed = [address for address in addresses.split() if is_index(segments(address))]
    assert followed == ["/", "/blog", "/archives", "/archives/page/2", "/page/2", "/2024"]
