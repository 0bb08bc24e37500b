"""Crawls of whole blogs: the seed, real sites, and blogs that change between two crawls."""

import csv
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Crawler
from tests.replica.github_pages import invented_blog, seed_site
from tests.replica.static import StaticSites
from tests.thorough import cases

Crawling = Callable[..., AbstractContextManager[Crawler]]
SEEDS = Path(__file__).parent / "fixtures" / "seeds" / "expected.json"
HOST = "linjian.github.io"
HOME = f"https://{HOST}/"


def posts_of(crawl: Crawler) -> dict[str, Any]:
    """The archived posts, by address."""
    rows = crawl.rows("SELECT * FROM posts WHERE state = 'archived'")
    return {row["url"]: row for row in rows}


def test_the_seed_gives_its_21_posts_with_every_field_equal(crawling: Crawling) -> None:
    seed = json.loads(SEEDS.read_text(encoding="utf-8"))["github_pages"]
    with crawling(seed_site()) as crawl:
        crawl("github_pages", "https://swordlidev.github.io/rss.xml")
        posts = posts_of(crawl)
        profile = crawl.rows("SELECT url, bio, language FROM profiles")[0]
    assert dict(profile) == seed["profile"]
    assert len(posts) == 21
    for expected in seed["posts"]:
        post = posts[expected["url"]]
        assert post["source_id"].endswith(f"/{expected['slug']}")
        assert post["summary"] == expected["summary"]
        assert datetime.fromisoformat(post["published_at"]) == datetime.fromisoformat(
            expected["published_at"]
        )
        assert (post["published_on"], post["published_precision"]) == (
            expected["published_at"][:10],
            "day",
        )
        assert "".join(json.loads(post["tags"])) == expected["tags_concatenated"]
        assert post["language"] == "zh"


def real_sites(shared: Path) -> list[dict[str, str]]:
    with (shared / "corpus/github_pages/MANIFEST.tsv").open(encoding="utf-8") as manifest:
        return list(csv.DictReader(manifest, delimiter="\t"))


SITES = [
    "jekyll-0qinghao",
    "hexo-yu2erer",
    "quartz-airguanz",
    "astro-firefly",
    "astro-ltblog",
    "mkdocs-aglargil",
    "docusaurus-1yhy",
    "vitepress-elonehoo",
    "quarto-0warning0error",
]
#: Without a sitemap nobody knows whether all posts are found.
WITHOUT_SITEMAP = {"vitepress-elonehoo"}


@pytest.mark.parametrize("name", cases(SITES[::3], SITES[1::3] + SITES[2::3]))
def test_a_real_site_gives_all_its_posts_and_no_other_page(
    name: str, crawling: Crawling, shared: Path, tmp_path: Path
) -> None:
    corpus = shared / "corpus/github_pages"
    (site,) = [row for row in real_sites(shared) if row["site"] == name]
    (tmp_path / "sites").mkdir()
    (tmp_path / "sites" / site["host"]).symlink_to(corpus / name / "www")
    with (corpus / name / "posts.tsv").open(encoding="utf-8") as table:
        truth = {row["url"]: row for row in csv.DictReader(table, delimiter="\t")}
    with crawling(StaticSites(tmp_path / "sites")) as crawl:
        crawl("github_pages", site["base_url"], code=10 if name in WITHOUT_SITEMAP else 0)
        posts = posts_of(crawl)
        rows = crawl.rows("SELECT url FROM posts")
    assert {row["url"] for row in rows} == set(posts) == set(truth)
    for url, expected in truth.items():
        assert posts[url]["title"] == expected["title"]
        assert published(posts[url]) == day_or_instant(expected["published"])


def published(post: Any) -> str | datetime | None:
    """A post's time: an instant or, where the site shows none, a day."""
    if post["published_precision"] == "second":
        return datetime.fromisoformat(post["published_at"])
    return post["published_on"]  # type: ignore[no-any-return]


def day_or_instant(text: str) -> str | datetime | None:
    if text < "1990":
        return None
    return datetime.fromisoformat(text) if "T" in text else text


@pytest.mark.parametrize("posts", cases([100], [500]))
def test_an_unchanged_blog_is_asked_for_its_lists_only(posts: int, crawling: Crawling) -> None:
    blog = invented_blog(HOST, posts, characters=40)
    blog.feed_limit = 20
    with crawling(blog) as crawl:
        crawl("github_pages", HOME)
        first = len(crawl.replica.log)
        crawl("github_pages", HOME)
        second = len(crawl.replica.log) - first
        versions = crawl.rows("SELECT count(*) AS n FROM post_versions")[0]["n"]
    assert first > posts
    assert second <= 0.05 * first
    assert versions == posts
