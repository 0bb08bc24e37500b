"""A post is read in Datasette as its author meant it, and says what is not there."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from lxml import html

from archive.store import Archive
from scraper.items import Body, Image, Link, Post, Quality
from scraper.media import Media
from tests.datasette import PYTHONS, serving
from tests.made import (
    PROSE,
    START,
    WHOSE,
    address,
    crawl,
    entry,
    listing,
    moment,
    observation,
    post,
    rows,
)

PICTURES = "https://img.example.com"
BODY = f"""显存 $O(n^2)$ 见脚注[^1]，行内 $$a_i$$ 与 \\$5 <kbd>C</kbd> <b>字</b>。

## 一、公式

$$
\\frac{{a}}{{b}}
$$

### 代码

```python
def free(): pass  # 分页
```

## 二、其余

| 甲 | 乙 |
| --- | ---: |
| 一 | 二 |

![图一]({PICTURES}/1.png) ![图二]({PICTURES}/2.png) [![图三]({PICTURES}/2.png)](https://example.com/a)

> [!NOTE] 标题
> 内容

[论文]({PICTURES}/a.pdf) [相对](/-/logout)

词条

:   定义

[^1]: 脚注的说明。
"""


def whole() -> Post:
    """A post with everything that a body may have."""
    images = tuple(Image(url=f"{PICTURES}/{name}.png") for name in "12")
    return post(
        "1",
        title="显存优化",
        body=Body(markdown=BODY, text=PROSE, images=images),
        tags=("大模型",),
        language="zh",
        licence="CC 4.0 BY-SA",
        published=moment(5),
        links=(
            Link(role="cross_post", url=address("2"), label="另一篇"),
            Link(role="cross_post", url="https://example.com/same"),
        ),
    )


def make(archive: Archive) -> None:
    doubtful = Body(
        markdown=PROSE,
        text=PROSE,
        quality=Quality(verdict="suspect", reasons=("two formulas less",)),
    )
    for day in range(3):
        now = START + timedelta(days=day)
        archive.clock = lambda now=now: now
        crawl(
            archive,
            *(entry(str(number)) for number in range(1, 6)),
            Post(**{**vars_of(whole()), "metrics": {"views": 10**day, "likes": 3}}),
            post("2", title="另一篇", published=moment(6), body=doubtful),
            post("3", title="没有许可", published=moment(4)),
            observation("locked", "3"),
            observation("gone", "4", reason="404 Not Found"),
            listing(seen=5),
        )
    for name, content, kind in (
        ("1.png", b"png", "image/png"),
        ("a.pdf", b"pdf", "application/pdf"),
    ):
        got = {"state": "held", "content": content, "media_type": kind}
        archive.record(Media(**WHOSE, url=f"{PICTURES}/{name}", **got))  # type: ignore[arg-type]


def vars_of(item: Post) -> dict[str, object]:
    return {name: getattr(item, name) for name in Post.__dataclass_fields__}


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    path: Path = tmp_path_factory.mktemp("reading") / "archive.db"
    with Archive.open(path, create=True) as archive:
        make(archive)
        assert rows(archive, "SELECT source_id FROM posts ORDER BY id") == [(n,) for n in "12345"]
    with serving(request.param, path) as client:
        yield client


def read(site: httpx.Client, number: int = 1) -> html.HtmlElement:
    answer = site.get(f"/archive/-/post/{number}")
    answer.raise_for_status()
    return html.fromstring(answer.text)


def texts(page: html.HtmlElement, css: str) -> list[str]:
    return [" ".join(found.text_content().split()) for found in page.cssselect(css)]


def test_formulas_are_there_as_their_source_and_money_is_none(site: httpx.Client) -> None:
    page = read(site)
    assert texts(page, ".math.inline") == ["O(n^2)"]
    assert texts(page, ".math.block") == ["a_i", "\\frac{a}{b}"]
    assert "与 $5" in page.text_content()


def test_code_is_coloured_and_named(site: httpx.Client) -> None:
    page = read(site)
    assert texts(page, "figure.code .language") == ["python"]
    assert texts(page, "figure.code .k") == ["def", "pass"]


def test_the_contents_lead_to_the_headings(site: httpx.Client) -> None:
    page = read(site)
    links = page.cssselect(".contents a")
    assert [link.text for link in links] == ["一、公式", "代码", "二、其余"]
    for link in links:
        assert page.get_element_by_id(link.get("href")[1:]).text == link.text


def test_footnotes_lead_there_and_back(site: httpx.Client) -> None:
    page = read(site)
    (reference,) = page.cssselect(".footnote-ref a")
    note = page.get_element_by_id(reference.get("href")[1:])
    (back,) = note.cssselect(".footnote-backref")
    assert page.get_element_by_id(back.get("href")[1:]) is reference


def test_tables_scroll_by_keyboard_and_keep_their_alignment(site: httpx.Client) -> None:
    page = read(site)
    assert page.cssselect(".body .table[tabindex='0'] table")
    assert texts(page, ".body td.right") == ["二"]


def test_of_html_only_what_the_writer_leaves_is_html(site: httpx.Client) -> None:
    page = read(site)
    assert texts(page, ".body kbd") == ["C"]
    assert "<b>字</b>" in page.text_content()


def test_a_callout_has_its_title_and_a_term_its_definition(site: httpx.Client) -> None:
    page = read(site)
    assert texts(page, ".markdown-alert-note .markdown-alert-title") == ["标题"]
    assert texts(page, ".body dt") == ["词条"]
    assert texts(page, ".body dd") == ["定义"]


def test_a_held_picture_is_shown_from_the_archive(site: httpx.Client) -> None:
    (picture,) = read(site).cssselect(".body img")
    assert picture.get("alt") == "图一"
    assert site.get(picture.get("src")).content == b"png"


def test_a_picture_that_is_not_held_is_a_link_to_where_it_was(site: httpx.Client) -> None:
    page = read(site)
    alone, in_link = page.cssselect(".body .absent")
    assert (alone.text, alone.get("href")) == ("图二", f"{PICTURES}/2.png")
    assert (in_link.text, in_link.tag) == ("图三", "span")
    assert in_link.getparent().get("href") == "https://example.com/a"


def test_a_held_file_is_linked_here_and_nothing_leads_into_datasette(site: httpx.Client) -> None:
    links = {link.text: link for link in read(site).cssselect(".body a")}
    assert site.get(links["论文"].get("href")).content == b"pdf"
    assert links["相对"].get("href") is None


def test_counts_have_their_course(site: httpx.Client) -> None:
    page = read(site)
    assert texts(page, ".counts > li > span") == ["3 likes", "100 views"]
    assert [plot.get("aria-label") for plot in page.cssselect(".counts svg")] == [
        "views: 2026-03-01, 1 to 100, 2026-03-03"
    ]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, []),
        (2, ["Perhaps not all of it came through (suspect): two formulas less."]),
        (3, ["Locked: since 2026-03-03 the site shows only a part of it."]),
        (
            4,
            ["Its text is not archived: 404 Not Found.", "The site has it no more: 404 Not Found."],
        ),
        (5, ["Its text is not archived: it was not fetched yet."]),
    ],
)
def test_a_reader_is_told_what_is_wrong_with_a_body(
    site: httpx.Client, number: int, said: list[str]
) -> None:
    assert texts(read(site, number), ".notice") == said


def test_the_posts_of_a_profile_follow_each_other(site: httpx.Client) -> None:
    page = read(site)
    assert texts(page, "[rel=prev]") == ["← 没有许可"]
    assert texts(page, "[rel=next]") == ["另一篇 →"]
    newer = site.get(page.cssselect("[rel=next]")[0].get("href")).text
    assert html.fromstring(newer).findtext(".//h1") == "另一篇"


def test_where_else_it_is_and_whose_it_is(site: httpx.Client) -> None:
    page = read(site)
    links = {link.text: link.get("href") for link in page.cssselect(".post-end section a")}
    assert links == {
        "另一篇": "/archive/-/post/2",
        "https://example.com/same": "https://example.com/same",
    }
    assert "Its licence is CC 4.0 BY-SA." in texts(page, ".licence")[0]
    assert "names no licence" in texts(read(site, 3), ".licence")[0]
    assert page.cssselect(f".facts a[href='{address('1')}']")


def test_the_language_is_told_to_the_browser(site: httpx.Client) -> None:
    assert read(site).get("lang") == "zh"


def test_there_is_no_page_of_a_post_that_is_not_there(site: httpx.Client) -> None:
    assert site.get("/archive/-/post/99").status_code == 404
    assert site.get(f"/archive/-/post/{10**30}").status_code == 404
