"""Lists by shape: rows of JSON, panels of HTML, the pager, and reading page by page to the end."""

from typing import Any

import pytest

from scraper.items import Entry
from scraper.pages import Changed, Failed
from scraper.tencent.lists import answered, embedded
from scraper.tencent.markup import tree_of
from scraper.tencent.pager import next_page
from scraper.tencent.panels import panels
from scraper.tencent.walk import ROUNDS, ListPage, Walk

USER = "6649301"
URL = f"https://cloud.tencent.com/developer/user/{USER}"


def rows(*given: dict[str, Any], **others: Any) -> list[str]:
    """The ids of the articles among the rows that an API answers with."""
    return [e.source_id for e in answered({"list": [*given], **others}, "URL", USER).entries]


ROW = {"articleId": 1000001, "title": "页表", "writeTime": 1784208612}


@pytest.mark.parametrize(
    "row",
    [
        ROW,
        {"article_id": "1000001", "title": " 页表 "},
        {"id": 1000001, "title": "页表", "createTime": "2026-07-16 21:30:12"},
        {"title": "页表", "url": "https://cloud.tencent.com/developer/article/1000001?from=1"},
        {"action": "publish", "action_info": {"article_id": 1000001, "title": "页表"}},
        {**ROW, "author": {"uid": int(USER), "title": "运维经理"}},
        {**ROW, "uid": USER},
    ],
)
def test_a_row_is_an_article_by_an_id_and_a_title_whatever_their_names(row: dict[str, Any]):
    (entry,) = answered({"data": {"some_rows": [row]}}, "URL", USER).entries
    assert (entry.source_id, entry.title) == ("1000001", "页表")
    assert entry.url == "https://cloud.tencent.com/developer/article/1000001"


@pytest.mark.parametrize(
    "row",
    [
        {"id": 1, "title": "首页", "link": "/developer"},
        {"askId": 5, "title": "一个问题"},
        {"articleId": 1000002},
        {"articleId": True, "title": "x"},
        {"articleId": 1000002, "author": {"title": "运维经理"}},
        {"articleId": 1000002, "title": "别人的", "authorInfo": {"uid": 7}},
        {"articleId": 1000002, "title": "别人的", "uid": 7},
        "text",
        None,
    ],
)
def test_a_row_of_anything_else_or_of_somebody_else_is_none(row: Any):
    assert rows(ROW, row) == ["1000001"]


def test_lines_that_are_no_articles_are_counted_for_the_total_counts_them_too():
    page = answered({"total": 3, "list": [ROW, {"followed_uid": 7}, ROW]}, "URL", USER)
    assert (len(page.entries), page.others, page.total) == (1, 1, 3)


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ([], Changed, "no object"),
        ({"code": 0, "data": {"total": 5}}, Changed, "data.list is missing, instead"),
        ({"code": 0, "data": {"total": 5, "list": None}}, Changed, "without a list"),
        ({}, Changed, "data.list is missing"),
        ({"code": 0, "data": {"list": [{"x": 1}]}}, Changed, "title is missing"),
        ({"code": 403, "msg": "forbidden"}, Failed, "code 403: forbidden"),
    ],
)
def test_an_answer_of_another_shape_names_what_is_missing(answer: Any, error: Any, message: str):
    with pytest.raises(error, match=message):
        answered(answer, "URL", USER)


def test_scripts_that_are_no_json_do_not_hide_the_one_that_is():
    page = (
        "<script>var a = {b: 1}; var c = [1, 2</script><script>if (x == [y]) {}</script>"
        '<script>window.a={"k": "v"};window.b = {"l": [{"articleId": 5, "title": "t"}]};</script>'
        f"<script>z = {'[' * 5000}</script>"
    )
    found = embedded(tree_of(page, URL), USER)
    assert found
    assert [entry.source_id for entry in found.entries] == ["5"]
    assert embedded(tree_of("<p>nothing</p>", URL), USER) is None


def test_a_panel_with_a_relative_time_only_has_the_day():
    page = (
        '<div class="com-log-panel"><span>发表了文章</span><time>2 天前</time>'
        '<a href="/developer/article/1000001">页表</a><p class="tags-box">内核、页表</p></div>'
    )
    found = panels(tree_of(page, URL), USER)
    assert found
    (entry,) = found.entries
    assert entry.published
    assert entry.published.precision == "day"
    assert (entry.listed, entry.tags) == (None, ("内核", "页表"))


PAGER = '<div class="c-pages"><a class="c-pages-item">1</a><a class="c-pages-item">3</a>{}</div>'


@pytest.mark.parametrize(
    ("marker", "number", "expected"),
    [
        ('<a href="?page=2">下一页</a>', 1, f"{URL}?page=2"),
        ('<a href="/developer/user/6649301/p-2">下一页</a>', 1, f"{URL}/p-2"),
        ('<a href="javascript:;"> 下一页 </a>', 1, f"{URL}?page=2"),
        ("<button>下一页</button>", 2, f"{URL}?page=3"),
        ("<li><a>下一页</a></li>", 2, f"{URL}?page=3"),
        ("<a>下一页</a>", 3, None),
        ('<a class="disabled" href="?page=4">下一页</a>', 3, None),
        ("", 1, None),
    ],
)
def test_the_pager_leads_on_by_its_link_or_by_its_numbers(marker: str, number: int, expected: Any):
    assert next_page(tree_of(PAGER.format(marker), URL), URL, number) == expected


def listed(*ids: int, **others: Any) -> ListPage:
    entries = [
        Entry(
            platform="tencent_cloud", handle=USER, source_id=str(i), url="", title="t",
            listing="posts", position=0,
        )
        for i in ids
    ]  # fmt: skip
    return ListPage(entries, **others)


def test_a_walk_numbers_what_is_new_and_ends_at_the_total():
    walk = Walk()
    assert [entry.position for entry in walk.take(listed(1, 2, total=3), "api")] == [1, 2]
    assert walk.goes_on
    assert [entry.position for entry in walk.take(listed(2, 3, total=3), "api")] == [3]
    assert (walk.complete, walk.goes_on, walk.reason, walk.declared) == (True, False, None, 3)


def test_a_total_that_changes_begins_the_list_anew_but_not_for_ever():
    walk = Walk()
    for total in range(10, 10 + ROUNDS):
        walk.take(listed(1, total=total), "api")
        if walk.to_be_read_again:
            walk.begin()
            walk.take(listed(1, total=total), "api")
    assert walk.rounds == ROUNDS
    walk.take(listed(2, total=99), "api")
    assert not walk.to_be_read_again


def test_a_page_that_repeats_ends_the_walk_and_is_not_its_end():
    walk = Walk()
    walk.take(listed(1, 2), "html")
    walk.take(listed(1, 2), "html")
    assert (walk.goes_on, walk.complete) == (False, False)
    assert walk.reason == "the list states neither its total nor its last page"


def test_a_mixed_list_is_complete_by_all_its_lines_and_declares_no_articles():
    walk = Walk()
    walk.take(listed(1, others=2, total=3), "api")
    assert (walk.complete, walk.declared) == (True, None)
