"""The page of a profile: what it holds and lacks, how it grew, and where its posts are."""

from collections.abc import Iterator

import httpx
import pytest
from lxml import html

from archive.store import Archive
from scraper.items import Image
from tests.datasette import PYTHONS, serving
from tests.lives import BIO, live
from tests.made import crawl, entry, moment, post


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("profile")
    live(folder / "archive.db")
    with Archive.open(folder / "many.db", create=True) as archive:
        make_many(archive)
    with Archive.open(folder / "years.db", create=True) as archive:
        crawl(archive, *(entry(str(n), published=moment(3)) for n in range(1, 202)))
    names = ("archive.db", "many.db", "years.db")
    with serving(request.param, *(folder / name for name in names)) as client:
        yield client


def make_many(archive):
    """More missing posts than are named, and a picture that is not held."""
    pictured = post("1", published=moment(3))
    assert pictured.body is not None
    pictured.body.images = [Image(url="https://img.example.com/a.png", alt="图")]
    listed = [entry(str(n), url=f"javascript:alert({n})") for n in range(2, 153)]
    crawl(archive, entry("1"), pictured, *listed)


def page(site, database="archive", **arguments):
    answer = site.get(f"/{database}/-/profile/1", params=arguments)
    answer.raise_for_status()
    return html.fromstring(answer.text)


def words(element):
    return " ".join(element.text_content().split())


def titles(found):
    return [words(a) for a in found.xpath("//ol[@class='timeline']/li/div/a[1]")]


def figures(found):
    return {words(d.find("dt")): words(d.find("dd")) for d in found.xpath("//dl/div")}


def test_the_ledger_is_that_of_the_audit(site):
    shown = figures(page(site))
    assert {
        name: shown[name] for name in ("declared", "listed", "archived", "missing", "gone")
    } == {"declared": "5", "listed": "5", "archived": "3", "missing": "1", "gone": "1"}
    assert shown["followers"] == "130"


def test_each_missing_post_is_named_with_its_reason(site):
    (missing,) = page(site).xpath("//details")
    assert "第 5 篇 <b>: no answer (last tried 2026-03-05)" in words(missing)


def test_missing_pictures_are_named_and_of_long_lists_the_rest_is_counted(site):
    posts, pictures = (words(details) for details in page(site, "many").xpath("//details"))
    assert "Missing posts: 151" in posts
    assert "And 51 more." in posts
    assert "https://img.example.com/a.png" in pictures


def test_an_address_that_would_run_leads_nowhere(site):
    assert not [a for a in page(site, "many").xpath("//@href") if "javascript" in a]


def test_the_author_introduces_himself(site):
    assert BIO in words(page(site))


def test_plots_tell_the_course_of_posts_reads_and_followers(site):
    plots = {words(d.find("h3")): words(d.find("figure")) for d in page(site).xpath("//h3/..")}
    assert list(plots) == ["Posts a month", "Followers", "Views of all posts"]
    assert "100 to 130" in plots["Followers"]
    assert plots["Views of all posts"] == "2026-03-01400 to 9002026-03-07"


def test_posts_stand_by_year_and_a_year_that_is_none_shows_the_newest(site):
    assert titles(page(site)) == [f"第 {n} 篇 <b>" for n in range(5, 0, -1)]
    assert words(page(site, year="1999").get_element_by_id("posts")) == "Posts of 2026"


def test_posts_without_a_date_are_there_too(site):
    found = page(site, "many", year="undated")
    assert len(found.xpath("//ol[@class='timeline']/li")) == 151


def test_tags_lead_to_the_posts_of_the_profile_that_have_them(site):
    links = {words(a): a.get("href") for a in page(site).find_class("tags")[0].iter("a")}
    assert set(links) == {"大模型 2", "推理 2"}
    found = site.get(links["大模型 2"]).text
    assert "第 1 篇" in found
    assert "第 3 篇" not in found


def test_a_profile_that_is_not_there_is_said_so(site):
    assert site.get("/archive/-/profile/9").status_code == 404


def test_a_year_of_many_posts_is_turned_page_by_page(site):
    seen, turned = [], page(site, "years", year="2026")
    while further := turned.xpath("//a[@rel='next']/@href"):
        seen += titles(turned)
        turned = html.fromstring(site.get(further[0]).text)
    assert seen + titles(turned) == [f"第 {n} 篇" for n in range(201, 0, -1)]
    assert titles(page(site, "years", page="9" * 18)) == ["第 1 篇"]
