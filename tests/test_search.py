"""A search finds every post that holds what was typed, and no other."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import lxml.html
import pytest

from archive.search import search
from archive.search.query import parse
from archive.search.snippet import Highlighter
from tests import truth
from tests.posts import Posts

TYPED = [
    "C++",
    "C#",
    "all_gather",
    "torch.compile",
    "vLLM推理",
    "vLLM",
    "推理vLLM",
    "H100",
    "GPT4",
    "8卡",
    "node.js",
    "std::vector",
    ".NET",
    "C++11",
    "C",
    "显存",
    "显",
    "优化",
    "显存优化",
    "大模型",
    "显存、优化",
    "CUDA",
    "GPU",
    "kernel",
    "__init__",
    "index.html",
    "co-routine",
    "用C++",
    "在C++中",
    "CPU利用率",
]
IDENTIFIER = re.compile(r"[A-Za-z]\w*(?:(?:::|[._-])[A-Za-z]\w*)+", re.ASCII)
CHINESE = "[\u4e00-\u9fff]"
BORDER = re.compile(f"{CHINESE}{{1,3}}[A-Za-z0-9]{{2,}}|[A-Za-z0-9]{{2,}}{CHINESE}{{1,3}}")


def plain_text(path: Path) -> str:
    text = path.read_text("utf-8", "replace")
    if path.suffix != ".html" or not text.strip():
        return text
    page = lxml.html.document_fromstring(text)
    for hidden in page.xpath("//script | //style"):
        hidden.drop_tree()
    return str(page.text_content())


@pytest.fixture(scope="session")
def corpus(shared: Path) -> list[str]:
    """Every different text of the saved pages."""
    files = sorted(
        path
        for path in (shared / "corpus").rglob("*")
        if path.suffix in (".html", ".md", ".qmd", ".txt")
    )
    return sorted({plain_text(path) for path in files})


@pytest.fixture(scope="session")
def library(corpus: list[str]) -> Iterator[Posts]:
    """The texts in one archive; each post is titled by its place among them."""
    posts = Posts()
    with posts.db.atomic():
        for number, text in enumerate(corpus):
            posts.add(str(number), text.encode("utf-8", "replace").decode())
    yield posts
    posts.db.close()


def found(posts: Posts, query: str) -> set[int]:
    """The places of the texts that a query finds; the column of titles is left out."""
    sql = "SELECT rowid - 1 FROM posts_fts WHERE body MATCH ?"
    return {place for (place,) in posts.db.execute(sql, (parse(query).match(),))}


def substrings(corpus: list[str], length: int, count: int) -> list[str]:
    """Chinese substrings, cut anywhere."""
    pick = random.Random(length)
    runs = [run for text in corpus for run in re.findall(f"{CHINESE}{{{length},}}", text)]
    chosen = set()
    while len(chosen) < count:
        run = pick.choice(runs)
        start = pick.randint(0, len(run) - length)
        chosen.add(run[start : start + length])
    return sorted(chosen)


def sample(corpus: list[str], pattern: re.Pattern[str], count: int) -> list[str]:
    texts = sorted({match for text in corpus for match in pattern.findall(text)})
    return random.Random(count).sample(texts, count)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 7])
def test_chinese_is_found_exactly_where_it_stands(
    corpus: list[str], library: Posts, length: int
) -> None:
    for query in substrings(corpus, length, 60):
        wanted = {n for n, text in enumerate(corpus) if truth.fold(query) in truth.fold(text)}
        assert found(library, query) == wanted, query


@pytest.mark.parametrize(
    "pattern",
    [re.compile(r"\b[A-Za-z][A-Za-z0-9]+\b", re.ASCII), IDENTIFIER, BORDER],
    ids=["words", "identifiers", "borders"],
)
def test_words_are_found_whole(corpus: list[str], library: Posts, pattern: re.Pattern[str]) -> None:
    for query in sample(corpus, pattern, 40):
        check_word(corpus, library, query)


@pytest.mark.parametrize("query", TYPED)
def test_what_people_type_is_found(corpus: list[str], library: Posts, query: str) -> None:
    check_word(corpus, library, query)


def check_word(corpus: list[str], library: Posts, query: str) -> None:
    """Nothing that holds the word is missed; what is found beyond it is by an English ending."""
    hits = found(library, query)
    exact = {n for n, text in enumerate(corpus) if truth.holds(text, query)}
    by_stem = {n for n, text in enumerate(corpus) if truth.holds_stem(text, query)}
    assert exact <= hits, query
    assert hits == by_stem, query


@pytest.fixture
def posts() -> Iterator[Posts]:
    posts = Posts()
    yield posts
    posts.db.close()


def test_a_word_in_the_title_comes_before_one_in_the_text(posts: Posts) -> None:
    posts.add("随笔", "今天说说显存，也说别的。")
    posts.add("显存优化", "今天说说别的。")
    hits = search(posts.db, "显存")
    assert [hit.title for hit in hits] == ["显存优化", "随笔"]
    assert hits[0].score > hits[1].score > 0


def test_a_hit_shows_the_passage_and_marks_the_words_in_it(posts: Posts) -> None:
    posts.add("推理引擎", "开头" * 200 + "，分页管理能省显存，" + "结尾" * 200)
    (hit,) = search(posts.db, "显存 分页")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["分页", "显存"]
    assert hit.url == "https://blog.csdn.net/linshen/article/details/1"


def test_a_post_that_is_only_listed_is_a_hit_without_a_passage(posts: Posts) -> None:
    posts.add("显存优化")
    (hit,) = search(posts.db, "显存")
    assert (hit.title, hit.snippet, hit.marks) == ("显存优化", "", ())


def test_tags_are_searched(posts: Posts) -> None:
    posts.add("随笔", "正文", ("大模型", "C++"))
    assert len(search(posts.db, "大模型 C++")) == 1
    assert search(posts.db, "C#") == []


def test_no_more_hits_than_asked_for(posts: Posts) -> None:
    for number in range(5):
        posts.add(f"显存 {number}", "显存")
    assert len(search(posts.db, "显存", limit=3)) == 3


def test_parts_of_names_are_found_when_asked_for_only(posts: Posts) -> None:
    posts.add("前缀缓存", "RadixAttention 的实现")
    assert search(posts.db, "attention") == []
    assert len(search(posts.db, "~attention")) == 1


def test_what_is_found_is_marked(corpus: list[str], library: Posts) -> None:
    words = re.compile(r"\b[A-Za-z][A-Za-z0-9]+\b", re.ASCII)
    typed = [*substrings(corpus, 2, 20), *sample(corpus, words, 20), *sample(corpus, BORDER, 20)]
    for query in typed:
        highlighter = Highlighter(parse(query))
        for place in sorted(found(library, query))[:20]:
            assert highlighter.marks(corpus[place]), query
