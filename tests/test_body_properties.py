"""What holds for every page: no tree crashes the steps, and the Markdown reads back to what was there."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scraper.body import NoBody, render
from scraper.body.quality import read

URL = "https://lin.github.io/posts/kettle/"
CONTAINER = '<html><body><div class="post-content">{}</div></body></html>'

TAGS = [
    "p",
    "div",
    "span",
    "a",
    "b",
    "strong",
    "em",
    "i",
    "code",
    "pre",
    "br",
    "hr",
    "h1",
    "h3",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "thead",
    "tr",
    "td",
    "th",
    "blockquote",
    "img",
    "figure",
    "figcaption",
    "details",
    "summary",
    "sup",
    "sub",
    "math",
    "mi",
    "msup",
    "mrow",
    "script",
    "noscript",
    "svg",
    "iframe",
    "math-renderer",
    "mjx-container",
    "input",
    "section",
    "picture",
    "source",
]
ATTRIBUTES = st.dictionaries(
    st.sampled_from(
        [
            "class",
            "id",
            "href",
            "src",
            "style",
            "colspan",
            "rowspan",
            "type",
            "alt",
            "start",
            "value",
            "data-src",
            "data-tex",
            "srcset",
            "lang",
        ]
    ),
    st.one_of(
        st.sampled_from(
            [
                "katex",
                "katex-html",
                "katex-mathml",
                "katex--inline",
                "highlight",
                "line",
                "gutter",
                "footnote-ref",
                "note",
                "callout",
                "admonition",
                "toc",
                "#fn1",
                "fn1",
                "99999999",
                "-1",
                "math/tex",
                "data:image/png;base64,",
                "http://[",
                "javascript:0",
                "//x/y.png",
                "MathJax_Preview",
                "vlist-t",
                "mfrac",
                "msupsub",
                "hljs-ln",
                "mermaid",
                "language-math",
            ]
        ),
        st.text(max_size=12),
    ),
    max_size=3,
)
TEXT = st.text(alphabet=st.characters(), max_size=20)  # control characters and lone surrogates too


def element(tag: str, attributes: dict[str, str], inside: list[str]) -> str:
    quoted = "".join(
        f' {name}="{value.replace(chr(34), "")}"' for name, value in attributes.items()
    )
    return f"<{tag}{quoted}>{''.join(inside)}</{tag}>"


TREES = st.recursive(
    st.one_of(
        TEXT, st.sampled_from(("$", "$$", "\\(", "\\)", "`", "[", "](", "*", "|", "&lt;", "\n"))
    ),
    lambda trees: st.builds(
        element, st.sampled_from(TAGS), ATTRIBUTES, st.lists(trees, max_size=5)
    ),
    max_leaves=30,
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TREES)
def test_no_tree_of_html_crashes(tree: str) -> None:
    try:
        body = render(CONTAINER.format(tree), URL, "html")
    except NoBody:
        return
    (body.markdown + body.text).encode()
    assert body == render(CONTAINER.format(tree), URL, "html"), "the same page, another body"


CODE = st.text(
    alphabet=st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), min_size=1, max_size=80
)


@settings(max_examples=300, deadline=None)
@given(
    CODE,
    st.sampled_from(
        ("{}", "<ul><li>x{}</li></ul>", "<blockquote><ol><li><p>y</p>{}</li></ol></blockquote>")
    ),
)
def test_code_reads_back_from_the_markdown_as_it_was(code: str, around: str) -> None:
    html = code.replace("&", "&amp;").replace("<", "&lt;")
    markdown = render(
        CONTAINER.format("<p>茶</p>" + around.format(f"<pre><code>{html}</code></pre>")),
        URL,
        "html",
    ).markdown
    wanted = (
        code.replace("\xa0", " ").replace("\u200b", "").replace("\ufffe", "").replace("\uffff", "")
    )
    lines = [line for line in wanted.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    assert [block.removesuffix("\n") for block in read(markdown).blocks] == (
        ["\n".join(lines)] if lines else []
    )


TEX = st.lists(
    st.sampled_from(
        (
            "x",
            "1",
            "\\frac{a}{b}",
            "_i",
            "^{2}",
            "+",
            " ",
            "<",
            "|",
            "\\|",
            "&",
            "\\$",
            "*",
            "\\\\",
            "(",
            "`",
        )
    ),
    min_size=1,
    max_size=8,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(TEX, st.sampled_from(("茶{}壶", "2{}3", "a*{}*b", "$5 {} $6")), st.booleans())
def test_a_formula_reads_back_from_the_markdown_as_it_was(
    tex: str, around: str, in_cell: bool
) -> None:
    if not tex.strip() or tex.endswith("\\"):
        return
    escaped = tex.replace("&", "&amp;").replace("<", "&lt;")
    text = around.format(
        f'<script type="math/tex">{tex}</script>'
        if "<" not in escaped
        else f'<span data-tex="{escaped}"></span>'
    )
    frame = (
        "<table><tr><th>a</th><th>b</th></tr><tr><td>{}</td><td>c</td></tr></table>"
        if in_cell
        else "<p>{}</p>"
    )
    reading = read(render(CONTAINER.format(frame.format(text)), URL, "html").markdown)
    assert (reading.counts["formulas"], reading.spans) == (1, "".join(filter(str.isalnum, tex)))


@pytest.mark.parametrize(
    ("name", "unit", "closing"),
    [
        ("nested div", "<div>", ""),
        ("nested quote", "<blockquote>a", ""),
        ("nested list", "<ul><li>a", ""),
        ("nested table", "<table><tr><td>a", ""),
        ("nested pre", "<pre>a", ""),
        ("nested formula", "<math><msup><mrow>", ""),
        ("nested drawing", '<span class="katex"><span class="katex-html"><span class="mord">', ""),
        ("dollars", "$a ", ""),
        ("openings", "\\( ", ""),
        ("brackets", "[", ""),
        ("broken emphasis", "<em>a</em>$b", ""),
        ("code in one wrapper", "<pre>a</pre>", ""),
        ("images in one figure", "<img src=a.png>", ""),
        ("absurd spans", "<table><tr><td colspan=99999999 rowspan=99999999>a</table>", ""),
        ("dropped elements", "a<script>x</script>", ""),
    ],
)
def test_ten_thousand_of_anything_take_seconds_and_little_room(
    name: str, unit: str, closing: str
) -> None:
    page = CONTAINER.format(
        f'<p>茶</p><div class="highlight"><figure>{unit * 10_000}{closing}</figure></div>'
    )
    begin = time.process_time()
    body = render(page, URL, "html")
    assert time.process_time() - begin < 20
    assert len(body.markdown) < 20 * len(page)
