"""The addresses of a body are found where a Markdown parser finds them, and nowhere else."""

import pyromark
import pytest

from archive.export.destinations import destinations, replaced
from scraper.body.escaping import destination
from tests.conftest import ROOT
from tests.leaving import MARKDOWN, PAPER, PICTURE
from tests.made import PROSE, address

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
    return [found.spellings[-1] for found in destinations(markdown)]


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


#: What is replaced in a body, and what it is then, where each address is `here.png`.
WRITTEN = {
    "inline": ("中[文](https://h/ '题')", "中[文](here.png '题')"),
    "between": ("![图](<https://h/a b>)", "![图](<here.png>)"),
    "nested": ('[![图](http://h/1)](HTTPS://h/(2) "](")', '[![图](here.png)](here.png "](")'),
    "empty": ("[](https://h/)![](https://h/)", "[](here.png)![](here.png)"),
    "quoted": ("> - [a\n>   b](\n>   https://h/)", "> - [a\n>   b](\n>   https://h/)"),
    "reference": (
        "[文][r] ![图][R]\n\n[r]: https://h/ (题)",
        "[文][r] ![图][R]\n\n[r]: here.png (题)",
    ),
    "brackets": ("[r\\]]\n\n> [r\\]]: <https://h/>", "[r\\]]\n\n> [r\\]]: <here.png>"),
    "autolink": ("见<https://h/_a_]>。", "见[https://h/\\_a\\_\\]](here.png)。"),
    "element": (
        "<p align=center>\n<img\n width=1 src='https://h/'>\n</p>",
        "<p align=center>\n<img\n width=1 src='here.png'>\n</p>",
    ),
    "inline element": ('一<A href="https://h/">二</A>', '一<A href="here.png">二</A>'),
    "bare": ("见 https://h/", "见 https://h/"),
    "tilde": ("~~~\n[a](https://h/)\n~~~", "~~~\n[a](https://h/)\n~~~"),
    "indented": ("一\n\n    [a](https://h/)\n", "一\n\n    [a](https://h/)\n"),
    "span": ("`` [a](https://h/)` <https://h/> ``", "`` [a](https://h/)` <https://h/> ``"),
    "escaped": (
        "\\[a](https://h/) \\<img src='https://h/'>",
        "\\[a](https://h/) \\<img src='https://h/'>",
    ),
    "comment": ("<!-- <link href='https://h/'> -->", "<!-- <link href='https://h/'> -->"),
}


@pytest.mark.parametrize(("before", "after"), WRITTEN.values(), ids=WRITTEN)
def test_an_address_is_replaced_however_it_is_written_and_never_in_code(before, after):
    assert replaced(f"{PROSE}\n\n{before}", lambda url: "here.png") == f"{PROSE}\n\n{after}"


def test_an_address_is_known_as_it_stands_and_as_it_is_meant():
    body = '[a](https://h/?a&amp;b\\_c) <img src="https://h/?a&amp;b">'
    asked = [found.spellings for found in destinations(body)]
    assert asked == [
        ("https://h/?a&amp;b\\_c", "https://h/?a&b_c"),
        ("https://h/?a&amp;b", "https://h/?a&b"),
    ]
    assert replaced(body, {"https://h/?a&b": "it's"}.get).endswith('<img src="it&#x27;s">')
