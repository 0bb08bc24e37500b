"""What post is at an address, told by the address and the page alone."""

import json

import pytest

from scraper.captured import Capture, entry_of, is_elsewhere
from scraper.items import Profile
from tests.made import START

BLOG = Profile(
    platform="github_pages", handle="someone.github.io/blog", url="https://someone.github.io/blog/"
)
HOME = Profile(
    platform="github_pages", handle="someone.github.io", url="https://someone.github.io/"
)
NEXT = "https://cloud.tencent.com/developer/article/2740003"
RAW = "https://raw.githubusercontent.com/owner/notes"


def payload(author: object) -> str:
    article = {
        '#url:"/api/article/detail"': {"articleInfo": {"articleId": 2740003}, "authorInfo": author}
    }
    return f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(article)}</script>'


@pytest.mark.parametrize(
    ("url", "page", "identity"),
    [
        ("https://blog.csdn.net/a_b/article/details/12?spm=1", "", ("csdn", "a_b", "12")),
        (
            "http://own.blog.csdn.net/article/details/12",
            'var username = "a_b";',
            ("csdn", "a_b", "12"),
        ),
        ("http://own.blog.csdn.net/article/details/12", "", None),
        (
            "https://blog.csdn.net/a_b/article/details/12",
            'var username = "A_b";',
            ("csdn", "a_b", "12"),
        ),
        (
            "https://blog.csdn.net/another/article/details/12",
            'var username = "a_b";',
            ("csdn", "a_b", "12"),
        ),
        ("https://blog.csdn.net/a_b", "", None),
        (NEXT, payload({"uid": 7}), ("tencent_cloud", "7", "2740003")),
        (f"{NEXT}?from=1", payload({"uid": 7}), ("tencent_cloud", "7", "2740003")),
        (NEXT, payload({"uid": "../x"}), None),
        (NEXT, payload(None), None),
        (NEXT, "", None),
        ("https://cloud.tencent.com/developer/user/7", payload({"uid": 7}), None),
        (f"{RAW}/main/a/b.md", "# t", ("github_readme", "owner/notes", "a/b.md")),
        (f"{RAW}/main/README.md", "# t", None),
        (f"{RAW}/main/a.png", "", None),
        ("https://github.com/owner/notes/blob/main/a/b.md", "", None),
        (
            "https://someone.github.io/blog/a/",
            "",
            ("github_pages", BLOG.handle, "someone.github.io/blog/a"),
        ),
        ("https://someone.github.io/a/", "", ("github_pages", HOME.handle, "someone.github.io/a")),
        ("https://someone.github.io/", "", None),
        ("https://else.github.io/a/", "", None),
        ("https://[broken/a/", "", None),
    ],
)
def test_a_post_is_known_by_its_address_and_page(url, page, identity):
    body = f"<html><script>{page}</script>" if page.startswith("var") else page
    capture = Capture(
        url=url, at=START, body=body.encode(), headers=(("Content-Type", "text/html"),)
    )
    entry = entry_of(capture, [HOME, BLOG])
    assert (entry and (entry.platform, entry.handle, entry.source_id)) == identity


def test_of_a_file_on_no_named_branch_only_a_listing_tells_the_address():
    file = Capture(url=f"{RAW}/HEAD/a/b.md", at=START, body=b"# t")
    entry = entry_of(file, [])
    assert entry
    assert (entry.source_id, entry.url) == ("a/b.md", "")


@pytest.mark.parametrize(
    ("url", "status", "kind", "elsewhere"),
    [
        ("https://else.github.io/a/", 200, "text/html", True),
        ("https://someone.github.io/blog2/", 200, "text/html", True),
        ("https://someone.github.io/blog/", 200, "text/html", False),
        ("https://someone.github.io/blog", 200, "text/html", False),
        ("https://else.github.io/a/", 404, "text/html", False),
        ("https://else.github.io/robots.txt", 200, "text/plain", False),
        ("https://blog.csdn.net/a_b", 200, "text/html", False),
    ],
)
def test_a_page_is_elsewhere_where_any_site_may_be_a_blog_and_none_of_the_known_is_there(
    url, status, kind, elsewhere
):
    page = Capture(
        url=url, at=START, body=b"<p>x", status=status, headers=(("Content-Type", kind),)
    )
    assert is_elsewhere(page, [BLOG]) == elsewhere
