"""The index is in step with the posts, whatever was done to them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from archive.connection import open_database
from archive.search import index
from archive.search.index import index_digest, is_current, rebuild, sync
from tests.posts import Posts

TEXTS = st.text("显存优化 aB+#é，。1_\ue000🤗Ａ", max_size=12)


@pytest.fixture
def posts() -> Iterator[Posts]:
    posts = Posts()
    yield posts
    posts.db.close()


def matches(posts: Posts, expression: str) -> list[int]:
    sql = "SELECT rowid FROM posts_fts WHERE posts_fts MATCH ? ORDER BY rowid"
    return [rowid for (rowid,) in posts.db.execute(sql, (expression,))]


class Editing(RuleBasedStateMachine):
    """Posts are added, revised, purged, rolled back, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.posts = Posts()
        self.ids: list[int] = []

    @rule(
        title=TEXTS,
        body=st.none() | TEXTS,
        tags=st.lists(TEXTS, max_size=2, unique=True).map(tuple),
    )
    def add(self, title: str, body: str | None, tags: tuple[str, ...]) -> None:
        self.ids.append(self.posts.add(title, body, tags))

    @rule(which=st.integers(0), title=st.none() | TEXTS, body=st.none() | TEXTS)
    def revise(self, which: int, title: str | None, body: str | None) -> None:
        if self.ids:
            self.posts.revise(self.ids[which % len(self.ids)], title=title, body=body)

    @rule(which=st.integers(0))
    def purge(self, which: int) -> None:
        if self.ids:
            self.posts.purge(self.ids[which % len(self.ids)])

    @rule(which=st.integers(0), title=TEXTS, body=TEXTS)
    def roll_back(self, which: int, title: str, body: str) -> None:
        self.posts.db.begin()
        self.revise(which, title, body)
        self.posts.db.rollback()

    @invariant()
    def incremental_equals_rebuilt(self) -> None:
        incremental = index_digest(self.posts.db)
        self.posts.db.begin()
        rebuild(self.posts.db)
        rebuilt = index_digest(self.posts.db)
        self.posts.db.rollback()
        assert rebuilt == incremental

    def teardown(self) -> None:
        self.posts.db.close()


TestEditing = Editing.TestCase
TestEditing.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)


def test_a_post_that_is_only_listed_is_found_by_its_title(posts: Posts) -> None:
    post = posts.add("显存优化")
    assert matches(posts, "显存") == [post]


def test_old_words_leave_when_new_ones_come(posts: Posts) -> None:
    post = posts.add("草稿", "显存", ("CUDA",))
    posts.revise(post, body="内存")
    assert (matches(posts, "显存"), matches(posts, "内存"), matches(posts, "cuda")) == (
        [],
        [1],
        [1],
    )


def test_a_purged_post_leaves_no_word_behind(posts: Posts) -> None:
    empty = index_digest(posts.db)
    posts.purge(posts.add("显存优化", "RadixAttention 的实现", ("推理",)))
    assert index_digest(posts.db) == empty


def test_a_post_that_did_not_change_is_not_written_again(posts: Posts) -> None:
    post = posts.add("显存", "正文")
    before = posts.db.conn.total_changes
    sync(posts.db, post)
    assert posts.db.conn.total_changes == before


def test_another_segmentation_is_noticed_and_indexed_again(
    posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = posts.add("显存", "正文"), posts.add("内存", "正文")
    assert is_current(posts.db)
    monkeypatch.setattr(index, "SEGMENTATION", 1000)
    monkeypatch.setattr(index, "segment", str)
    assert not is_current(posts.db)
    posts.revise(first, title="显存优化")
    assert is_current(posts.db)
    assert matches(posts, "显存优化") == [first]
    assert matches(posts, "内存") == [second]


def test_a_writer_that_opens_an_archive_of_another_segmentation_indexes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Posts(tmp_path / "archive.db").add("显存优化")
    monkeypatch.setattr(index, "SEGMENTATION", 1000)
    monkeypatch.setattr(index, "segment", str)
    open_database(tmp_path / "archive.db").close()
    with closing(sqlite3.connect(tmp_path / "archive.db")) as stock:
        sql = "SELECT rowid FROM posts_fts WHERE posts_fts MATCH '显存优化'"
        assert stock.execute(sql).fetchall() == [(1,)]


def test_a_rendering_that_somebody_deleted_leaves_no_word_behind(posts: Posts) -> None:
    post = posts.add("标题", "显存")
    posts.db.execute("PRAGMA foreign_keys = OFF")
    posts.db.execute("DELETE FROM renderings")
    sync(posts.db, post)
    assert (matches(posts, "显存"), matches(posts, "标题")) == ([], [post])


def test_a_stock_client_finds_a_chinese_word(tmp_path: Path) -> None:
    post = Posts(tmp_path / "archive.db").add("笔记", "关于显存优化，用vLLM推理。")
    with closing(sqlite3.connect(tmp_path / "archive.db")) as stock:
        for word in ("显存", "推理", "vllm", "显*", '"显存 存优 优化"'):
            sql = "SELECT rowid FROM posts_fts WHERE posts_fts MATCH ?"
            assert stock.execute(sql, (word,)).fetchall() == [(post,)], word
        assert stock.execute("PRAGMA integrity_check").fetchone() == ("ok",)
