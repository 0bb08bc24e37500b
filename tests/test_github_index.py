"""What READMEs say: blocks, entries, statuses, roles of links, and the titles of notes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.github.readme import LONGEST, indexed, own_title
from scraper.items import Link
from tests.cpu import spent

SECTION = "# Notes\n\n## Section\n\n"


def only(line):
    (entry,) = indexed(SECTION + line)
    return entry


def titles(markdown):
    return [entry.title for entry in indexed(markdown)]


@pytest.mark.parametrize(
    ("before", "status"),
    [
        ("[Pending Review] ", "pending_review"),
        ("[pending review]", "pending_review"),
        ("**[Pending Review]** ", "pending_review"),
        ("【Not finished】", "not_finished"),
        ("【未完成】", "not_finished"),
        ("(WIP) ", "not_finished"),
        ("[Draft] ", "draft"),
        ("[x] ", None),
        ("", None),
    ],
)
def test_a_bracket_before_a_title_is_its_status(before, status):
    entry = only(f"- {before}[A title](./a.md)")
    assert (entry.title, entry.review_status, entry.tags) == ("A title", status, ())


def test_brackets_in_a_title_are_of_the_title():
    entry = only("- [[原创][深度][PyTorch] DDP 第一篇](./a.md)：说明")
    assert (entry.title, entry.review_status) == ("[原创][深度][PyTorch] DDP 第一篇", None)


@pytest.mark.parametrize("separator", [": ", "：", "，", " ", "", " — ", "。"])
def test_any_separator_or_none_stands_before_a_description(separator):
    assert only(f"- [A](./a.md){separator}what it is").description == "what it is"


def test_a_description_is_what_a_reader_reads():
    entry = only("- [A](a.md): see `all_reduce` and [the *other*](b.md),\n  in two lines")
    assert entry.description == "see all_reduce and the other, in two lines"
    assert only("- [A](a.md)").description is None


@pytest.mark.parametrize(
    ("label", "href", "role", "language"),
    [
        ("Chinese version", "./b.md", "language_variant", "zh"),
        ("Chinese version is here", "./b.md", "language_variant", "zh"),
        ("中文版本", "./b.md", "language_variant", "zh"),
        ("英文版", "./b.md", "language_variant", "en"),
        ("English", "https://blog.example.org/b", "language_variant", "en"),
        ("知乎", "https://zhuanlan.zhihu.com/p/1", "crosspost", None),
        ("A record of the title", "https://zhuanlan.zhihu.com/p/1", "crosspost", None),
        ("掘金", "https://juejin.cn/post/1", "crosspost", None),
        ("Chinese LLM survey", "./b.md", "related", None),
        ("the paper", "https://notzhihu.com/1", "related", None),
        ("appendix", "./b.md#gil", "related", None),
    ],
)
def test_a_link_beside_a_title_has_a_role_by_its_host_or_label(label, href, role, language):
    (link,) = only(f"- [A](./a.md): words, [{label}]({href})").links
    assert link == Link(role=role, url=href, label=label, language=language)


@pytest.mark.parametrize("join", [" and ", "以及", "和", " / ", "、"])
def test_titles_joined_before_any_description_are_of_one_entry(join):
    entry = only(f"- [A](https://zhihu.com/1){join}[B](https://zhihu.com/2): words")
    assert (entry.title, [link.role for link in entry.links]) == ("A", ["co_primary"])
    assert entry.description == "words"


def test_a_joined_link_that_says_its_role_keeps_it():
    entry = only("- [A](./a.md) and [中文版本](./b.md) and [知乎](https://zhihu.com/2)")
    assert [link.role for link in entry.links] == ["language_variant", "crosspost"]


@pytest.mark.parametrize(
    "line",
    [
        "- [A](a.md)--2023-07-08",
        "- [2023-07-08] [A](a.md)",
        "- 2023-07-08: [A](a.md)",
        "[2023-07-08] [A](a.md)",
    ],
)
def test_a_date_beside_a_title_is_its_date(line):
    entry = only(line)
    assert (entry.title, entry.date, entry.description) == ("A", "2023-07-08", None)


def test_sections_are_a_path_without_title_and_language_switch():
    markdown = (
        "# The title\n\n## [English](./README.md) | [中文](./README-cn.md)\n\n- [Not yet](x.md)\n\n"
        "## One\n\n- [A](a.md)\n\n### Deep `code`\n\n- [B](b.md)\n\n## Two\n\n- [C](c.md)\n"
    )
    assert [(entry.title, entry.section) for entry in indexed(markdown)] == [
        ("A", ("One",)),
        ("B", ("One", "Deep code")),
        ("C", ("Two",)),
    ]


def test_several_h1_are_sections_and_a_readme_without_headings_has_entries():
    markdown = "# One\n\n- [A](a.md)\n\n# Two\n\n- [B](b.md)\n"
    assert [entry.section for entry in indexed(markdown)] == [("One",), ("Two",)]
    assert titles("- [A](a.md)\n- [B](b.md)\n") == ["A", "B"]


def test_comments_fences_contents_and_badges_are_no_entries():
    markdown = SECTION + (
        "- [A](a.md) <!-- [no](n.md) -->\n<!-- - [no](n.md) -->\n- [B](b.md)\n\n"
        "<!--\n\n- [no](n.md)\n\n-->\n\n```\n- [no](n.md)\n```\n\n~~~md\n- [no](n.md)\n~~~\n\n"
        "- [no](#section)\n- [no](mailto:me@example.org)\n- [![no](b.svg)](https://ci.example.org)\n"
    )
    assert titles(markdown) == ["A", "B"]


@pytest.mark.parametrize(
    "href",
    [
        "javascript:void(0)",
        "JavaScript:x",
        "data:text/html,x",
        "mailto:a@b.c",
        "file:///a.md",
        "#a",
    ],
)
def test_what_is_neither_of_the_web_nor_of_the_repository_is_no_entry(href):
    assert titles(f"{SECTION}- [no]({href})\n- <a href='{href}'>no</a>\n- [A](a.md)\n") == ["A"]
    assert only(f"- [A](./a.md): words, [no]({href})").links == ()


def test_prose_that_mentions_a_link_is_no_entry():
    assert (
        titles(SECTION + "See [this](a.md).\n\n[SGLang](b.md) is fast.\n\n> Read [it](c.md)!") == []
    )


@pytest.mark.parametrize(
    ("note", "title"),
    [
        ("# A title\n\nwords", "A title"),
        ("A title\n===\n\nwords", "A title"),
        ("---\ntitle: other\n---\n\n# A `title` of *note*", "A title of note"),
        ("[![b](b.svg)](u)\n\n[English](a.md) | [中文](b.md)\n\n# A title", "A title"),
        ("words first\n\n# A section", None),
        ("## A section\n\n# Later", None),
        ("", None),
        ("#\n\nwords", None),
    ],
)
def test_a_notes_own_title_is_the_h1_that_opens_it(note, title):
    assert own_title(note) == title


#: What asks for backtracking or nesting, of a given number of pieces.
HOSTILE = {
    "brackets": lambda n: "[" * n,
    "links": lambda n: "[a](" * n,
    "quotes": lambda n: "> " * n + "[a](b.md)",
    "items": lambda n: "- " * n + "[a](b.md)",
    "marks": lambda n: "- " + "[x]" * n + "[a](b.md)",
    "emphasis": lambda n: "*a **b " * n,
    "comments": lambda n: "<!--" * n,
    "joined": lambda n: "- [a](b.md)" + " and [c](d.md)" * n,
    "headings": lambda n: "# a\n\n" * n,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_readme_costs_in_proportion_to_its_length(name):
    once, twice = (spent(indexed, HOSTILE[name](n)) for n in (2_000, 4_000))
    assert twice < 3 * once + 0.2


def test_no_more_of_a_readme_is_read_than_there_is_time_for():
    assert titles(SECTION + "x" * LONGEST + "\n\n- [A](a.md)") == []


@given(st.text(alphabet="-#>|[]()（）【】<!->`*:：，\n ab1中/.md", max_size=300))
def test_no_text_breaks_the_reading_of_an_index(markdown):
    for entry in indexed(markdown):
        assert entry.title
        assert entry.href
    own_title(markdown)
