"""The walk over CSDN's lists, page by page."""

from scraper.csdn.lists import ListPage
from scraper.csdn.walk import Walk, next_page, walk_of
from scraper.items import Entry
from scraper.pages import Blocked, Failed

HOME = "https://blog.csdn.net/somebody"


def page(*articles: int, total: int | None = None, columns: tuple[str, ...] = ()) -> ListPage:
    entries = [
        Entry(
            platform="csdn",
            handle="somebody",
            source_id=str(article),
            url=f"{HOME}/article/details/{article}",
            title="",
            listing="posts",
            position=0,
        )
        for article in articles
    ]
    return ListPage(entries=entries, total=total, columns=list(columns))


def asked(walk: Walk) -> str:
    assert walk.url
    return walk.url


def test_it_ends_where_the_total_is_reached():
    walk = walk_of("somebody", total=None).after(page(1, 2, total=3))
    assert "page=2" in asked(walk)
    walk = walk.after(page(3, total=3))
    assert (walk.url, walk.complete, walk.sources) == (None, True, ("get-business-list",))


def test_a_post_that_stands_twice_counts_once():
    walk = walk_of("somebody", None).after(page(1, 2, total=3)).after(page(1, 2, total=3))
    assert not walk.complete


def test_a_deletion_on_the_way_calls_for_a_second_lap_of_its_own():
    walk = walk_of("somebody", None).after(page(9, 8, total=4))
    walk = walk.after(page(6, total=3))  # 9 was deleted, 7 slipped to the first page
    walk = walk.after(page(total=3))
    assert not walk.complete
    assert "page=1" in asked(walk)
    walk = walk.after(page(8, 7, total=3))
    assert not walk.complete
    walk = walk.after(page(6, total=3))
    assert (walk.complete, walk.seen) == (True, {"9", "8", "7", "6"})


def test_after_a_failure_that_may_pass_the_json_list_is_tried_again():
    walk = walk_of("somebody", 7).spoilt(Failed("throttled"))
    assert "page=1" in asked(walk)
    assert asked(walk.spoilt(Failed("throttled"))) == f"{HOME}/article/list/1"


def test_after_a_wall_the_json_list_is_left_alone():
    assert asked(walk_of("somebody", 7).spoilt(Blocked("wall"))) == f"{HOME}/article/list/1"


def test_html_lists_complete_what_was_seen_before():
    walk = walk_of("somebody", None).after(page(1, 2, 3, total=5)).spoilt(Blocked("wall"))
    walk = walk.after(page(1, 2, 3, 4, total=5))
    assert asked(walk) == f"{HOME}/article/list/2"
    assert walk.after(page(5, total=5)).complete


def test_the_last_ways_are_the_profile_page_and_the_columns_it_links_to():
    wall = Blocked("wall")
    walk = walk_of("somebody", 2).spoilt(wall).spoilt(Failed("later"))
    assert asked(walk) == f"{HOME}?type=blog"
    walk = walk.after(page(1, columns=(f"{HOME}/category_7.html",)))
    assert asked(walk) == f"{HOME}/category_7.html"
    assert asked(walk.after(page(1))) == f"{HOME}/category_7_2.html"
    walk = walk.after(page(1)).after(page())
    assert (walk.url, walk.complete, walk.trouble) == (None, False, wall)


def test_without_any_total_nothing_is_complete():
    walk = walk_of("somebody", None)
    while walk.url:
        walk = walk.after(page(1))
    assert not walk.complete


def test_the_addresses_of_the_next_pages():
    assert next_page(f"{HOME}/article/list/9") == f"{HOME}/article/list/10"
    assert next_page(f"{HOME}/category_9_2.html") == f"{HOME}/category_9_3.html"
    assert next_page(f"{HOME}?type=blog") is None
