"""Hand-written pages of every markup family, each beside the Markdown that a reader would call perfect.

`fixtures/body/<element>--<family>.html` begins with a comment that gives the page's address. After a
change of a step `pytest --accept` rewrites the Markdown, for a reviewer to read.
"""

import re
from pathlib import Path

import pytest

from scraper.body import page_to_markdown, render

PAGES = sorted((Path(__file__).parent / "fixtures/body").glob("*.html"))

# Pages that are incomplete on purpose, and what their quality says
FAULTS = {
    "code--empty-tencent": ("partial", "1 code blocks are empty on the page"),
    "math--drawing-only": ("suspect", "1 formulas read back from their drawing"),
    "math--mathjax-svg": ("suspect", "1 formulas read back from their drawing"),
}


def opened(path: Path) -> tuple[str, str]:
    """A page and its address."""
    page = path.read_text()
    address = re.match(r"<!-- url: (\S+) -->", page)
    assert address, f"{path.name} does not begin with its address"
    return page, address[1]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_gives_the_markdown_beside_it(path: Path, accept: bool) -> None:
    page, url = opened(path)
    found = page_to_markdown(page, url) + "\n"
    expected = path.with_suffix(".md")
    if accept:
        expected.write_text(found)
    assert found == expected.read_text()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_body_that_lost_nothing_is_ok_and_one_that_did_says_what(path: Path) -> None:
    quality = render(*opened(path), "html").quality
    verdict, reason = FAULTS.get(path.stem, ("ok", ""))
    assert (quality.verdict, any(map(re.compile(re.escape(reason)).match, quality.reasons))) == (
        verdict,
        bool(reason),
    ), quality
