"""Blogs of generators and settings that no saved site has: all posts, and nothing but posts."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from scraper.blog.addresses import key
from tests.conftest import Crawler
from tests.generators import GENERATORS
from tests.generators.folder import Built
from tests.replica.static import StaticSites
from tests.thorough import cases


@pytest.mark.parametrize(
    "build",
    cases(GENERATORS[::5], [each for each in GENERATORS if each not in GENERATORS[::5]]),
    ids=lambda build: build.__name__,
)
def test_a_generators_blog_gives_its_posts_with_titles_and_days(
    build: Callable[[Path], Built],
    crawling: Callable[..., AbstractContextManager[Crawler]],
    tmp_path: Path,
) -> None:
    blog = build(tmp_path / "sites")
    with crawling(StaticSites(tmp_path / "sites")) as crawl:
        crawl("github_pages", blog.home, code=0 if blog.complete else 10)
        rows = crawl.rows("SELECT * FROM posts WHERE state <> 'external'")
    found = {key(row["url"]): row for row in rows}
    assert set(found) == {key(url) for url in blog.posts}
    for url, post in blog.posts.items():
        row = found[key(url)]
        shown = (row["state"], row["title"], row["published_on"])
        assert shown == ("archived", post.title, post.iso)
