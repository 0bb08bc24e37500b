"""Whatever is typed is a valid query, and means what it seems to mean."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.search.query import NOTHING, Query, Term, parse
from tests import truth
from tests.posts import Posts

TEXTS = [
    "显存优化的三种办法",
    "显存、优化：先看 KV cache",
    "用 C++ 写 vLLM推理引擎",
    "C 语言与 C# 的区别，C++11 也算",
    "all_gather 和 all-gather 是一回事",
    "torch.compile 训练很快；训练 8卡 H100",
    "18卡？不，GPT4 的内存",
    "Training a tokenizer: keyboards, layout, policy",
    "ＧＰＵ 显卡 résumé naïve",
    "🤗Transformers①量化",
    "AND OR NOT 都是词",
    "",
]
PIECES = [
    *"显存优化推理卡训练的 aAcC8+#*\"'-~|()_.，：“”＊　\0\t\ud800🤗é",
    *(
        "显存",
        "vLLM",
        "C++",
        "C#",
        "all_gather",
        "train",
        "token",
        "key",
        "GPT4",
        "NEAR(",
        "title:",
    ),
    *(" OR ", " AND ", " NOT ", " -", " ~", '"', "* "),
]
TYPED = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)


@pytest.fixture(scope="module")
def shelf() -> Iterator[Posts]:
    posts = Posts()
    for text in TEXTS:
        posts.add(text)
    yield posts
    posts.db.close()


def found(posts: Posts, query: str) -> set[str]:
    sql = "SELECT rowid - 1 FROM posts_fts WHERE posts_fts MATCH ?"
    return {TEXTS[place] for (place,) in posts.db.execute(sql, (parse(query).match(),))}


def meant(query: Query) -> set[str]:
    """What a query without stars and tildes means, by plain Python."""

    def any_of(terms: tuple[Term, ...], text: str) -> bool:
        return any(truth.holds_stem(text, term.text) for term in terms)

    return {
        text
        for text in TEXTS
        if query.required
        and all(any_of(group, text) for group in query.required)
        and not any_of(query.excluded, text)
    }


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("显存", [0, 1]),
        ("存", [0, 1, 6]),
        ("显存优化", [0]),
        ("显存、优化", [1]),
        ('"显存 优化"', [1]),
        ("显存 优化", [0, 1]),
        ("显存 OR 训练", [0, 1, 5]),
        ("显存 | 训练 优化", [0, 1]),
        ("显存 -cache", [0]),
        ("显存 NOT cache", [0]),
        ('显存 -"KV cache"', [0]),
        ("“KV cache”", [1]),
        ('"KV cache', [1]),
        ("all_gather", [4]),
        ("c++", [2]),
        ("C＃", [3]),
        ("c++11", [3]),
        ("8卡", [5]),
        ("gpu", [8]),
        ("ＧＰＵ", [8]),
        ("resume", [8]),
        ("transformers", [9]),
        ("train", [7]),
        ("tokeniz*", [7]),
        ("key*", [7]),
        ("lay*", [7]),
        ("显*", [0, 1, 8]),
        ('"KV cac"*', [1]),
        ("--gather", [4]),
        ("AND", []),
        ('"AND"', [10]),
        ("-显存", []),
        ("🤗", []),
        ("title:显存", []),
        ("", []),
    ],
)
def test_a_query_finds_what_it_seems_to_mean(shelf: Posts, typed: str, texts: list[int]) -> None:
    assert found(shelf, typed) == {TEXTS[n] for n in texts}


@pytest.mark.parametrize(
    ("typed", "expression"),
    [
        ("显存", '(- aux : ("显存"))'),
        ("显存优化", '(- aux : ("显存 存优 优化"))'),
        ("推理vLLM", '(- aux : ("推理 理 vllm"))'),
        ("显", '(- aux : ("显"*))'),
    ],
)
def test_only_one_character_alone_is_asked_for_as_a_prefix(typed: str, expression: str) -> None:
    """Any other prefix query would find the same, but read every word that begins so."""
    assert parse(typed).match() == expression


@given(TYPED)
@settings(max_examples=500, deadline=None)
def test_hits_are_what_python_says(shelf: Posts, typed: str) -> None:
    query = parse(typed)
    terms = [term for group in (*query.required, query.excluded) for term in group]
    hits = found(shelf, typed)
    if not any(term.prefix or term.inside for term in terms):
        assert hits == meant(query)


@given(st.text())
@settings(max_examples=500, deadline=None)
def test_no_text_is_a_syntax_error(shelf: Posts, typed: str) -> None:
    found(shelf, typed)


def test_a_star_finds_every_word_that_begins_so(shelf: Posts) -> None:
    words = {word for text in TEXTS for word in truth.WORD.findall(truth.fold(text))}
    starts = {word[:cut] for word in words if word.isascii() for cut in range(1, len(word) + 1)}
    for start in starts:
        beginning = {text for text in TEXTS if truth.holds(text, start, prefix=True)}
        assert beginning <= found(shelf, f"{start}*"), start


@pytest.mark.parametrize("typed", ["a " * 20_000, "显" * 100_000, "a OR " * 5_000, '-"a" ' * 5_000])
def test_a_long_query_is_answered(shelf: Posts, typed: str) -> None:
    found(shelf, typed)


def test_a_query_without_a_word_matches_nothing() -> None:
    assert parse('-推理 !? "" 😀').match() == NOTHING
