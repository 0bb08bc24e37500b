"""The rules behind a body, each on its own: what is money, what is behind a redirector, what is lost."""

from pathlib import Path

import pytest

from benchmarks import fidelity
from scraper.body import NoBody, page_to_markdown, render
from scraper.body.delimiters import formulas
from scraper.body.katex import tex_after_glyphs
from scraper.body.languages import canonical, from_classes
from scraper.body.links import unwrapped

URL = "https://lin.github.io/posts/kettle/"


def post(inside: str) -> str:
    return f'<html><body><div class="post-content"><p>水在壶里。</p>{inside}</div></body></html>'


@pytest.mark.parametrize(
    ("text", "drawn", "found"),
    [
        ("价格是 $5 和 $10", False, []),
        ("echo $HOME and $PATH", False, []),
        ("US$5, HK$6", False, []),
        ("it costs $5/$10", True, []),
        ("设 $x$ 与 $y_1$", False, ["x", "y_1"]),
        ("the $n$th cup", False, ["n"]),
        ("$ a_i $ 有空格", False, ["a_i"]),
        ("$准确率$", False, []),
        ("$准确率$", True, ["准确率"]),
        ("$$a$$ 与 \\(b\\) 与 \\[c\\]", False, ["a", "b", "c"]),
        ("\\$5$ 与 $x$", False, ["x"]),
        ("$a \\$ b_1$", False, ["a \\$ b_1"]),
    ],
)
def test_dollars_are_formulas_only_around_tex(text: str, drawn: bool, found: list[str]) -> None:
    assert [formula.tex for formula in formulas(text, drawn)] == found


@pytest.mark.parametrize(
    ("text", "visible", "tex"),
    [
        ("P(⋅)P(\\cdot)", "P(⋅)", "P(\\cdot)"),
        ("yky_k", "yk", "y_k"),
        ("xS\\frac{x}{S}", "S\u200bx\u200b", "\\frac{x}{S}"),
        ("Q(x)=round(xS)Q(x)=round(\\frac{x}{S})", "Q(x)=round(Sx)", "Q(x)=round(\\frac{x}{S})"),
        ("a≠ba\\neq b", "a\ue020=b", "a\\neq b"),
        ("{ab\\begin{cases}a\\\\b\\end{cases}", "{ba", "\\begin{cases}a\\\\b\\end{cases}"),
        ("\n  x\n  \n  i\n\n\n  x_i\n ", "xi", "x_i"),
        ("\n a\n\n\n \\begin{a}b\n\n c\\end{a}\n", "abc", "\\begin{a}b\nc\\end{a}"),
        ("\\qquad", "", "\\qquad"),
        ("KaTeX parse error: Expected 'EOF'", "", ""),
    ],
)
def test_tex_is_found_behind_the_characters_that_katex_shows(
    text: str, visible: str, tex: str
) -> None:
    assert tex_after_glyphs(text, visible) == tex


@pytest.mark.parametrize(
    ("address", "behind"),
    [
        ("https://link.csdn.net/?target=https%3A%2F%2Fa.example%2F%3Fb%3D1", "https://a.example/?b=1"),
        ("https://gitee.com/link?target=https%3A%2F%2Fa.example", "https://a.example"),
        ("https://lin.example/go.html?u=aHR0cHM6Ly9hLmV4YW1wbGU=", "https://a.example"),
        ("https://link.zhihu.com/?target=https%3A//link.zhihu.com/%3Ftarget%3Dhttps%253A//a.example", "https://a.example"),
        ("https://shop.example/buy?url=https://a.example", "https://shop.example/buy?url=https://a.example"),
        ("https://lin.example/go?u=javascript:alert(1)", "https://lin.example/go?u=javascript:alert(1)"),
        ("http://[broken/go?u=x", "http://[broken/go?u=x"),
    ],
)  # fmt: skip
def test_a_redirector_gives_up_its_target_and_nothing_else_does(address: str, behind: str) -> None:
    assert unwrapped(address) == behind


