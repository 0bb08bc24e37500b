"""The history of a post and the difference of two versions, as Datasette serves them."""

from collections.abc import Iterator

import httpx
import pytest
from lxml import html

from tests.datasette import PYTHONS, serving
from tests.lives import live


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    path = tmp_path_factory.mktemp("lives") / "archive.db"
    live(path)
    with serving(request.param, path) as client:
        yield client


def page(site, address, status=200):
    answer = site.get(f"/archive/-/{address}")
    assert answer.status_code == status
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    return html.fromstring(answer.text)


def words(element):
    return " ".join(element.text_content().split())


def test_a_history_tells_both_times_of_each_version_and_what_was_seen_in_between(site):
    rows = [words(row) for row in page(site, "post/1/history").xpath("//tbody/tr")]
    assert [row.split(" 第")[0] for row in rows] == [
        "2026-03-01 08:00 version 1 2026-01-01 04:00",
        "2026-03-03 08:00 version 2 2026-01-01 04:00",
        "2026-03-07 08:00 version 3 2026-01-01 04:00",
    ]
    shown = words(page(site, "post/2/history"))
    assert shown.index("gone") < shown.index("is back")


def test_a_title_is_text_and_no_markup(site):
    assert not page(site, "post/1/history").xpath("//h1//b")
    assert not page(site, "post/1/diff").xpath("//main//b")


def test_a_post_that_was_never_got_has_a_history_too(site):
    assert "no answer" in words(page(site, "post/5/history"))


def test_each_version_leads_to_what_changed_with_it(site):
    links = page(site, "post/1/history").xpath("//tbody//a/@href")
    assert links == [
        "/archive/-/post/1/diff?from=1&to=2",
        "/archive/-/post/1/diff?from=2&to=3",
    ]
    changed = page(site, links[0].partition("/-/")[2])
    assert {e.text for e in changed.xpath("//del")} == {"页"}
    assert {e.text for e in changed.xpath("//ins")} == {"段"}


def test_side_by_side_each_version_stands_in_its_own_column(site):
    changed = page(site, "post/1/diff?from=1&to=3")
    older, newer = (
        " ".join(words(cell) for cell in cells)
        for cells in (changed.find_class("older"), changed.find_class("newer"))
    )
    assert "分页管理" in older
    assert "分页管理" not in newer
    assert "后来加了一段。" in newer
    assert "后来加了一段。" not in older


def test_in_one_text_the_last_two_versions_are_compared_unless_told_otherwise(site):
    changed = page(site, "post/1/diff?view=inline")
    assert not changed.find_class("newer")[1:]
    assert [e.text.strip() for e in changed.xpath("//ins")] == ["后来加了一段。"]
    assert not changed.xpath("//del")


def test_lines_far_from_a_change_are_folded(site):
    folded = page(site, "post/1/diff").xpath("//details/summary")
    assert [words(summary) for summary in folded] == ["4 lines unchanged"]


def test_one_goes_from_a_difference_to_the_next_and_back(site):
    changed = page(site, "post/1/diff?from=1&to=2")
    (following,) = changed.xpath("//a[@rel='next']/@href")
    assert following.endswith("?from=2&to=3")
    (before,) = page(site, following.partition("/-/")[2]).xpath("//a[@rel='prev']/@href")
    assert before.endswith("?from=1&to=2")


@pytest.mark.parametrize(
    "address",
    [
        "post/99/history",
        "post/99/diff",
        "post/2/diff",
        "post/1/diff?from=1&to=9",
        "post/1/diff?from=7",
        "post/99999999999999999999999/history",
    ],
)
def test_what_is_not_there_is_said_so(site, address):
    page(site, address, status=404)
