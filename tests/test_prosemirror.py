"""ProseMirror documents as HTML, in both spellings of their names. Hand-made: none of the site was seen."""

from typing import Any

import pytest

from scraper.body.prosemirror import to_html


def text(words: str, *marks: Any) -> dict[str, Any]:
    return {
        "type": "text",
        "text": words,
        "marks": [m if isinstance(m, dict) else {"type": m} for m in marks],
    }


def node(kind: str, *content: Any, **attrs: Any) -> dict[str, Any]:
    return {"type": kind, "attrs": attrs, "content": list(content)}


def html(*content: Any) -> str:
    return to_html({"type": "doc", "content": list(content)})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (node("paragraph", text("a<b")), "<p>a&lt;b</p>"),
        (node("heading", text("h"), level=3), "<h3>h</h3>"),
        (node("heading", text("h"), level=9), "<h6>h</h6>"),
        (node("code_block", text("x\n y"), params="go"), '<pre><code class="language-go">x\n y</code></pre>'),
        (node("codeBlock", text("x")), '<pre><code class="language-text">x</code></pre>'),
        (node("ordered_list", node("list_item", node("paragraph", text("a"))), order=3), '<ol start="3"><li>a</li></ol>'),
        (node("bulletList", node("listItem", node("paragraph", text("a")), node("paragraph", text("b")))), "<ul><li><p>a</p><p>b</p></li></ul>"),
        (node("taskItem", node("paragraph", text("a")), checked=True), '<li><input type="checkbox" checked>a</li>'),
        (node("image", src="https://x/?a&b", alt="图"), '<img src="https://x/?a&amp;b" alt="图">'),
        (node("tableRow", node("tableHeader", text("a"), colspan=2), node("table_cell", text("b"))), '<tr><th colspan="2">a</th><td>b</td></tr>'),
        (node("math_inline", tex="a_1"), '<script type="math/tex">a_1</script>'),
        (node("mathDisplay", text("a_1")), '<script type="math/tex; mode=display">a_1</script>'),
        (node("math_inline", tex="</script><b>"), '<script type="math/tex">< /script><b></script>'),
        (node("video", src="https://v/1"), '<p><a href="https://v/1">https://v/1</a></p>'),
        (node("hard_break"), "<br>"),
        (node("horizontalRule"), "<hr>"),
        (node("callout", node("paragraph", text("kept"))), "<p>kept</p>"),
        (node("vote", id=7), '<p><span class="unknown">[vote] <code>{&quot;id&quot;: 7}</code></span></p>'),
    ],
)  # fmt: skip
def test_every_node_becomes_its_element(given: Any, expected: str):
    assert html(given) == expected


def test_marks_nest_with_code_innermost_and_links_kept():
    link = {"type": "link", "attrs": {"href": "https://example.org/"}}
    shown = html(text("x", "code", "bold", link))
    assert shown == '<strong><a href="https://example.org/"><code>x</code></a></strong>'
    assert html(text("x", "em", "strike", "highlight")) == "<em><del>x</del></em>"


@pytest.mark.parametrize(
    "content", [None, 5, [None, 3, {}], [{"type": "text"}], [{"type": "image", "attrs": None}]]
)
def test_a_broken_document_gives_what_it_has(content: Any):
    to_html({"type": "doc", "content": content})


def test_a_document_nested_absurdly_deep_is_refused():
    deep: dict[str, Any] = {"type": "blockquote"}
    for _ in range(5000):
        deep = node("blockquote", deep)
    with pytest.raises(ValueError, match="nested too deeply"):
        html(deep)
