"""The addresses of a body are found where a Markdown parser finds them, and nowhere else."""

import pyromark
import pytest

from archive.export.addresses import destinations, plain, replaced
from scraper.body.escaping import destination
from tests.conftest import ROOT
from tests.leaving import MARKDOWN, PAPER, PICTURE
from tests.made import address

BODIES = sorted((ROOT / "tests/fixtures/body").glob("*.md"))
PARSER = pyromark.Markdown(
    options=pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_FOOTNOTES
)
LONG = 200_000


def parsed(markdown: str) -> list[str]:
    """The addresses as a parser tells them, in order."""
    found = []
    for event in PARSER.events(markdown):
        if isinstance(event, dict) and isinstance(start := event.get("Start"), dict):
            found += [start[kind]["dest_url"] for kind in ("Link", "Image") if kind in start]
    return [url for url in found if url.startswith("http")]


def scanned(markdown: str) -> list[str]:
    return [found["address"] for found in destinations(markdown)]


def test_addresses_are_found_outside_of_code():
    assert scanned(MARKDOWN)[:3] == [
        address("2") + "?spm=1001#二",
        "https://other.example/2",
        PAPER,
    ]
    assert scanned(MARKDOWN)[3] == destination(PICTURE)
    assert scanned(MARKDOWN) == parsed(MARKDOWN)


@pytest.mark.parametrize("body", BODIES, ids=lambda path: path.stem)
def test_the_same_addresses_are_found_as_by_a_parser(body):
    markdown = body.read_text(encoding="utf-8")
    assert sorted(scanned(markdown)) == sorted(parsed(markdown))


@pytest.mark.parametrize(
    "markdown",
    [
        "`" * LONG,
        "](" * LONG,
        "](http:" + "(" * LONG,
        "\\" * LONG,
        "](http:a(" * LONG,
        "` `` " * LONG,
    ],
    ids=["ticks", "openings", "brackets", "backslashes", "nested", "runs"],
)
def test_no_body_keeps_it_busy(markdown):
    assert replaced(markdown, lambda address: None) == markdown


def test_replacing_leaves_all_else_as_it_stands():
    after = replaced(MARKDOWN, lambda found: "here.png" if found == destination(PICTURE) else None)
    assert after == MARKDOWN.replace(f"({PICTURE} ", "(here.png ")
    assert MARKDOWN.count(PICTURE) == after.count(PICTURE) + 1


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("http://h/a/", "https://h/a#part"),
        ("https://h/?p=1", "https://h?p=1"),
        ("https://h/a/?b=/", "https://h/a?b=/#c?d"),
    ],
)
def test_an_address_is_the_same_with_another_scheme_slash_and_part(url, same):
    assert plain(url) == plain(same)
    assert plain(url) != plain(f"{url}x")
