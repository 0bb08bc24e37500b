import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.body.absolute import absolute
from tests.cpu import spent

NOTE = "https://github.com/someone/notes/blob/main/kernel/tiling.md"
SHOWN = "https://github.com/someone/notes/blob/main/"
SENT = "https://raw.githubusercontent.com/someone/notes/main/"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[a](./b.md)", f"[a]({SHOWN}kernel/b.md)"),
        ("[a](../queue/环.md#gil)", f"[a]({SHOWN}queue/%E7%8E%AF.md#gil)"),
        ("[a](/top.md)", f"[a]({SHOWN}top.md)"),
        ('[a](<b c.md> "T")', f'[a]({SHOWN}kernel/b%20c.md "T")'),
        ("[a](b(1).md)", f"[a]({SHOWN}kernel/b%281%29.md)"),
        ("[a](b\\_c.md)", f"[a]({SHOWN}kernel/b_c.md)"),
        ("[a [b] c](d.md)", f"[a [b] c]({SHOWN}kernel/d.md)"),
        ("![p](./img/a.png)", f"![p]({SENT}kernel/img/a.png)"),
        (
            "![p](https://github.com/o/r/blob/v1/a.png)",
            "![p](https://raw.githubusercontent.com/o/r/v1/a.png)",
        ),
        ("[![p](a.png)](b.md)", f"[![p]({SENT}kernel/a.png)]({SHOWN}kernel/b.md)"),
        ("[r]: ./b.md", f"[r]: {SHOWN}kernel/b.md"),
        ("[p]: <./a.png> 'T'", f"[p]: {SENT}kernel/a.png 'T'"),
        ("- [ ] [a](b.md)", f"- [ ] [a]({SHOWN}kernel/b.md)"),
        (
            "| [a](b.md) |\n|---|\n| [c](d.md) |",
            f"| [a]({SHOWN}kernel/b.md) |\n|---|\n| [c]({SHOWN}kernel/d.md) |",
        ),
        ('<img width="9" src="a.png">', f'<img width="9" src="{SENT}kernel/a.png">'),
        ("see <a href='b.md'>b</a>", f'see <a href="{SHOWN}kernel/b.md">b</a>'),
        ('<div>\n<img src="a.png">\n</div>', f'<div>\n<img src="{SENT}kernel/a.png">\n</div>'),
        (
            '<source srcset="a.png 1x, b.png 2x">',
            f'<source srcset="{SENT}kernel/a.png 1x, {SENT}kernel/b.png 2x">',
        ),
        ("it costs $5, [a](b.md) costs $6", f"it costs $5, [a]({SHOWN}kernel/b.md) costs $6"),
        ("one\r\n[a](b.md)\rend", f"one\n[a]({SHOWN}kernel/b.md)\nend"),
    ],
)
def test_an_address_of_a_note_becomes_absolute(written, expected):
    assert absolute(written, NOTE) == expected


@pytest.mark.parametrize(
    "text",
    [
        "`[a](b.md)` and ``[`](b.md)``",
        "```python\nf[i](x)\n```",
        "~~~\n[a](b.md)\n~~~",
        "text\n\n    f[i](x)\n\ntext",
        "- item\n\n  ```\n  [a](b.md)\n  ```",
        "$E[x](t)$ and $$\nf[i](x)\n$$",
        "[a](#part) [b](mailto:me@example.org) [c](https://example.org/d.md)",
        "![p](data:image/png;base64,AAAA)",
        "\\[a](b.md) and a](b.md)",
        "[a](not a link)",
        "[^1]: a footnote",
        "<!-- [a](b.md) -->",
        "<div>\n[a](b.md)\n</div>",
        "[bad](http://[)",
        "",
    ],
)
def test_what_is_no_relative_address_stays_as_it_is(text):
    assert absolute(text, NOTE) == text


def test_markdown_of_any_other_site_is_seen_from_its_page():
    given_at = "https://cloud.tencent.com/developer/article/1"
    assert absolute("![a](/img/a.png)", given_at) == "![a](https://cloud.tencent.com/img/a.png)"


#: What asks for backtracking, of a given number of pieces.
HOSTILE = {
    "ticks": lambda n: " ".join("`" * k for k in range(1, n // 32)),
    "open": lambda n: "![" * n,
    "dollars": lambda n: "$a " * n,
    "comments": lambda n: "<!--" * n,
    "targets": lambda n: "](" + "(" * n,
    "nested": lambda n: "](a(b" * n,
    "tags": lambda n: "<a " * n,
    "definitions": lambda n: "[a]:\n" * n,
    "backslashes": lambda n: "\\" * (n + 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_note_costs_in_proportion_to_its_length(name):
    shorter, longer = (HOSTILE[name](n) for n in (4_000, 8_000))
    growth = len(longer) / len(shorter)
    assert spent(absolute, longer, NOTE) < 1.5 * growth * spent(absolute, shorter, NOTE) + 0.2


@given(st.text(alphabet="![]()<>`$\\\n #-:\"'=ab中/.ahrefimgsrc", max_size=200))
def test_any_text_survives_and_a_second_time_changes_nothing(markdown):
    once = absolute(markdown, NOTE)
    assert absolute(once, NOTE) == once
