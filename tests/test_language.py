"""The language of posts: of what is written, not of what a template claims."""

import pytest

from scraper.language import language_of
from tests.replica.prose import article


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("本文介绍 vLLM 的 KV Cache 与 torch.compile 的用法", "zh"),
        ("This post explains how a page table is walked.", "en"),
        ("このメモはページテーブルについて書いたものです。", "ja"),
        ("이 글은 페이지 테이블을 설명합니다.", "ko"),
        ("Dieser Beitrag erklärt, wie eine Seitentabelle durchlaufen wird.", "de"),
        ("12345 + 67 = ?", None),
        ("", None),
    ],
)
def test_a_text_has_the_language_it_is_written_in(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_technical_chinese_full_of_english_terms_is_chinese() -> None:
    for seed in range(20):
        prose = " ".join(b.text for b in article(seed, 400) if b.kind in ("paragraph", "list"))
        assert language_of(prose) == "zh"
