"""A body that lost code, formulas, tables or pictures by no edit is not taken; an edit is."""

from dataclasses import replace
from typing import Any

import pytest

from archive.store import Archive
from scraper.items import Body, Observation
from tests.made import PROFILE, PROSE, crawl, entry, moment, post, rows

CODE = "```python\nfor page in pages:\n    free(page)\n```"
FORMULA = r"$$\sum_{i=1}^{n} x_i$$"
TABLE = "| 模块 | 耗时 |\n| --- | --- |\n| 页表 | 12 |"
PICTURES = "![一](https://example.org/1.png)\n\n![二](https://example.org/2.png)"
WORDS = "for page in pages: free(page)"


def shown(markdown: str, **given: Any) -> Any:
    """A post whose body has the prose and something else, which reads the same in any case."""
    return post(body=Body(markdown=f"{PROSE}\n\n{markdown}", text=f"{PROSE}\n{WORDS}"), **given)


def versions(archive: Archive) -> int:
    return int(rows(archive, "SELECT count(*) FROM post_versions")[0][0])


@pytest.mark.parametrize(
    ("kind", "markdown"),
    [("code", CODE), ("formulas", FORMULA), ("tables", TABLE), ("images", PICTURES)],
)
def test_a_page_with_the_same_words_and_without_a_kind_of_element_is_changed(
    archive: Archive, kind: str, markdown: str
) -> None:
    crawl(archive, entry(), shown(markdown))
    crawl(archive, entry(), shown(f"{WORDS}。"))
    assert rows(archive, "SELECT seen, missing FROM observations") == [("changed", kind)]
    assert versions(archive) == 1


def test_whoever_records_it_is_told_what_was_recorded_in_its_place(archive: Archive) -> None:
    crawl(archive, entry(), shown(CODE))
    archive.record(replace(PROFILE))
    told = archive.record(shown(WORDS))
    assert isinstance(told, Observation)
    assert (told.seen, told.missing) == ("changed", "code")


def test_an_edit_that_the_site_dates_may_take_out_whatever_it_will(archive: Archive) -> None:
    crawl(archive, entry(), shown(CODE, updated=moment(1)))
    crawl(archive, entry(), post(text=f"{PROSE}\n{WORDS}。", updated=moment(2)))
    assert versions(archive) == 2


def test_an_edit_that_takes_the_words_with_the_code_is_one(archive: Archive) -> None:
    crawl(archive, entry(), post(text=f"{PROSE}\n\n{CODE.replace('page', PROSE)}"))
    crawl(
        archive,
        entry(),
        post(text=f"{PROSE.replace('分页', '分段')}{PROSE.replace('显存', '内存')}"),
    )
    assert not rows(archive, "SELECT seen FROM observations WHERE seen = 'changed'")


def test_the_only_picture_may_go(archive: Archive) -> None:
    crawl(archive, entry(), shown(PICTURES.split("\n")[0]))
    crawl(archive, entry(), shown(f"{WORDS}。"))
    assert not rows(archive, "SELECT seen FROM observations")


def test_a_document_that_is_read_from_html_instead_is_changed(archive: Archive) -> None:
    crawl(archive, entry(), post(text=PROSE, source_format="draftjs"))
    crawl(archive, entry(), post(text=f"{PROSE}。再版。", source_format="html"))
    assert rows(archive, "SELECT missing FROM observations") == [("the source as draftjs",)]
