"""Markdown as authors write it, read as they meant it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scraper.body.lenient import common_mark

GLUED = """前言
```
$ ls
```点击下一步
### 2.下一节
"""


def test_text_glued_to_a_closing_fence_does_not_swallow_the_rest():
    html = MarkdownIt().render(common_mark(GLUED))
    assert "<pre><code>$ ls\n</code></pre>" in html
    assert "<p>点击下一步</p>" in html
    assert "<h3>2.下一节</h3>" in html


@pytest.mark.parametrize(
    "markdown",
    [
        "````\n```python\nx\n```\n````",  # a fence in a longer fence
        "```\nx\n```python\ny\n```",  # CommonMark: one block, and the author may mean it
        "~~~\n```中文\n~~~",  # the other mark
        "```中文信息\nx\n```",  # an opening fence with words
        "行内 ```代码``` 之后",
        "$$\na ```中文\n$$",
    ],
)
def test_what_is_no_glued_fence_is_left_alone(markdown: str):
    assert common_mark(markdown) == markdown


def test_a_fence_in_a_list_closes_at_its_own_indentation():
    glued = "- 步骤\n  ```\n  ls\n  ```然后\n- 下一步"
    assert common_mark(glued) == "- 步骤\n  ```\n  ls\n  ```\n\n  然后\n- 下一步"


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("一\n二\n\n三", "一  \n二\n\n三"),
        ("一\n- 项\n- 项", "一\n- 项\n- 项"),
        ("- 项\n接着说", "- 项  \n接着说"),
        ("# 题\n文", "# 题\n文"),
        ("文\n# 题", "文\n# 题"),
        ("一\n```\na\nb\n```\n二", "一\n```\na\nb\n```\n二"),
        ("$$\na\nb\n$$", "$$\na\nb\n$$"),
        ("| a |\n| - |\n| b |", "| a |\n| - |\n| b |"),
        ("a | b\n- | -\nc | d", "a | b\n- | -\nc | d"),
        ("题\n===", "题\n==="),
        ("一\r\n二", "一  \n二"),
    ],
)
def test_a_line_break_of_prose_is_one_that_the_reader_sees(markdown: str, expected: str):
    assert common_mark(markdown) == expected


@pytest.mark.parametrize(
    ("markdown", "title", "expected"),
    [
        ("# 页表\n\n正文", "页表", "正文"),
        ("# **页 表**\n正文", "页表", "正文"),
        ("# 别的\n\n正文", "页表", "# 别的\n\n正文"),
        ("## 页表\n\n正文", "页表", "## 页表\n\n正文"),
    ],
)
def test_a_first_line_that_repeats_the_title_goes(markdown: str, title: str, expected: str):
    assert common_mark(markdown, title) == expected


@given(st.text(alphabet="`~$\n 中a#-|", max_size=60))
def test_nothing_but_white_space_is_added_or_lost(markdown: str):
    assert "".join(common_mark(markdown, title="标题").split()) == "".join(markdown.split())
