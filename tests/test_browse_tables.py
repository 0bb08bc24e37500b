"""Datasette's own pages of an archive: saved queries, titles that lead to posts, rows before words."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from lxml import html

from archive.browse.queries import saved
from archive.store import Archive
from scraper.items import Image
from tests.datasette import PYTHONS, serving
from tests.lives import live
from tests.made import PROSE, crawl, entry, post

OWN = {"databases": {"archive": {"queries": {"longest": {"sql": "select 1 as mine"}}}}}


def make_archive(path):
    """What befell some posts, and one more of whose page and picture not all came through."""
    live(path)
    broken = post("6", PROSE * 3, verdict="suspect", title="<i>坏了</i>")
    assert broken.body is not None
    broken.body.images = [Image(url="https://img.example.com/a.png")]
    broken.body.quality.reasons = ["图少了"]
    with Archive.open(path) as archive:
        crawl(archive, entry("6"), broken)


def make_other(path):
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT)")
        db.execute("INSERT INTO posts VALUES (1, 'theirs')")


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("tables")
    for name in ("archive.db", "second.db"):
        make_archive(folder / name)
    make_other(folder / "other.db")
    (folder / "datasette.json").write_text(json.dumps(OWN))
    told = ["-m" if is_stable(request.param) else "-c", folder / "datasette.json"]
    databases = [folder / f"{name}.db" for name in ("archive", "second", "other")]
    with serving(request.param, *databases, *told) as client:
        yield client


def is_stable(python):
    """Whether it has Datasette 0.65, where queries are metadata; later they are configuration."""
    return python == PYTHONS[0]


def found(site, query, database="second"):
    answer = site.get(f"/{database}/{query}.json", params={"_shape": "array"})
    answer.raise_for_status()
    return answer.json()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("longest", {"post_id": 6, "platform": "csdn"}),
        ("most_read", {"post_id": 1, "views": 400}),
        ("most_edited", {"post_id": 1, "versions": 3, "first_seen": "2026-03-01T08:00:00Z"}),
        ("suspect_bodies", {"post_id": 6, "verdict": "suspect", "reasons": '["图少了"]'}),
        ("broken_pictures", {"post_id": 6, "picture": "https://img.example.com/a.png"}),
    ],
)
def test_a_saved_query_finds_what_its_name_says_first(site, query, first):
    row = found(site, query)[0]
    assert {name: row[name] for name in first} == first


def test_saved_queries_are_named_on_the_page_of_the_archive_alone(site):
    for query in saved().values():
        assert query["title"] in site.get("/second").text
        assert query["title"] not in site.get("/other").text


def test_a_query_of_the_user_with_the_same_name_stands(site):
    assert found(site, "longest", "archive") == [{"mine": 1}]


@pytest.mark.parametrize("address", ["/archive/posts", "/archive/articles", "/archive/most_read"])
def test_a_title_leads_to_where_the_post_is_read(site, address):
    page = html.fromstring(site.get(address).text)
    (link,) = page.xpath("//td/a[contains(., '第 1 篇 <b>')]/@href")
    assert link == "/archive/-/post/1"
    assert site.get(link).status_code == 200


def test_a_title_without_its_number_leads_nowhere(site):
    page = html.fromstring(site.get("/archive/articles?_col=title").text)
    assert page.xpath("//td[contains(., '第 1 篇 <b>')]")
    assert not page.xpath("//td/a[contains(@href, '/-/post/')]")


def test_another_database_keeps_its_titles_and_its_looks(site):
    page = site.get("/other/posts").text
    assert "/-/post/" not in page
    assert "tables.css" not in page


def test_what_columns_mean_is_told_below_the_rows(site):
    page = html.fromstring(site.get("/archive/posts?_search=显存").text)
    assert page.find_class("column-descriptions")
    (sheet,) = [link for link in page.xpath("//link/@href") if "tables.css" in link]
    assert "order: 1" in site.get(sheet).text


def test_a_listing_of_an_archive_is_not_searched_for_more_facets(site):
    assert "Suggested facets" not in site.get("/archive/posts").text
    assert "Suggested facets" in site.get("/archive/posts?_nosuggest=").text


@pytest.mark.parametrize("table", ["posts", "articles"])
@pytest.mark.parametrize("asked", [{}, {"_search": "第"}, {"tags__arraycontains": "推理"}], ids=str)
def test_tags_are_counted_among_the_rows_shown_and_lead_to_those_that_have_them(site, table, asked):
    tags = Counter(
        tag
        for row in site.get(f"/archive/{table}.json", params={**asked, "_shape": "array"}).json()
        for tag in json.loads(row["tags"])
    )
    answer = site.get(f"/archive/{table}.json", params={**asked, "_extra": "facet_results"}).json()
    facets = answer["facet_results"]
    choices = {
        choice["value"]: choice for choice in facets.get("results", facets)["tags"]["results"]
    }
    assert {name: choice["count"] for name, choice in choices.items()} == tags
    chosen = asked.get("tags__arraycontains")
    for name, choice in choices.items():
        leads_to = parse_qs(urlsplit(choice["toggle_url"]).query).get("tags__arraycontains", [])
        assert choice["selected"] == (name == chosen)
        assert (name in leads_to) == (name != chosen)


def test_tables_of_others_have_no_facet_of_tags(site):
    assert site.get("/other/posts?_facet_tags=title").status_code == 200
    assert site.get("/archive/entries?_facet_tags=title").status_code == 200
