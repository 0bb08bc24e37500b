"""Whether a list can be of the profile whose posts are known, told by counting."""

import pytest

from scraper.before import Before, KnownPost
from scraper.csdn.expected import implausible
from scraper.csdn.lists import ListPage
from scraper.csdn.walk import walk_of
from scraper.pages import Changed
from scraper.plausible import OtherPosts, check_posts, fallen, fewer
from scraper.tencent.expected import implausible as implausible_at_tencent
from scraper.tencent.walk import ListPage as TencentPage
from scraper.tencent.walk import Walk
from tests.made import entry

EIGHT = frozenset("12345678")


def before(ids: str, *agreed: tuple[str, str]) -> Before:
    posts = {one: KnownPost(one, listings=frozenset({"posts"})) for one in ids}
    return Before(posts | {"imported": KnownPost("no list has it")}, agreed=frozenset(agreed))


KNOWN = before("12345678")


@pytest.mark.parametrize(
    ("before", "now", "alarming"),
    [(8, 4, True), (8, 5, False), (9, 5, False), (5, 1, True), (4, 1, False), (2, 0, True)]
    + [(1, 0, False), (0, 0, False), (3, -5, True), (1000, 501, False), (1000, 500, True)],
)
def test_several_that_all_go_and_the_half_of_many_may_be_an_error(before, now, alarming):
    assert fallen(before, now) is alarming


def listed(seen: str, total: int | None) -> None:
    check_posts("the list", [entry(n) for n in seen], set(seen), EIGHT, total)


@pytest.mark.parametrize(
    ("seen", "total"),
    [("12345678", 8), ("12", 200), ("abcdefgh", 16), ("abc1", 8), ("12", 3), ("abcd", None)],
)
def test_a_list_with_room_for_the_known_posts_or_fewer_of_them_is_the_authors(seen, total):
    listed(seen, total)


@pytest.mark.parametrize(("seen", "total"), [("abcdefgh", 8), ("abc", 3), ("123abcde", 8)])
def test_a_list_without_room_for_them_is_of_other_posts(seen, total):
    with pytest.raises(OtherPosts, match="the archived posts is missing, instead there is 第"):
        listed(seen, total)


def test_a_total_that_fell_by_half_is_named():
    found = fewer("the list", "data.total", 8, 3, KNOWN)
    assert found
    assert (found.missing, found.found) == ("data.total", "3")
    assert fewer("the list", "data.total", 8, 5, KNOWN) is None
    assert fewer("the list", "data.total", 8, None, KNOWN) is None


def test_a_total_that_crawls_of_a_week_agree_on_is_how_it_is():
    agreed = before("12345678", ("data.total", "3"))
    assert fewer("the list", "data.total", 8, 3, agreed) is None
    assert fewer("the list", "data.total", 8, 2, agreed)


def csdn(total: int | None, known: str, tabs: int | None) -> Changed | None:
    page = ListPage(entries=[entry("1"), entry("2"), entry("3")], total=total)
    return implausible(page, walk_of("linshen", tabs), before(known))


def test_csdns_tabs_count_on_a_first_crawl_alone():
    assert csdn(3, "", 8)
    assert csdn(3, "12345678", 3)
    assert csdn(3, "123", 8) is None
    assert csdn(None, "12345678", 8) is None


def test_a_total_of_csdn_that_is_doubted_makes_no_list_complete():
    page = ListPage(entries=[entry("1"), entry("2"), entry("3")], total=3)
    walk = walk_of("linshen", 3)
    assert walk.after(page).complete
    doubt = implausible(page, walk, KNOWN)
    assert doubt
    walk = walk.doubting(doubt, len(EIGHT))
    assert implausible(page, walk, KNOWN) is None, "it is said once"
    after = walk.after(page)
    assert (after.complete, after.total, after.trouble) == (False, 8, doubt)
    assert after.after(ListPage(entries=[entry(n) for n in "45678"])).complete


def test_tencents_last_page_without_a_total_is_counted():
    page = TencentPage([entry("a"), entry("b")], last=True)
    with pytest.raises(OtherPosts):
        implausible_at_tencent("the list", page, Walk(), KNOWN)
    page.last = False
    assert implausible_at_tencent("the list", page, Walk(), KNOWN) is None


def test_tencents_total_counts_lines_that_are_no_articles():
    page = TencentPage([entry("a")], others=19, total=24)
    with pytest.raises(OtherPosts):
        implausible_at_tencent("the list", page, Walk(), KNOWN)
    page.total = 25
    assert implausible_at_tencent("the list", page, Walk(), KNOWN) is None


def test_a_total_of_tencent_that_is_doubted_is_read_on_and_makes_no_list_complete():
    page = TencentPage([entry("1"), entry("2"), entry("3")], total=3)
    walk = Walk()
    doubt = implausible_at_tencent("the list", page, walk, KNOWN)
    assert doubt
    walk.doubted = str(doubt)
    walk.take(page, "the API")
    assert (walk.complete, walk.goes_on, walk.ended_short) == (False, False, False)
    assert (walk.reason, walk.declared) == (str(doubt), None)
