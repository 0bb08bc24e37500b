"""Drawings of a book: what a browser passes over is mended, and what it draws is left alone."""

import pytest
from lxml import etree

from archive.export import Selection, export
from archive.export.epub.drawing import sound
from tests.books import DRAWING, SVG, fill

XLINK = "{http://www.w3.org/1999/xlink}href"


@pytest.fixture(scope="module")
def drawing() -> etree._Element:
    """The drawing of `tests.books`, mended."""
    return etree.fromstring(sound(SVG))


def values(drawing: etree._Element, name: str) -> list[str | None]:
    return [element.get(name) for element in drawing.iter("{*}*") if name in element.attrib]


def test_names_are_names_and_stand_once(drawing):
    assert values(drawing, "id") == ["_1", "_2", "g", "_3"]


def test_what_was_renamed_is_still_what_is_drawn(drawing):
    first, second = drawing.iter("{*}path")
    assert (first.get("fill"), first.get("clip-path")) == ("url(#_1)", "url(#_2)")
    assert drawing.findtext("{*}style") == ".a { fill: url(#_1) }"
    assert (first.get("stroke"), second.get("fill")) == ("red", "none")


def test_a_reference_leads_to_what_can_be_shown_and_a_link_nowhere(drawing):
    assert [use.get(XLINK) or use.get("href") for use in drawing.iter("{*}use")] == [
        *("#g", "#_3"),
        *(None, None, None),
    ]
    assert [link.get(XLINK) for link in drawing.iter("{*}a")] == [None, None]


def test_a_sound_drawing_says_what_it_said():
    content = b'<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><path fill="#fff"/></g></svg>'
    assert sound(content) == content


def test_a_drawing_that_has_decayed_is_told_and_the_book_goes_without(archive, tmp_path):
    fill(archive)
    media = (medium for post in Selection(archive) for medium in post.media)
    next(medium for medium in media if medium.url == DRAWING).path.write_bytes(SVG[:-9])
    assert export("epub", Selection(archive), tmp_path / "a.epub").lost == 1
