"""Text is cut so that SQLite's own tokenizer finds what a reader sees."""

import sqlite3
import unicodedata
from contextlib import closing
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.search.segment import parts, segment
from archive.search.stem import TOKENIZER


def tokens(*texts: str) -> list[list[str]]:
    """What SQLite makes of each text, cut."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(f"CREATE VIRTUAL TABLE t USING fts5 (text, tokenize='{TOKENIZER}')")
        db.execute("CREATE VIRTUAL TABLE words USING fts5vocab (t, instance)")
        rows = ((n, segment(text)) for n, text in enumerate(texts))
        db.executemany("INSERT INTO t (rowid, text) VALUES (?, ?)", rows)
        found: list[list[str]] = [[] for _ in texts]
        for row, term in db.execute("SELECT doc, term FROM words ORDER BY doc, offset"):
            found[row].append(term)
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("显存优化", "显存 存优 优化 化"),
        ("卡", "卡"),
        ("显存、优化", "显存 存 优化 化"),
        ("用vLLM推理", "用 vllm 推理 理"),
        ("8卡H100", "8 卡 h100"),
        ("GPT4", "gpt4"),
        ("ＧＰＵ 和 ﾃﾝｿﾙ", "gpu 和 テン ンソ ソル ル"),
        ("か\u3099 と が", "が と が"),
        ("データ・モデル", "デー ータ タ モデ デル ル"),
        ("대규모 언어", "대규 규모 모 언어 어"),
        ("\u1112\u1161\u11ab글", "한글 글"),
        ("𠀀𠀁", "𠀀𠀁 𠀁"),
        ("显\u200b存", "显存 存"),
        ("soft\u00adware", "softwar"),
        ("葛\U000e0100城", "葛城 城"),
        ("résumé re\u0301sume\u0301", "resum resum"),
        ("🤗Transformers👍🏽ok", "transform ok"),
        ("\ue001torch PyTorch™", "torch pytorch"),
        ("①显存 步骤②GPU", "显存 存 步骤 骤 gpu"),
        ("G²RPO ﬁne x₁", "g2rpo fine x1"),
        ("all_gather std::vector node.js .NET", "all gather std vector node js net"),
        ("C++ c# i++ C＋＋", "c \ue02b c \ue023 i \ue02b c \ue02b"),
        ("用C++写", "用 c \ue02b 写"),
        ("C++11 abc++ a+b a## 3#", "c 11 abc a b a 3"),
        ("lone\ud800surrogate", "lone surrog"),
        ("Straße", "strass"),
        ("", ""),
    ],
)
def test_text_is_cut_into_what_a_reader_looks_for(text: str, words: str) -> None:
    assert tokens(text) == [words.split()]


def plain_characters(first: int, last: int, *categories: str) -> list[str]:
    """What is its own NFKC form, of some categories."""
    every = map(chr, range(first, last))
    return [c for c in every if category(c) in categories and unicodedata.normalize("NFKC", c) == c]


def test_every_letter_of_any_script_stays_in_its_word() -> None:
    letters = plain_characters(0x80, 0x20000, "Lu", "Ll", "Lt", "Nd")
    for letter, words in zip(letters, tokens(*(f"x{c}y" for c in letters)), strict=True):
        assert len(words) == 1, hex(ord(letter))
        assert len(words[0]) > 2, hex(ord(letter))


def test_no_symbol_or_emoji_glues_words_together() -> None:
    """SQLite takes what its tables do not know for letters; they are older than many emoji."""
    blocks = [(0x2000, 0x2E80), (0xD800, 0xF900), (0x1F000, 0x20000)]
    symbols = [
        c for block in blocks for c in plain_characters(*block, "So", "Sm", "Sc", "Co", "Cs")
    ]
    for symbol, words in zip(symbols, tokens(*(f"x{c}y" for c in symbols)), strict=True):
        assert words == ["x", "y"], hex(ord(symbol))


def test_every_ideograph_is_found_alone_and_in_a_pair() -> None:
    blocks = [(0x3400, 0x4DC0), (0x4E00, 0xA000), (0xAC00, 0xD7A4), (0x20000, 0x2A6E0)]
    every = [chr(code) for block in blocks for code in range(*block)]
    text = "".join(every)
    (found,) = tokens(text)
    assert found == [a + b for a, b in zip(every, every[1:], strict=False)] + [every[-1]]


@given(st.text())
def test_any_text_can_be_cut_and_stored(text: str) -> None:
    tokens(text)


def test_parts_of_names_are_kept_apart() -> None:
    names = "RadixAttention，vLLM 与 HTTPServer2Go，radixattention GPU CUDA"
    assert parts(names) == "HTTP Server 2 Go . Radix Attention . v LLM"
