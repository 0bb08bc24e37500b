"""The pages in a real Chromium: what is seen, what the keyboard reaches, what the console says."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image as Picture
from playwright.sync_api import Browser, Page, expect

from archive.store import Archive
from scraper.items import Body, Image, Post
from scraper.media import Media
from tests.chromium import WIDTHS, Reader, launched, needs_chromium
from tests.datasette import PYTHONS, serving
from tests.lives import live
from tests.made import PROSE, START, WHOSE, crawl, entry, moment, post

pytestmark = needs_chromium

PICTURE = "https://img.example.com/1.png"
TITLE = "显存分页的一张图"
BODY = f"""显存 $O(n^2)$ 见脚注[^1]。

## 一、公式

$$
\\frac{{a}}{{b}}
$$

## 二、代码

```python
def free(pages): return [page for page in pages if page.used]  # 分页管理，很长的一行，一屏放不下
```

## 三、其余

| 甲 | 乙 | 丙 | 丁 | 戊 |
| --- | ---: | --- | --- | --- |
| 模型 | 2 | 吞吐提高了 | 显存多用了一些 | 完 |

![图一]({PICTURE}) ![图二](https://img.example.com/2.png)

{PROSE}

[^1]: 脚注的说明。
"""
#: Every page of ours: its address below the archive's.
PAGES = {
    "home": "-/home",
    "hits": "-/search?q=显存&platform=csdn",
    "nothing found": "-/search?q=显存没有的词",
    "post": "-/post/6",
    "post that is gone": "-/post/3",
    "history": "-/post/6/history",
    "side by side": "-/post/6/diff",
    "in one text": "-/post/6/diff?view=inline",
    "profile": "-/profile/1",
    "changes": "-/changes",
    "absent": "-/post/99",
}


#: Bodies of a post each, from the seventh: each would take a browser many seconds, or its life.
BOMBS = {
    "roots in each other": "$$" + "\\sqrt{" * 150 + "x" + "}" * 150 + "$$",
    "sizes in each other": "\n\n".join(["$$" + "\\tiny " * 89 + "x$$"] * 700),
    "cells": "\n\n".join(["$$\\begin{matrix}" + "&" * 3900 + "\\end{matrix}$$"] * 50),
    "a megabyte": "显存 $x^2$ 优化。\n\n" * 90_000,
}
#: The rules of axe-core for what colours and widths can spoil.
LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]


def illustrated(text: str) -> Post:
    """A post with everything that a reader may see."""
    images = tuple(Image(url=f"https://img.example.com/{name}.png") for name in "12")
    body = Body(markdown=text, text=text, images=images)
    return post("9", text, title=TITLE, body=body, published=moment(9), language="zh")


def make(path: Path) -> None:
    """The lives of tests/lives.py, a sixth post that was edited once, and the bombs."""
    live(path)
    drawn = BytesIO()
    Picture.new("RGB", (64, 48), "teal").save(drawn, "PNG")
    with Archive.open(path) as archive:
        for day, text in enumerate((BODY, BODY.replace("按需分配", "提前分配")), start=10):
            now = START + timedelta(days=day)
            archive.clock = lambda now=now: now
            crawl(archive, entry("9", title=TITLE, published=moment(9)), illustrated(text))
        held = {"state": "held", "content": drawn.getvalue(), "media_type": "image/png"}
        archive.record(Media(**WHOSE, url=PICTURE, **held))
        for number, text in enumerate(BOMBS.values(), start=10):
            bomb = post(str(number), body=Body(markdown=text, text="一"), published=moment(10))
            crawl(archive, entry(str(number)), bomb)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as running:
        yield running


@pytest.fixture(scope="module", params=PYTHONS)
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path: Path = tmp_path_factory.mktemp("browser") / "archive.db"
    make(path)
    with serving(request.param, path) as client:
        yield str(client.base_url)


@pytest.fixture
def reader(browser: Browser, home: str) -> Iterator[Callable[..., Reader]]:
    """`reader("phone")`; in the end, whoever it was asked nothing outside and saw no error."""
    readers: list[Reader] = []

    def comes(device: str = "desktop", **options: object) -> Reader:
        readers.append(Reader(browser, home, device, **options))
        return readers[-1]

    yield comes
    for each in readers:
        each.leave()


def test_by_keyboard_from_the_search_box_to_what_changed_and_back(reader):
    by_keyboard = reader()
    page = by_keyboard.open("-/home")
    page.keyboard.press("/")
    page.keyboard.type("显存分页的一张图")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.keyboard.press("j")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(TITLE)
    by_keyboard.follow("2 versions")
    by_keyboard.follow("version 2")
    expect(page.locator("ins").first).to_have_text("提前")
    expect(page.locator("del").first).to_have_text("按需")
    by_keyboard.follow("History")
    by_keyboard.follow(TITLE)
    expect(page.locator(".body")).to_contain_text("提前分配")


def test_formulas_are_set_in_their_own_letters(reader):
    page = reader().open("-/post/6")
    expect(page.locator(".math.inline .katex")).to_be_visible()
    expect(page.locator(".math.block .katex .mfrac").last).to_be_visible()
    page.wait_for_function("document.fonts.status === 'loaded'")
    assert page.evaluate(
        "[...document.fonts].some(f => f.family === 'KaTeX_Math' && f.status === 'loaded')"
    )


def test_a_formula_is_set_when_it_comes_near_to_sight(reader):
    last = reader().open("-/post/8").locator(".math").last
    expect(last).to_contain_text("tiny")
    last.scroll_into_view_if_needed()
    expect(last.locator(".katex")).to_be_visible()


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_laid_out_or_shown_as_its_source_within_two_seconds(reader, bomb):
    hit = reader()
    hit.open("-/home")
    before = hit.worked()
    page = hit.open(f"-/post/{7 + [*BOMBS].index(bomb)}")
    assert hit.worked() - before < 2
    expect(page.locator(".body").locator(".math, pre").first).to_be_visible()


def test_code_is_coloured_and_copied(reader):
    page = reader().open("-/post/6")
    colour = "element => getComputedStyle(element).color"
    assert page.locator(".code .k").first.evaluate(colour) != page.locator("code").first.evaluate(
        colour
    )
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("def free(pages)")


def test_pictures_are_there_or_their_place_is(reader):
    page = reader().open("-/post/6")
    expect(page.get_by_alt_text("图一")).to_have_js_property("naturalWidth", 64)
    expect(page.locator("a.absent")).to_have_text("图二")


def test_wide_tables_and_code_scroll_by_themselves_on_a_phone(reader):
    page = reader("phone").open("-/post/6")
    for wide in (".body .table", ".code pre"):
        assert page.locator(wide).evaluate("it => it.scrollWidth > it.clientWidth"), wide


def test_tables_of_ours_need_no_scrolling_on_a_phone(reader):
    visitor = reader("phone")
    for name in ("home", "history", "profile"):
        table = visitor.open(PAGES[name]).locator(".table").last
        assert table.evaluate("it => it.scrollWidth <= it.clientWidth"), name


@pytest.mark.parametrize("name", PAGES)
def test_everyone_can_read_each_page_in_the_light_and_on_a_phone_in_the_dark(reader, name):
    page = reader().open(PAGES[name])
    assert not amiss(page)
    page.set_viewport_size({"width": WIDTHS["phone"], "height": 800})
    page.emulate_media(color_scheme="dark")
    assert not amiss(page, runOnly=LOOKS)
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTHS["phone"]


def amiss(page: Page, **options: object) -> list[tuple[str, list[str]]]:
    """What axe-core finds wrong with a page: the rule, and the elements that break it."""
    found = Axe().run(page, options=options).response["violations"]
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found]


@pytest.mark.parametrize("device", WIDTHS)
def test_rows_are_in_sight_on_datasettes_own_page_of_a_search(reader, device):
    page = reader(device).open("articles?_search=显存")
    expect(page.locator("table.rows-and-columns tbody tr").first).to_be_in_viewport()