@pytest.mark.parametrize(
    ("attribute", "language"),
    [
        ("language-py", "python"),
        ("brush: cpp; toolbar: false", "cpp"),
        ("highlight highlight-source-shell", "bash"),
        ("highlight python", "python"),
        ("hljs language-plaintext", ""),
        ("sourceCode r", "r"),
        ("post-content go-wide", ""),
    ],
)
def test_a_language_is_read_from_what_a_highlighter_writes(attribute: str, language: str) -> None:
    assert from_classes([attribute]) == language


def test_a_language_name_is_no_place_for_markup() -> None:
    assert canonical('x" onload="') == canonical("text") == ""


@pytest.mark.parametrize(
    "page",
    [
        "",
        " \n",
        "<html></html>",
        '<div class="post-content"></div>',
        '<div class="post-content"><details></details><hr></div>',
        '<html><body><div id="content_views"> </div><div class="aside">热门文章，很长很长的一段别的文字，不是这篇文章的内容。</div></body></html>',
    ],
)
def test_a_page_without_a_post_is_no_body(page: str) -> None:
    with pytest.raises(NoBody, match=r"blog\.csdn\.net"):
        render(page, "https://blog.csdn.net/lin/article/details/1", "html")


def test_a_body_from_an_unexpected_container_is_suspect() -> None:
    quality = render(post(""), "https://blog.csdn.net/lin/article/details/1", "html").quality
    assert quality.verdict == "suspect"
    assert quality.reasons == ("the container is not where this platform has it (found by theme)",)


def test_a_formula_without_tex_is_counted_and_said() -> None:
    page = post(
        '<p>设 <mjx-container class="MathJax" jax="SVG"><svg><path d="M0"></path></svg></mjx-container> 为真。</p>'
    )
    quality = render(page, URL, "html").quality
    assert quality.verdict == "suspect"
    assert quality.reasons == ("1 formulas whose TeX the page does not hold",)


def test_text_to_search_has_whole_words_code_and_tex_and_no_marks() -> None:
    page = post(
        "<p>软换行不断开中\n文，<strong>加粗</strong> <code>pour()</code>"
        ' <span class="math inline">\\(x_1\\)</span></p><pre><code>a\n\nb</code></pre><img src="/a.png" alt="壶">'
    )
    assert (
        render(page, URL, "html").text
        == "水在壶里。\n软换行不断开中文，加粗 pour() x_1\na\n\nb\n壶"
    )


def test_images_come_absolute_and_in_reading_order() -> None:
    body = render(
        post('<img src="b.png" alt="二"><img data-src="/a.png" src="x.gif">'), URL, "html"
    )
    assert [(image.url, image.alt) for image in body.images] == [
        ("https://lin.github.io/posts/kettle/b.png", "二"),
        ("https://lin.github.io/a.png", ""),
    ]


def test_markdown_stays_as_it_was_written_but_for_addresses() -> None:
    note = "# 茶\n\n* 一   个 [链接](./b.md)\n\n![壶](img/a.png)\n\n$x_1$ `code`\n"
    body = render(note, "https://raw.githubusercontent.com/lin/kettle/HEAD/notes/a.md", "markdown")
    assert body.markdown.startswith("# 茶\n\n* 一   个 [链接](https://")
    assert [image.alt for image in body.images] == ["壶"]
    assert body.text == "茶\n一 个 链接\n壶\nx_1 code"


def test_a_table_cell_cannot_break_its_row() -> None:
    page = post(
        "<table><tr><th>a</th><th>b</th></tr><tr><td>x | y<br>z</td><td><code>|</code></td></tr></table>"
    )
    assert page_to_markdown(page, URL).endswith(
        "| a | b |\n| --- | --- |\n| x \\| y<br>z | `\\|` |"
    )


def test_no_figure_of_the_hand_written_pages_is_below_its_floor() -> None:
    pages = list(fidelity.pages(Path(__file__).parent / "fixtures/body"))
    means = fidelity.measure(fidelity.ours, pages)
    assert fidelity.below(means, fidelity.json.loads(fidelity.FLOORS.read_text())) == []


def test_a_lower_figure_is_told() -> None:
    floors = {"code": 1.0, "twice": 0.0}
    assert fidelity.below({"code": 0.98, "twice": 0.1}, floors) == [
        "code is 0.980, its floor 1.000",
        "twice is 0.100, its floor 0.000",
    ]
