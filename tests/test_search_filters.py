"""Filters, their counts, pages, the same text folded, and what is near where nothing is found."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from archive.search import search
from archive.search.counts import counts
from archive.search.filters import CONDITIONS, Filters
from archive.search.near import near
from archive.search.query import parse
from tests.posts import Posts

YEARS, KINDS, TAGS = ("2023", "2024", "2025"), ("original", "repost", None), ("推理", "训练")


@pytest.fixture
def posts() -> Iterator[Posts]:
    posts = Posts()
    yield posts
    posts.db.close()


@pytest.fixture(scope="module")
def shelf() -> Iterator[Posts]:
    """36 posts, one for each combination of platform, year, kind and tag; every other has 显存."""
    posts = Posts()
    profiles = [posts.on("tencent_cloud", "7"), posts.on("github_pages", "a.example")]
    number = 0
    for profile in profiles:
        for year in YEARS:
            for kind in KINDS:
                for tag in TAGS:
                    number += 1
                    when = {"published_on": f"{year}-05-01", "published_at": f"{year}-05-01"}
                    text = f"第 {number} 段，{'显存' if number % 2 else '内存'}"
                    posts.add(f"{number}", text, (tag,), kind=kind, **when, **profile)
    yield posts
    posts.db.close()


CHOICES = {
    "platform": ["", "tencent_cloud", "csdn"],
    "profile": ["", "github_pages:a.example"],
    "kind": ["", "original"],
    "year": ["", "2024", "1999"],
    "tag": ["", "推理"],
}
#: What is there of each.
THERE = {
    "platform": ["tencent_cloud", "github_pages"],
    "profile": ["tencent_cloud:7", "github_pages:a.example"],
    "kind": [kind for kind in KINDS if kind],
    "year": YEARS,
    "tag": TAGS,
}
FILTERS = st.builds(Filters, **{name: st.sampled_from(v) for name, v in CHOICES.items()})


def plainly(posts: Posts, typed: str, filters: Filters) -> set[int]:
    """The ids that one filter after another leaves, each asked by itself."""
    left = {hit.place.id for hit in search(posts.db, typed, 100)}
    for name, value in filters.chosen.items():
        one = f"SELECT posts.id FROM posts JOIN profiles ON profiles.id = profile_id WHERE {CONDITIONS[name]}"
        left &= {row[0] for row in posts.db.execute(one, {name: value})}
    return left


@given(st.sampled_from(["显存", ""]), FILTERS, st.sampled_from(["rank", "date"]))
@settings(max_examples=60, deadline=None)
def test_filters_leave_what_each_leaves_and_counts_say_so(
    shelf: Posts, typed: str, filters: Filters, sort: str
) -> None:
    wanted = plainly(shelf, typed, filters)
    hits = search(shelf.db, typed, 100, filters=filters, sort=sort)
    assert {hit.place.id for hit in hits} == wanted
    told = counts(shelf.db, typed, filters)
    assert told.posts == len(wanted)
    for name, values in THERE.items():
        others = {value: Filters(**{**filters.chosen, name: value}) for value in values}
        left = {value: len(plainly(shelf, typed, other)) for value, other in others.items()}
        assert dict(told.values.get(name, [])) == {v: n for v, n in left.items() if n}, name


def test_years_are_counted_newest_first_and_the_rest_by_number(shelf: Posts) -> None:
    told = counts(shelf.db, "")
    assert [year for year, _ in told.values["year"]] == ["2025", "2024", "2023"]
    assert told.values["kind"] == [("original", 12), ("repost", 12)]
    assert not told.more


def test_pages_are_the_whole_in_pieces(shelf: Posts) -> None:
    whole = [hit.place.id for hit in search(shelf.db, "", 100)]
    pieces = [search(shelf.db, "", 7, offset=start) for start in range(0, len(whole), 7)]
    assert [hit.place.id for piece in pieces for hit in piece] == whole


TEXT = "分页管理把键值缓存切成小块，显存因此不再浪费。调度器每一步重新组批，吞吐提高一倍。" * 3


def test_the_same_text_is_one_hit_whatever_the_punctuation_of_its_title(posts: Posts) -> None:
    posts.add("显存：分页", TEXT)
    posts.add("显存 分页", TEXT + "本文首发于别处。", **posts.on("tencent_cloud", "7"))
    posts.add("显存分页", TEXT.replace("一倍", "两倍"), **posts.on("github_pages", "a.example"))
    (hit,) = search(posts.db, "显存")
    assert {place.platform for place in hit.places} == {"csdn", "tencent_cloud", "github_pages"}
    assert hit.place.id not in {place.id for place in hit.also}


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (
            "显存分页",
            "这一周读了三篇论文，显存的事没有再想，训练脚本改了四处，接口换成异步的。" * 3,
        ),
        ("显存分段", TEXT),
        ("显存分页++", TEXT),
        ("显存分页", None),
    ],
    ids=["another text", "another title", "C and C++", "only listed"],
)
def test_what_is_another_article_stays_a_hit_of_its_own(
    posts: Posts, title: str, text: str | None
) -> None:
    posts.add("显存分页", TEXT)
    posts.add(title, text, **posts.on("tencent_cloud", "7"))
    assert len(search(posts.db, "显存")) == 2


def test_folding_loses_nothing_between_pages(posts: Posts) -> None:
    other = posts.on("tencent_cloud", "7")
    for number in range(15):
        posts.add(f"第 {number} 篇", f"{TEXT}{number}")
        posts.add(f"第 {number} 篇", f"{TEXT}{number}", **other)
    pages = [search(posts.db, "显存", 4, offset=start) for start in range(0, 16, 4)]
    seen = [place.id for page in pages for hit in page for place in hit.places]
    assert sorted(seen) == list(range(1, 31))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("显存 没有", ["显存"]),
        ("显存优华", ["显存优"]),
        ("分业管理", ["管理"]),
        ("显纯", ["显存"]),
        ("scheduelr", ["scheduler"]),
        ("kv_cahce", ["kv", "cache"]),
        ("！？", []),
        ("龘靐", []),
        ('"显存 页"', ["显存", "页"]),
    ],
)
def test_near_are_the_parts_that_are_there_and_words_like_the_rest(
    posts: Posts, typed: str, words: list[str]
) -> None:
    posts.add("显存优化", "分页管理 kv_cache，the scheduler runs")
    assert search(posts.db, typed) == []
    found = near(posts.db, parse(typed))
    assert [term.text for term in found] == words
    assert all(term.posts == len(search(posts.db, term.text)) for term in found)


def test_what_is_near_can_be_asked_of_a_file_that_is_only_read(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    made = Posts(path)
    made.add("显存")
    made.db.close()
    before = path.read_bytes()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        assert [term.text for term in near(Database(db), parse("显纯"))] == ["显存"]
    assert path.read_bytes() == before
