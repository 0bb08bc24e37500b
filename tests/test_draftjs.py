"""Draft.js documents as HTML: ranges in UTF-16, lists by depth, what is unknown, what is hostile."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.body.draftjs import to_html
from scraper.body.tree import fragment


def block(kind: str, text: str = "", **others: Any) -> dict[str, Any]:
    return {"type": kind, "text": text, "depth": 0, **others}


def html(*blocks: dict[str, Any], **entities: dict[str, Any]) -> str:
    numbered = {key.removeprefix("e"): entity for key, entity in entities.items()}
    return to_html({"blocks": list(blocks), "entityMap": numbered})


def style(name: str, offset: int, length: int) -> dict[str, Any]:
    return {"style": name, "offset": offset, "length": length}


def link(url: str) -> dict[str, Any]:
    return {"type": "LINK", "data": {"url": url, "imageUrl": ""}}


def test_ranges_count_utf16_units_so_that_an_emoji_shifts_nothing():
    text = "😀😀 看文档吧"
    ranges = [{"key": 0, "offset": 6, "length": 2}]
    shown = html(block("unstyled", text, entityRanges=ranges), e0=link("https://example.org/?a&b"))
    assert shown == '<p>😀😀 看<a href="https://example.org/?a&amp;b">文档</a>吧</p>'


@pytest.mark.parametrize(
    ("styles", "expected"),
    [
        ([("BOLD", 0, 2)], "<strong>ab</strong>cdef"),
        ([("BOLD", 0, 6), ("ITALIC", 2, 2)], "<strong>ab<em>cd</em>ef</strong>"),
        ([("BOLD", 0, 3), ("BOLD", 3, 3)], "<strong>abcdef</strong>"),
        ([("BOLD", 0, 4), ("ITALIC", 2, 4)], "<strong>ab</strong><em><strong>cd</strong>ef</em>"),
        ([("CODE", 0, 6), ("BOLD", 2, 2)], "<code>ab</code><strong><code>cd</code></strong><code>ef</code>"),
        ([("STRIKETHROUGH", 5, 99)], "abcde<del>f</del>"),
        ([("BOLD", -3, 2), ("BOLD", 9, 2), ("BOLD", 2, 0), ("FONT-16", 0, 6)], "abcdef"),
    ],
)  # fmt: skip
def test_styles_that_overlap_make_elements_that_nest(styles: Any, expected: str):
    ranges = [style(*given) for given in styles]
    assert html(block("unstyled", "abcdef", inlineStyleRanges=ranges)) == f"<p>{expected}</p>"


def test_items_become_nested_lists_that_begin_anew_after_a_paragraph():
    items = [
        block("ordered-list-item", "1"),
        block("unordered-list-item", "a", depth=1),
        block("unordered-list-item", "b", depth=1),
        block("ordered-list-item", "2"),
        block("unordered-list-item", "other kind"),
        block("unstyled", "between"),
        block("ordered-list-item", "1 again", depth=3),
    ]
    assert html(*items) == (
        "<ol><li>1<ul><li>a</li><li>b</li></ul></li><li>2</li></ol><ul><li>other kind</li></ul>"
        "<p>between</p><ol><li>1 again</li></ol>"
    )


def test_code_keeps_its_lines_and_takes_the_better_guess_of_its_language():
    data = {"syntax": "javascript", "languageByAi": "cpp"}
    code = block("code-block", "a < b;\n\n\tc & d;\n", data=data)
    assert html(code) == (
        '<pre><code class="language-cpp">a &lt; b;\n\n\tc &amp; d;\n</code></pre>'
    )
    assert "language-javascript" in html({**code, "data": {"syntax": "javascript"}})
    assert html(code, code).count("<pre>") == 2


def test_an_image_is_shown_and_its_half_emoji_is_not():
    data = {"imageUrl": "https://ask.qcloudimg.com/1.png", "imageAlt": '图"1'}
    atomic = block("atomic", "\ud83d", entityRanges=[{"key": 4, "offset": 0, "length": 1}])
    shown = html(atomic, e4={"type": "IMAGE", "data": data})
    assert shown == '<p><img src="https://ask.qcloudimg.com/1.png" alt="图&quot;1"></p>'


def test_what_is_unknown_becomes_a_placeholder_that_holds_its_data():
    atomic = block("atomic", " ", entityRanges=[{"key": 0, "offset": 0, "length": 1}])
    shown = html(atomic, e0={"type": "MATH", "data": {"tex": "a<b"}})
    assert '<span class="unknown">[MATH] <code>{&quot;tex&quot;: &quot;a&lt;b&quot;}' in shown
    assert "[atomic]" in html(block("atomic", " ", data={"table": 1}))
    assert "[poll]" in html(block("poll", data={"id": 7}))
    assert html(block("callout", "kept as prose")) == "<p>kept as prose</p>"


def test_markup_in_the_text_is_text():
    assert html(block("header-two", "<b>&")) == "<h2>&lt;b&gt;&amp;</h2>"


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"blocks": None},
        {"blocks": [None, 1, {}, {"type": 3}, {"type": "atomic"}], "entityMap": []},
        {"blocks": [{"type": "unstyled", "text": 5, "inlineStyleRanges": {}, "entityRanges": [1]}]},
        {"blocks": [block("unordered-list-item", "a", depth="x")], "entityMap": {"0": None}},
    ],
)
def test_a_broken_document_gives_what_it_has(content: Any):
    to_html(content)


def test_absurd_depths_and_many_ranges_cost_linear_time():
    many = [style("BOLD", n, 3) for n in range(0, 20_000, 2)]
    many += [style("ITALIC", n, 3) for n in range(1, 20_000, 4)]
    deep = [block("unordered-list-item", "x", depth=depth) for depth in range(2000)]
    started = time.perf_counter()
    shown = html(block("unstyled", "字" * 20_000, inlineStyleRanges=many), *deep)
    assert time.perf_counter() - started < 5
    assert shown.count("字") == 20_000
    assert "<ul><li>x" * 14 not in shown


NUMBERS = st.integers(min_value=-2, max_value=40)
RANGES = st.lists(
    st.fixed_dictionaries(
        {"offset": NUMBERS, "length": NUMBERS},
        optional={"style": st.sampled_from(["BOLD", "CODE", "ITALIC", "?"]), "key": NUMBERS},
    ),
    max_size=8,
)


@given(text=st.text(max_size=30), styles=RANGES, entities=RANGES)
def test_no_range_loses_or_doubles_a_character(text: str, styles: Any, entities: Any):
    body = text.replace("\n", " ").replace("\r", " ")
    shown = html(
        block("unstyled", body, inlineStyleRanges=styles, entityRanges=entities),
        **{f"e{key}": link(f"https://example.org/{key}") for key in range(0, 40, 2)},
    )
    seen = "".join(fragment(f"<p>{shown}</p>").itertext())
    plain = "".join(fragment(f"<p>{html(block('unstyled', body))}</p>").itertext())
    halved = any(character > "\uffff" for character in body)  # a range may end within a pair
    assert halved or seen == plain
