"""Books: what readers of books take, whatever the archive holds."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest
from lxml import etree

from archive.export import Selection, export
from archive.export.epub.formulas import mathml
from archive.export.epub.xhtml import xhtml
from archive.store import Archive
from scraper.configuration import ConfigurationError
from tests.books import ADDRESSES, GOOD, PICTURE, fill, judged, needs_java, png
from tests.made import crawl, post

XHTML = "{http://www.w3.org/1999/xhtml}"
MATH = "{http://www.w3.org/1998/Math/MathML}"
FIRST = "显存 & <b>分页</b>"


@contextmanager
def filled(path: Path) -> Iterator[Archive]:
    with Archive.open(path, create=True) as archive:
        fill(archive)
        yield archive


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of everything, made once."""
    folder = tmp_path_factory.mktemp("book")
    with filled(folder / "archive.db") as archive:
        outcome = export("epub", Selection(archive), folder / "a.epub")
    assert (outcome.files, outcome.written, outcome.lost) == (1, 1, 0)
    return folder / "a.epub"


def pages(book: Path) -> dict[str, etree._Element]:
    """The pages of a book by their titles."""
    with ZipFile(book) as file:
        names = [name for name in file.namelist() if name.endswith(".xhtml")]
        found = [etree.fromstring(file.read(name)) for name in names]
    return {str(page.findtext(f".//{XHTML}title")): page for page in found}


@needs_java
def test_epubcheck_has_nothing_to_say_of_a_book_whose_authors_broke_everything(made: Path):
    assert judged(made) == []


def test_a_book_is_told_by_its_first_bytes(made: Path):
    with ZipFile(made) as file:
        first = file.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        assert file.read("mimetype") == b"application/epub+zip"


def test_every_page_shows_whose_it_is_and_leads_to_where_it_stands(made: Path):
    facts = pages(made)[FIRST].find(f".//{XHTML}p[@class='facts']")
    assert "林深 · 原创 · CC 4.0 BY-SA" in "".join(facts.itertext())
    assert facts.find(f"{XHTML}a").get("href").startswith("https://blog.csdn.net/linshen/")


def test_formulas_are_mathml_and_say_their_tex_and_what_is_none_stays_as_it_was_typed(made: Path):
    page = pages(made)[FIRST]
    assert len(page.findall(f".//{MATH}math")) == 3
    assert page.find(f".//{MATH}math").get("alttext") == "O(n^2)"
    assert [
        span.text for span in page.findall(f".//{XHTML}span[@class='math inline']") if span.text
    ] == ["\\frac"]


def test_pictures_are_inside_and_those_that_readers_need_not_know_lead_to_the_web(made: Path):
    page = pages(made)[FIRST]
    sources = [picture.get("src") for picture in page.iter(f"{XHTML}img")]
    with ZipFile(made) as file:
        assert [source.rpartition(".")[2] for source in sources] == ["png", "svg"]
        assert file.read(f"book/{sources[0]}") == png()
    absent = [link.get("href") for link in page.findall(f".//{XHTML}a[@class='absent']")]
    assert absent == ["https://img.example/icon.bmp", "https://img.example/never.png"]


def test_links_between_posts_of_the_book_lead_to_its_pages(made: Path):
    links = {link.text: link.get("href") for link in pages(made)[FIRST].iter(f"{XHTML}a")}
    with ZipFile(made) as file:
        assert f"book/{links['后一篇']}" in file.namelist()
    assert links["别处"] == "https://other.example/2"


def test_code_is_coloured_by_the_style_of_the_book(made: Path):
    word = pages(made)[FIRST].find(f".//{XHTML}code/{XHTML}span")
    with ZipFile(made) as file:
        assert f".{word.get('class')}," in file.read("book/book.css").decode()


def test_the_table_of_contents_has_every_post_in_order_and_its_parts(made: Path):
    contents = pages(made)["all posts"]
    posts = contents.findall(f".//{XHTML}nav/{XHTML}ol/{XHTML}li")
    assert [entry.find(f"{XHTML}a").text for entry in posts][:2] == [FIRST, "第 2 篇\ufffd"]
    assert [part.text for part in posts[0].findall(f".//{XHTML}ol//{XHTML}a")] == ["公式", "代码"]


def test_a_book_of_one_profile_has_its_name(made: Path):
    with filled(made.parent / "other.db") as archive:
        book = made.parent / "profile.epub"
        export("epub", Selection(archive, profiles=("csdn:linshen",)), book)
    assert "林深" in pages(book)


def test_of_addresses_those_that_lead_somewhere_stay_and_the_words_of_all():
    links = "".join(f'<a href="{address}" rel="nofollow">去</a>' for address in ADDRESSES + GOOD)
    body = etree.fromstring(xhtml(links))
    assert [a.get("href") for a in body.iter("a") if a.get("rel")] == ["http://ａ.b/", *GOOD]
    assert len(body.findall("a")) == len(ADDRESSES + GOOD)


def test_a_body_that_is_too_much_is_there_as_its_markdown(made: Path):
    sources = [page.findtext(f".//{XHTML}pre") or "" for page in pages(made).values()]
    assert any("**显存** & " * 500 in source for source in sources)


@pytest.mark.parametrize("tex", ["\\frac", "x" * 4001, "\\sqrt" * 400 + "x"])
def test_what_is_no_formula_or_too_deep_is_none(tex: str):
    assert mathml(tex, block=True) is None


def test_two_books_of_the_same_posts_are_equal_and_the_second_is_not_written(made: Path):
    before = made.stat()
    with filled(made.parent / "again.db") as archive:
        assert export("epub", Selection(archive), made).written == 0
    assert made.stat() == before


def test_a_missing_picture_is_told_and_the_book_goes_without(archive: Archive, tmp_path: Path):
    fill(archive)
    kept = next(medium for medium in next(iter(Selection(archive))).media if medium.url == PICTURE)
    kept.path.unlink()
    assert export("epub", Selection(archive), tmp_path / "a.epub").lost == 1
    assert len(list(pages(tmp_path / "a.epub")[FIRST].iter(f"{XHTML}img"))) == 1


def test_a_book_is_no_other_kind_of_file(archive: Archive, tmp_path: Path):
    crawl(archive, post())
    with pytest.raises(ConfigurationError, match="ends in .epub"):
        export("epub", Selection(archive), tmp_path / "archive.db.bak")
