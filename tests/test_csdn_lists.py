"""CSDN's lists, whatever the site may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector

from scraper.csdn.card import card
from scraper.csdn.html_list import html_list
from scraper.csdn.json_list import json_data, json_list
from scraper.items import Profile
from scraper.pages import Changed, PageError

SOMEBODY = Profile(platform="csdn", handle="somebody", url="https://blog.csdn.net/somebody")
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = ["articleId", "title", "description", "url", "type", "viewCount", "postTime", "tags"]
ITEM = st.dictionaries(st.sampled_from(KEYS), VALUE) | VALUE
DATA = st.fixed_dictionaries(
    {}, optional={"list": st.lists(ITEM, max_size=4) | VALUE, "total": VALUE}
)
ENVELOPE = st.fixed_dictionaries({"code": st.just(200) | VALUE, "data": DATA | VALUE}) | VALUE


@given(ENVELOPE)
def test_any_json_gives_entries_or_says_why_not(envelope):
    try:
        page = json_list(json_data(json.dumps(envelope), "the list"), SOMEBODY, "the list")
    except PageError:
        return
    assert all(entry.source_id.isdecimal() for entry in page.entries)


@given(st.text(max_size=200))
def test_any_answer_gives_data_or_says_why_not(text):
    try:
        assert isinstance(json_data(text, "the list"), dict)
    except PageError:
        return


def test_json_nested_without_end_is_no_crash():
    try:
        json_data("[" * 100_000, "the list")
    except PageError as error:
        assert "broken JSON" in str(error)  # noqa: PT017


USER = st.dictionaries(
    st.sampled_from(["username", "nickname", "level", "codeAge", "registrationTime"]), VALUE
)
STATE = st.fixed_dictionaries(
    {
        "pageData": st.fixed_dictionaries(
            {
                "data": st.fixed_dictionaries(
                    {"baseInfo": st.fixed_dictionaries({"userModule": USER | VALUE})}
                )
                | VALUE
            }
        )
    }
)


@given(STATE)
def test_any_state_of_a_profile_page_gives_a_card_or_says_why_not(state):
    html = f"<script>window.__INITIAL_STATE__={json.dumps(state)};</script>"
    try:
        assert card(Selector(text=html), SOMEBODY, "the page").handle == "somebody"
    except PageError:
        return


@given(
    st.lists(
        st.sampled_from(
            [
                "<article class='blog-list-box'>",
                "<h4>",
                "<a href='/somebody/article/details/1'>",
                "<a href='https://blog.csdn.net/somebody/article/details/2'>",
                "<div class='article-item-box'>",
                "<span class='read-num'>",
                "<span class='date'>",
                "2024-99-99 99:99:99",
                "12",
                "</div>",
                "</article>",
                "<script>var listTotal = 5;",
            ]
        ),
        max_size=12,
    ).map("".join)
)
def test_any_markup_gives_entries_or_says_why_not(html):
    try:
        page = html_list(
            Selector(text=html or " "), SOMEBODY, "https://blog.csdn.net/somebody/article/list/1"
        )
    except PageError:
        return
    assert all(entry.source_id.isdecimal() for entry in page.entries)


def item(article, user="somebody", **given):
    """An item of the JSON list, at an address under a user's name, or on a domain of somebody's."""
    home = f"https://blog.csdn.net/{user}" if user else "https://own.blog.csdn.net"
    usual = {"title": f"第 {article} 篇", "type": 1, "postTime": "2026-01-02 03:04:05"}
    counters = {"viewCount": 1, "commentCount": 2, "diggCount": 3}
    place = {"articleId": article, "url": f"{home}/article/details/{article}"}
    return {**usual, **counters, **place, "description": "", **given}


def listed(*items, known=()):
    page = json_list({"total": len(items), "list": [*items]}, SOMEBODY, "the list", known)
    return [entry.source_id for entry in page.entries], page.broken


def test_items_under_another_users_name_are_left_out():
    own = [item(1), item(2, user="Somebody"), item(3, user=None)]
    assert listed(*own, item(4, user="other")) == (["1", "2", "3"], [])


def test_a_list_of_another_user_is_none():
    with pytest.raises(Changed, match=r"data.list\[\].url.*/other/article"):
        listed(item(4, user="other"), item(5, user="other"))


def test_a_user_who_was_renamed_is_the_one_who_has_the_known_posts():
    found = listed(item(1, user="new"), item(2, user="new"), item(3, user="x"), known={"2"})
    assert found == (["1", "2"], [])


def test_what_can_be_read_is_read():
    assert listed(item(1, description=None), None, item("2", viewCount="1,024")) == (["1", "2"], [])
    assert json_data('{"code": "200", "data": {"total": 0}}', "the list") == {"total": 0}


@pytest.mark.parametrize("key", ["description", "title", "viewCount"])
def test_a_key_that_no_item_has_is_missed(key):
    other = {name: value for name, value in item(1).items() if name != key}
    with pytest.raises(Changed, match=key):
        listed(other)
