"""Nothing of an archived text runs or loads in the browser, whatever its author tried."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from lxml import etree, html

from archive.store import Archive
from scraper.items import Body, Image, Link, Post
from scraper.media import Media
from scraper.media.inspect import NotMedia, inspect
from tests.chromium import Reader, launched, needs_chromium
from tests.datasette import PYTHONS, serving
from tests.made import PROSE, WHOSE, crawl, entry, moment, post
from tests.payloads import ADDRESSES, DRAWINGS, FORMULAS, HTML

#: What a page of ours is made of, and of an archived text what Markdown makes.
ELEMENTS = set(
    re.findall(
        r"\w+",
        """
    html head title body a abbr article aside blockquote br button caption code dd del
    details div dl dt em figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img
    input ins kbd label li main mark meta nav ol option p pre section select small span
    strong sub summary sup svg rect polyline table tbody td th thead time tr ul script
    link fieldset legend
    """,
    )
)
FOLLOWED = {"href", "src", "action", "data", "poster", "srcset", "background", "ping", "formaction"}
OWNED = "owned"


def markdown(payload: str) -> str:
    """A payload wherever Markdown has a place for one."""
    line = " ".join(payload.split())
    return "\n\n".join(
        [
            payload,
            f"# {line}",
            f'段落 {line} `{line}` **{line}** <kbd>{line}</kbd> [{line}](<{line}> "{line}")',
            f'![{line}](<{line}> "{line}") ![x]({line}) [x]({line}) <{line}> [x][r]',
            f"[r]: <{line}> '{line}'",
            f"```{line}\n{payload}\n```",
            f"~~~html\n{payload}\n~~~",
            f"${line}$ $${line}$$",
            f"$$\n{payload}\n$$",
            f"| {line} | b |\n| --- | --- |\n| {line} | `{line}` |",
            f"> [!NOTE] {line}\n> {line}",
            f"<details>\n<summary>{line}</summary>\n\n{line}\n\n</details>",
            f"[^{line[:20]}] [^1]\n\n[^1]: {line}",
            f"{line}\n:   {line}",
        ]
    )


def address_markdown(address: str) -> str:
    """An address wherever Markdown has a place for one."""
    return "\n\n".join(
        [
            f"[x]({address}) ![x]({address}) [![x]({address})]({address}) <{address}>",
            f"[x](<{address}>) ![x](<{address}>) [y][r] ![y][r]",
            f"[r]: <{address}>",
        ]
    )


BODIES = [
    *(markdown(payload) for payload in FORMULAS),
    *(address_markdown(address) for address in ADDRESSES),
    *(markdown(payload) for payload in HTML),
]


def everything() -> str:
    """All payloads in one body; HTML last, since an open comment hides what follows."""
    formulas = [f"${formula}$" for formula in FORMULAS]
    pictures = [f"![x](<{address}>) [x](<{address}>)" for address in ADDRESSES]
    drawings = [f"![画]({url})" for url in DRAWN]
    return "\n\n".join([*drawings, *formulas, *pictures, *HTML])


DRAWN = [f"https://img.example.com/{number}.svg" for number in range(len(DRAWINGS))]


def drawing(inside: str) -> bytes:
    xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {xlink}>{inside}</svg>'.encode()


def make(archive: Archive) -> None:
    """A post for each payload; the last has them all, and shows the drawings."""
    texts = [*FORMULAS, *ADDRESSES, *HTML]
    posts = [hostile(str(n), text, BODIES[n - 1]) for n, text in enumerate(texts, 1)]
    images = tuple(Image(url=url) for url in DRAWN)
    last = Body(markdown=everything(), text=PROSE, images=images)
    posts.append(post(str(len(posts) + 1), title="一切", body=last, published=moment(8)))
    crawl(archive, *(entry(str(n)) for n in range(1, len(posts) + 1)), *posts)
    for url, inside in zip(DRAWN, DRAWINGS, strict=True):
        try:
            found = inspect(drawing(inside), "image")
        except NotMedia:
            continue
        got = {"state": "held", "content": found.content, "media_type": found.media_type}
        archive.record(Media(**WHOSE, url=url, **got))  # type: ignore[arg-type]


def hostile(number: str, text: str, body: str) -> Post:
    return post(
        number,
        title=text,
        author=text,
        tags=(text,),
        columns=(text,),
        kind=text,
        licence=text,
        language=text,
        links=(Link(role=text, url=text, label=text, language=text),),
        published=moment(1 + int(number) % 28),
        body=Body(markdown=body, text=f"显存 {text}"),
        metrics={text: 3},
    )


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("hostile") / "archive.db"
    with Archive.open(made, create=True) as archive:
        make(archive)
    return made


@pytest.fixture(scope="module", params=PYTHONS)
def site(request: pytest.FixtureRequest, path: Path) -> Iterator[httpx.Client]:
    with serving(request.param, path) as client:
        yield client


def dangers(page: etree._Element) -> list[str]:
    """What of a page runs, loads from elsewhere, or is no part of any page of ours."""
    found = []
    for element in page.iter(etree.Element):
        shown = etree.tostring(element, encoding="unicode")[:200]
        ours = element.get("src", "").startswith("/-/static-plugins/blog-archiver/")
        if element.tag not in ELEMENTS or (element.tag == "script" and not (ours or element.text)):
            found.append(f"element {shown}")
        if element.tag == "script" and (element.text or "").strip():
            found.append(f"script {shown}")
        if element.tag == "meta" and element.get("http-equiv"):
            found.append(f"meta {shown}")
        for name, value in element.attrib.items():
            if name.lower().startswith("on") or name in ("style", "srcdoc"):
                found.append(f"{name} of {shown}")
            if name in FOLLOWED and not harmless(element.tag, value):
                found.append(f"{name} of {shown}")
    return found


def harmless(tag: str, address: str) -> bool:
    """Whether an address may be in a page: a link may lead outside, all else stays here."""
    if tag == "img" and address.startswith("data:image/png;base64,"):
        return True
    parts = urlsplit(address)
    here = (
        not parts.scheme and not parts.netloc and address.startswith(("/archive", "/-/static", "#"))
    )
    return here or (tag == "a" and parts.scheme in ("http", "https", "mailto"))


def parsed(answer: httpx.Response) -> etree._Element:
    answer.raise_for_status()
    return html.fromstring(answer.content)


def test_there_are_more_than_a_hundred_payloads() -> None:
    assert len({*HTML, *FORMULAS, *ADDRESSES, *DRAWINGS}) > 130


def test_a_post_of_every_payload_is_harmless(site: httpx.Client) -> None:
    bad = {
        number: found
        for number in range(1, len(BODIES) + 2)
        if (found := dangers(parsed(site.get(f"/archive/-/post/{number}"))))
    }
    assert not bad


@pytest.mark.parametrize(
    "page", ["home", "search?q=显存", "profile/1", "changes", "post/1/history"]
)
def test_pages_that_name_the_posts_are_harmless(site: httpx.Client, page: str) -> None:
    assert not dangers(parsed(site.get(f"/archive/-/{page}")))


def test_drawings_are_served_without_what_runs_or_loads(site: httpx.Client) -> None:
    last = parsed(site.get(f"/archive/-/post/{len(BODIES) + 1}"))
    drawings = [picture.get("src") for picture in last.cssselect("img[src$='.svg']")]
    assert len(drawings) > 10
    for address in drawings:
        served = site.get(address)
        assert "sandbox" in served.headers["content-security-policy"]
        text = served.text.lower()
        for word in ("<script", "javascript:", "foreignobject", "<iframe", "@import"):
            assert word not in text, served.text
        assert not re.search(r"url\((?!#)|href=.(?!#)", text), served.text
        handlers = [name for e in etree.fromstring(served.content).iter() for name in e.attrib]
        assert not [name for name in handlers if name.startswith("on")]


@needs_chromium
def test_nothing_runs_in_a_browser_with_formulas_set(site: httpx.Client) -> None:
    with launched() as browser:
        reader = Reader(browser, str(site.base_url).rstrip("/"))
        shown = reader.open(f"-/post/{len(BODIES) + 1}")
        shown.evaluate("dispatchEvent(new Event('beforeprint'))")  # which sets those out of sight
        page = html.fromstring(shown.content())
        reader.leave()
    assert page.get("id") != OWNED
    assert len(page.cssselect(".math .katex")) > 5
    assert not page.cssselect(".katex a, .katex img, .katex [id], .katex [style*='url(']")
    for formula in page.cssselect(".math .katex"):
        formula.getparent().remove(formula)  # KaTeX sets sizes as styles of its own
    assert not dangers(page)
