"""Articles as pages of Tencent Cloud carry them: the JSON found, its content told apart, rendered."""

import json
import time
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from scraper.body import render
from scraper.body.payload import KEY, NoPayload, detail, shape, source

CASES = sorted((Path(__file__).parent / "fixtures" / "tencent_cloud").glob("article_*"))
URL = "https://cloud.tencent.com/developer/article/2740003"


def data(content: Any, article_id: int = 2740003) -> dict[str, Any]:
    """What a page's script holds of an article with this content."""
    info = {"articleId": article_id, "title": "标题", "content": content}
    return {"pageProps": {"fallback": {f"{KEY},params:#articleId:1,,": {"articleInfo": info}}}}


def page(content: Any, **attributes: str) -> str:
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<html><script{given} id="__NEXT_DATA__">{json.dumps(data(content))}</script></html>'


def bodies() -> list[Path]:
    return [case for case in CASES if not (case / "expected.json").read_text().count('"error"')]


@pytest.mark.parametrize("case", bodies(), ids=lambda case: case.name)
def test_the_body_of_a_saved_page_is_what_a_reader_sees(case: Path, accept: bool):
    (post,) = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    html = (case / "page.html").read_text(encoding="utf-8")
    body = render(html, post["url"], post.get("source_format", "html"))
    shown = f"<!-- {body.quality.verdict}: {'; '.join(body.quality.reasons)} -->\n{body.markdown}\n"
    if accept:
        (case / "body.md").write_text(shown, encoding="utf-8")
    assert shown == (case / "body.md").read_text(encoding="utf-8")
    shown.encode()  # no lone surrogate


@pytest.mark.parametrize(
    ("content", "form"),
    [
        ({"blocks": [], "entityMap": {}}, "draftjs"),
        ('{"blocks": [], "entityMap": {}}', "draftjs"),
        ({"type": "doc", "content": []}, "prosemirror"),
        (' {"type": "doc", "content": []}', "prosemirror"),
        ("正文", "markdown"),
        ("{% raw %} begins with a brace {% endraw %}", "markdown"),
        ("[链接](https://example.org) begins with a bracket", "markdown"),
        ("{name} begins with a brace", "markdown"),
        ("d41d8cd98f00b204e9800998ecf8427e", "markdown"),
    ],
)
def test_every_shape_of_content_is_told_by_what_it_is(content: Any, form: str):
    assert shape(detail(page(content), URL))[0] == form


CUT = json.dumps({"blocks": [{"key": "00000", "text": "正文" * 99}], "entityMap": {}})[:-40]
ENCODED = b64encode(("正文" * 99).encode()).decode()


@pytest.mark.parametrize(
    "content",
    [
        *(None, "", "  \n", 7, [], {"blocks": 1}, {"type": "paragraph"}),
        *(CUT, CUT.replace('"', "'"), ENCODED, "{}", "[]", '{"doc": "of another kind"}'),
    ],
)
def test_content_of_no_known_shape_is_named(content: Any):
    with pytest.raises(NoPayload, match="neither Draft.js, ProseMirror nor Markdown"):
        source(page(content), URL)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("<html></html>", "no __NEXT_DATA__"),
        ("", "no __NEXT_DATA__"),
        ('<script id="__NEXT_DATA__">{"props": </script>', "can be read"),
        (f'<script id="__NEXT_DATA__">{"[" * 100_000}</script>', "can be read"),
        ('<script id="__NEXT_DATA__">{"props": {}}</script>', "no key"),
        (f'<script id="__NEXT_DATA__">{{"{KEY[:4]}": 1}}</script>', "no key"),
        (page("text").replace('"articleInfo"', '"articleinfo"'), "no key"),
    ],
)
def test_a_page_without_an_article_says_what_is_missing(broken: str, message: str):
    with pytest.raises(NoPayload, match=message):
        detail(broken, URL)


def test_the_article_of_the_address_is_taken_where_there_are_several():
    both = json.dumps({"x": [data("a"), data("b", 2740009)]})
    html = f'<script id="__NEXT_DATA__">{both}</script>'
    assert source(html, URL) == "a"
    assert source(html, URL.replace("2740003", "2740009")) == "b"


def test_the_script_is_found_whatever_its_other_attributes_are():
    assert source(page("正文", nonce="a1", type="application/json"), URL) == "正文"


def test_a_page_that_opens_a_script_ten_thousand_times_is_read_at_once():
    started = time.perf_counter()
    for opened in ("<script ", '<script id="__NEXT_DATA__">'):
        with pytest.raises(NoPayload):
            detail(opened * 10_000, URL)
    assert time.perf_counter() - started < 5


def test_a_lone_surrogate_is_replaced_and_nothing_else_is_touched():
    text = "half \ud83d, whole \U0001f600, escaped \\ud83d, low \ude00, twice \ud83d\ud83d."
    found = source(page(text), URL)
    assert (
        found == "half \ufffd, whole \U0001f600, escaped \\ud83d, low \ufffd, twice \ufffd\ufffd."
    )
    inside = json.dumps({"blocks": [{"text": "\ud83d"}]})
    assert source(page(inside), URL) == {"blocks": [{"text": "\ufffd"}]}


# The saved payloads of real articles


@pytest.mark.parametrize(
    ("name", "form", "code", "images", "links", "text"),
    [
        ("2470433_draftjs", "draftjs", 4, 5, 9, "服务器端渲染"),
        ("2600529_markdown", "markdown", 1, 3, 2, "点击下一步"),
        ("2636348_draftjs_aicode", "draftjs", 1, 0, 0, "AI提示词"),
    ],
)
def test_a_real_payload_keeps_its_code_images_and_links(
    shared: Path, name: str, form: Any, code: int, images: int, links: int, text: str
):
    file = shared / "corpus" / "tencent_cloud" / f"next_data_{name}.json"
    escaped = file.read_text(encoding="utf-8").replace("</", "<\\/")  # as Next.js writes it
    html = f'<script id="__NEXT_DATA__">{escaped}</script>'
    body = render(html, URL, form)
    assert body.markdown.count("\n```") == 2 * code
    assert len(body.images) == images
    assert body.markdown.count("](") - images == links
    assert text in body.text
    assert body.quality.verdict == "ok"
    body.markdown.encode()
