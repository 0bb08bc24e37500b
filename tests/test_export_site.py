"""A site on a disk, in a real Chromium: read, searched in Chinese, and nothing asked of anybody."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from archive.export import Selection, export
from archive.export.names import digits
from archive.export.site.index import WORD, Index, part_of
from archive.search import search
from archive.search.segment import segment
from archive.store import Archive
from scraper.items import Body, Image, Link
from tests.books import DRAWING, MARKDOWN, PICTURE, fill, png
from tests.chromium import Reader, launched, needs_chromium
from tests.leaving import hold
from tests.made import PROFILE, PROSE, address, crawl, moment, post

#: What is typed → what `blog-archiver search` finds is found on the disk, too.
QUERIES = (
    *(
        "显存",
        "显",
        "显存优化",
        "显存 优化",
        "缓存 -推理",
        "vLLM推理",
        "C++",
        "Ｃ＋＋",
        "CUDA",
        "cuda graph",
    ),
    *(
        "constructor",
        "__proto__",
        "分页管理",
        "没有的词",
        "-显存",
        "!?",
        "é",
        "😀",
        "toString 缓存",
        "标签甲",
    ),
    *(
        "vLLM OR 存储",
        "显存 | 缓存 -优化",
        "NOT 显存 缓存 AND x",
        '"CUDA Graph"',
        "缓存 “CUDA Graph”",
        "“C++ 写成",
        "constr*",
        "vl*",
        "办法 OR",
        "--显存",
        '"" * -',
        "café-x",
    ),
)
TEXTS = {
    "2": "显存优化的办法，vLLM 推理很快。",
    "3": "缓存与推理：CUDA Graph 用 C++ 写成。",
    "4": "缓存，constructor 与 toString 是名字。café 🤗 x",
    "5": "</script><script>alert(1)</script> 显示\u2028存储",
}
#: A title that no line holds and no space parts.
UNBROKEN = "A" * 121
#: Texts that are cut into words; in a browser as here.
CUT = (
    *(
        "显存优化, vLLM推理",
        "C++ 与 c# 与 i++、F#",
        "ＡＢＣ１２３",
        "①²½™",
        "a\u00adb\u200bc",
        "カタカナとひらがな한국어",
    ),
    *("𠀀𠀁𠀂", "🤗Transformers ❤️", "x_y.z-1", "é e\u0301 Ö", "\ue02b\uf8ff", "Ⅷ ٣", "显\n存", ""),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as opened:
        yield opened


@pytest.fixture
def read(browser: Browser, site: Path) -> Iterator[Callable[[str], Page]]:
    """Open a page of the site, whose address may say what is looked for; nothing may be amiss in the end."""
    reader = Reader(browser, site.as_uri())

    def open_page(name: str) -> Page:
        reader.page.goto(f"{site.as_uri()}/{name}")
        return reader.page

    yield open_page
    reader.leave()


def fill_site(archive: Archive) -> None:
    """A post with everything, those of TEXTS, and one of another profile."""
    whole = post(
        "1", title="显存的分页", published=moment(1), tags=("标签甲",), licence="CC BY-SA 4.0"
    )
    whole.body = Body(markdown=MARKDOWN, text=PROSE, images=(Image(url=PICTURE),))
    whole.links = (Link(role="crosspost", url=address("3")),)
    others = [
        post(number, text, title=f"<b>第</b> {number} 篇", published=moment(int(number)))
        for number, text in TEXTS.items()
    ]
    unbroken = post("8", "只有标题很长。", title=UNBROKEN, published=moment(8))
    crawl(archive, whole, *others, unbroken)
    archive.record(replace(PROFILE, handle="other", name="别人"))
    archive.record(replace(post("9", title="别人的一篇"), handle="other"))
    hold(archive, PICTURE, png(), "image/png")


@pytest.fixture(scope="module")
def archive_of_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive.open(tmp_path_factory.mktemp("site") / "archive.db", create=True) as archive:
        fill_site(archive)
        yield archive


@pytest.fixture(scope="module")
def site(archive_of_site: Archive) -> Path:
    """The site, written once."""
    out = archive_of_site.path.parent / "网站 #1"
    export("site", Selection(archive_of_site), out)
    return out


def page_of(archive: Archive, title: str) -> str:
    """The page of a post."""
    found = next(each for each in Selection(archive) if each.title == title)
    return f"posts/{digits(found.reference)}.html"


def hits(page: Page) -> list[str]:
    """The titles found, when they are there."""
    expect(page.locator("#found")).to_contain_text("post")
    return page.locator("#hits h2").all_inner_texts()


@needs_chromium
def test_from_the_first_page_a_word_is_found_and_its_post_read(read: Callable[[str], Page]):
    page = read("index.html")
    page.get_by_role("searchbox").fill("显存")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_have_text("3 posts")
    expect(page.locator("#hits .snippet mark").first).to_have_text("显存")
    page.get_by_role("link", name="显存的分页").click()
    expect(page.locator("article header h1")).to_have_text("显存的分页")


@needs_chromium
def test_what_the_archive_finds_is_found_on_the_disk(
    read: Callable[[str], Page], archive_of_site: Archive
):
    page = read("search.html")
    for query in QUERIES:
        page = read(f"search.html?q={quote(query)}")
        known = {hit.title for hit in search(archive_of_site.db, query)}
        assert set(hits(page)) == known, query


@needs_chromium
@pytest.mark.parametrize(
    ("query", "marks"),
    [
        ('"CUDA Graph"', ["CUDA Graph"]),
        ('"Graph CUDA" -显存', ["CUDA", "Graph"]),
        ("vL* OR 写成", ["写成", "vL"]),
        ('"C++ - 用"', ["用", "C++"]),
    ],
)
def test_what_was_looked_for_is_marked_and_not_how_it_was_typed(
    read: Callable[[str], Page], query: str, marks: list[str]
):
    page = read(f"search.html?q={quote(query)}")
    hits(page)
    shown = page.locator("#hits .snippet mark")
    expect(shown).to_have_count(len(marks))
    assert shown.all_inner_texts() == marks


@needs_chromium
def test_a_browser_cuts_texts_into_the_words_of_the_index(read: Callable[[str], Page]):
    page = read("search.html?q=x")
    hits(page)
    for text in CUT:
        cut = page.evaluate("async text => cutting(await load('rules')).words(text)", text)
        words = set(WORD.findall(segment(text)))
        assert set(cut) <= words, text
        assert all(len(tail) == 1 for tail in words - set(cut)), text


@needs_chromium
def test_a_post_shows_its_picture_its_formulas_and_whose_it_is(
    read: Callable[[str], Page], archive_of_site: Archive
):
    page = read(page_of(archive_of_site, "显存的分页"))
    expect(page.locator(".katex").first).to_be_visible()
    assert (
        page.locator(".body img").first.evaluate("one => one.decode().then(() => one.naturalWidth)")
        == 4
    )
    expect(page.locator(".licence")).to_contain_text("CC BY-SA 4.0")
    expect(page.get_by_role("link", name="Original")).to_have_attribute("href", address("1"))
    expect(page.locator(f"a.absent[title*='{DRAWING}']")).to_be_visible()


@needs_chromium
def test_links_between_posts_stay_on_the_disk(
    read: Callable[[str], Page], archive_of_site: Archive
):
    page = read(page_of(archive_of_site, "显存的分页"))
    page.get_by_role("link", name="后一篇", exact=True).click()
    expect(page.locator("article header h1")).to_have_text("<b>第</b> 2 篇")
    page.locator("[rel=next]").click()
    expect(page.locator("article header h1")).to_have_text("<b>第</b> 3 篇")


@needs_chromium
def test_every_page_can_be_looked_at_and_every_link_of_it_be_followed(
    read: Callable[[str], Page], site: Path
):
    for path in sorted(site.rglob("*.html")):
        page = read(quote(path.relative_to(site).as_posix()))
        ways = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        near = [way.partition("?")[0].partition("#")[0] for way in ways if way.startswith("file:")]
        known = {each.as_uri() for each in site.rglob("*")}
        assert set(near) <= known, path


@needs_chromium
def test_a_title_without_a_space_is_broken_on_a_small_phone(
    browser: Browser, site: Path, archive_of_site: Archive
):
    page = browser.new_page(viewport={"width": 340, "height": 800})
    for name in (page_of(archive_of_site, UNBROKEN), "index.html", "search.html?q=标题很长"):
        page.goto(f"{site.as_uri()}/{name}")
        expect(page.get_by_text(UNBROKEN).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 340, name
    page.close()


@needs_chromium
def test_a_part_that_is_missing_is_named(
    browser: Browser, archive_of_site: Archive, tmp_path: Path
):
    export("site", Selection(archive_of_site), tmp_path / "site")
    (tmp_path / "site/search/posts.js").unlink()
    page = Reader(browser, tmp_path.as_uri()).page
    page.goto(f"{(tmp_path / 'site').as_uri()}/search.html?q=x")
    expect(page.locator("#found")).to_have_text("search/posts.js is missing")


def test_a_profile_has_a_page_of_its_posts_newest_first(site: Path):
    pages = [path.read_text("utf-8") for path in (site / "profiles").iterdir()]
    (page,) = [each for each in pages if "<h1>林深</h1>" in each]
    assert [page.index(f"第&lt;/b&gt; {number} 篇") for number in "5432"] == sorted(
        page.index(f"第&lt;/b&gt; {number} 篇") for number in "5432"
    )
    assert "别人的一篇" not in page


def test_a_later_export_touches_nothing_and_another_archive_of_the_same_gives_the_same(
    archive_of_site: Archive, site: Path, tmp_path: Path
):
    assert export("site", Selection(archive_of_site), site).written == 0
    with Archive.open(tmp_path / "archive.db", create=True) as again:
        fill_site(again)
        export("site", Selection(again), tmp_path / "site")
    files = [path for path in site.rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in files] == [
        (tmp_path / "site" / path.relative_to(site)).read_bytes() for path in files
    ]


def test_bodies_that_break_everything_are_pages_all_the_same(archive: Archive, tmp_path: Path):
    fill(archive)
    outcome = export("site", Selection(archive), tmp_path / "site")
    assert len(list((tmp_path / "site/posts").iterdir())) == outcome.posts


def test_the_parts_of_an_index_hold_every_word_once():
    with Index(1000) as index:
        for number in range(1000):
            index.add(f"显存 {number} word{number % 7}")
        parts = {name: part for name, part in index.parts() if name != "rules"}
    assert len(parts) == 32
    assert sum(parts[str(part_of("显存", 32))]["显存"]) == 999
    words = [word for part in parts.values() for word in part]
    assert len(words) == len(set(words)) == 1000 + 7 + 2
