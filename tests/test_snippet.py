"""A snippet shows the original text, with the found words marked where they stand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.search.query import parse
from archive.search.snippet import Highlighter, Snippet, fold

TEXT = (
    "我们在训练大模型时  显存不够。\n\n显存优化的办法：用 C++ 写 vLLM推理引擎，all-gather 与 "
    "torch.compile，ＧＰＵ 很贵。Training a résumé parser takes pinned memory and new technology; "
    "RadixAttention 是 SGLang 的，C 与 C# 不是。"
)


def marked(text: str, query: str) -> list[str]:
    return [text[start:end] for start, end in Highlighter(parse(query)).marks(text)]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("显存", ["显存", "显存"]),
        ("存", ["存", "存"]),
        ("显存优化", ["显存优化"]),
        ("训练 OR 引擎", ["训练", "引擎"]),
        ("显存 -引擎", ["显存", "显存"]),
        ("C++", ["C++"]),
        ("C＃", ["C#"]),
        ("all_gather", ["all-gather"]),
        ("vLLM推理", ["vLLM推理"]),
        ("gpu", ["ＧＰＵ"]),
        ("resume", ["résumé"]),
        ("train", ["Training"]),
        ("pin", ["pinned"]),
        ("technologies", ["technology"]),
        ("tech*", ["technology"]),
        ("parse", []),
        ("new technologies", ["new", "technology"]),
        ('"new technologies"', ["new technology"]),
        ("attention", []),
        ("~attention", ["Attention"]),
        ("torch.compile", ["torch.compile"]),
        ("不存在", []),
        ("", []),
    ],
)
def test_found_words_are_marked_as_they_are_written(query: str, words: list[str]) -> None:
    assert marked(TEXT, query) == words


def snippet(text: str, query: str, width: int = 40) -> Snippet:
    return Highlighter(parse(query)).snippet(text, width)


def test_the_passage_is_the_one_with_most_of_the_words() -> None:
    text = "显存。" + "别的。" * 50 + "显存与训练。" + "别的。" * 50
    passage = snippet(text, "显存 训练")
    assert [passage.text[a:b] for a, b in passage.marks] == ["显存", "训练"]
    assert passage.text[0] == passage.text[-1] == "…"


def test_a_passage_is_one_line_and_cuts_no_word() -> None:
    passage = snippet("first words " * 9 + "\n\n显存\t 优化 " + "last words " * 9, "显存 优化")
    assert "显存 优化" in passage.text
    assert set(passage.text.strip("…").split()) <= {"first", "words", "last", "显存", "优化"}


def test_without_a_mark_the_text_is_shown_from_its_start() -> None:
    assert snippet("开头的话", "显存") == Snippet("开头的话")


TEXTS = st.text("显存优化 \n，aAbC+#é\u0301İßﬁＡ🤗ΐ-_", max_size=60)


@given(TEXTS)
def test_folding_keeps_every_character_in_its_place(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(TEXTS, TEXTS, st.integers(1, 30))
@settings(max_examples=200, deadline=None)
def test_marks_lie_in_order_inside_the_passage(text: str, query: str, width: int) -> None:
    passage = snippet(text, query, width)
    edges = [edge for mark in passage.marks for edge in mark]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(passage.text) for edge in edges)
    assert all(start < end for start, end in passage.marks)
