"""Changes as a page and as a feed that readers of feeds understand."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import feedparser
import httpx
import pytest
from lxml import etree, html

from archive.atom import ATOM, Entry, feed
from archive.store import Archive
from tests.datasette import PYTHONS, serving
from tests.lives import live

NAMES = {"a": ATOM}
SCHEMA = etree.RelaxNG(file=Path(__file__).with_name("fixtures") / "atom" / "feed.rng")
ENTRY = Entry(
    name="1",
    title="一 & <b>\x0b二</b>",
    at="2026-03-01T08:00:00Z",
    author="林深",
    category="new",
    link="http://127.0.0.1/archive/-/post/1",
    via="javascript:alert(1)",
    summary="]]> 显存",
)


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("changes")
    live(folder / "archive.db")
    Archive.open(folder / "empty.db", create=True).close()
    with serving(request.param, folder / "archive.db", folder / "empty.db") as client:
        yield client


def shown(site, address="changes"):
    answer = site.get(f"/archive/-/{address}")
    answer.raise_for_status()
    page = html.fromstring(answer.text)
    return [
        " ".join(item.text_content().split()) for item in page.xpath("//ul[@class='changes']/li")
    ]


def test_the_page_tells_what_happened_by_day(site):
    page = html.fromstring(site.get("/archive/-/changes").text)
    days = [heading.text_content() for heading in page.xpath("//section[@class='day']/h2")]
    assert days == ["2026-03-07", "2026-03-05", "2026-03-03", "2026-03-01"]
    assert [item.split()[0] for item in shown(site)][:5] == [
        *("gone", "edited", "returned", "gone", "edited")
    ]


def test_one_kind_can_be_chosen_and_what_is_no_kind_chooses_none(site):
    assert len(shown(site, "changes?kind=edited&profile=1")) == 2
    assert len(shown(site, "changes?kind=<script>")) == 9


def test_an_edit_leads_to_what_changed(site):
    page = html.fromstring(site.get("/archive/-/changes?kind=edited").text)
    (address, _) = page.xpath("//a[starts-with(., 'what changed')]/@href")
    assert "后来加了一段。" in site.get(address).text


@pytest.mark.parametrize("number", ["0", "2", "999999999999999999", "9" * 40, "-1", "x"])
def test_any_number_of_a_page_is_answered(site, number):
    assert site.get("/archive/-/changes", params={"page": number}).status_code == 200


def test_the_feed_is_atom_and_tells_the_same(site):
    answer = site.get("/archive/-/changes.atom")
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    read = feedparser.parse(answer.content)
    assert not read.bozo
    assert read.version == "atom10"
    assert [entry.tags[0].term for entry in read.entries] == [
        *("gone", "edited", "returned", "gone", "edited", "new", "new", "new", "new")
    ]
    assert read.entries[1].title == "Edited: 第 1 篇 <b>"
    assert read.entries[1].author == "林深"
    assert read.feed.updated == "2026-03-07T08:00:00Z"


def test_addresses_of_the_feed_are_whole_and_lead_there(site):
    read = feedparser.parse(site.get("/archive/-/changes.atom?kind=edited").content)
    assert [site.get(entry.link).status_code for entry in read.entries] == [200, 200]
    assert all(entry.link.startswith("http://127.0.0.1:") for entry in read.entries)
    (own,) = [link.href for link in read.feed.links if link.rel == "self"]
    assert own.endswith("/archive/-/changes.atom?kind=edited")


def test_what_a_feed_tells_keeps_its_id(site):
    first, again = (
        [entry.id for entry in feedparser.parse(site.get(address).content).entries]
        for address in ("/archive/-/changes.atom", "/archive/-/changes.atom?kind=new")
    )
    assert len(set(first)) == len(first)
    assert first[-4:] == again


def test_an_archive_without_a_change_has_a_feed_too(site):
    read = feedparser.parse(site.get("/empty/-/changes.atom").content)
    assert not read.bozo
    assert (read.version, read.entries) == ("atom10", [])


def valid(content: bytes) -> etree._Element:
    """A feed that the schema accepts, with one address of its own and of each entry."""
    made = etree.fromstring(content)
    SCHEMA.assertValid(made)
    assert len(made.xpath("/a:feed/a:link[@rel='self']", namespaces=NAMES)) == 1
    for parent in made.xpath("/a:feed | //a:entry", namespaces=NAMES):
        assert len(parent.xpath("a:link[@rel='alternate']", namespaces=NAMES)) == 1
    return made


def test_every_feed_is_what_the_rfc_demands(site):
    for address in ("archive/-/changes.atom", "archive/-/changes.atom?kind=new&profile=1"):
        made = valid(site.get(f"/{address}").content)
        ids = made.xpath("//a:id/text()", namespaces=NAMES)
        assert len(set(ids)) == len(ids) > 4
    valid(site.get("/empty/-/changes.atom").content)


def test_a_feed_is_valid_whatever_a_title_holds():
    made = valid(feed("Changes", "http://h/a", "http://h/p", [ENTRY]))
    assert made.xpath("//a:entry/a:author/a:name/text()", namespaces=NAMES) == ["林深"]
    assert made.xpath("//a:entry/a:title/text()", namespaces=NAMES) == ["一 & <b>\ufffd二</b>"]
    assert made.xpath("//a:link[@rel='via']", namespaces=NAMES) == []


@pytest.mark.parametrize(
    "via",
    ["https://h/a b", "https://h/<x>", 'https://h/"', "http://[", "https://h/\n"],
)
def test_an_address_that_is_none_is_left_out(via):
    right, wrong = (replace(ENTRY, name=each, via=each) for each in ("https://h/中文?a=1#b", via))
    made = valid(feed("Changes", "http://h/a", "http://h/p", [right, wrong]))
    assert made.xpath("//a:link[@rel='via']/@href", namespaces=NAMES) == [right.via]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (b"2026-03-01T08:00:00Z", b"2026-03-01"),
        (b"<name>", b"<email>"),
        (b'rel="alternate"', b'rel="next"'),
        (b"urn:uuid:", b""),
    ],
)
def test_the_schema_refuses_what_is_no_feed(right, wrong):
    content = feed("Changes", "http://h/a", "http://h/p", [ENTRY])
    ending = {b"<name>": (b"</name>", b"</email>")}.get(right, (b"", b""))
    with pytest.raises(etree.DocumentInvalid):
        valid(content.replace(right, wrong).replace(*ending))
