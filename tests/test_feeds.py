"""Feeds as they are found: every dialect, broken in every way that was reported, and hostile."""

import csv
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.blog.feeds import EmptyFeed, Feed, FeedError, NotAFeed, parse_feed

URL = "https://someone.github.io/feeds/rss.xml"


def rss(items: str, *, head: str = "", declaration: str = '<?xml version="1.0"?>') -> str:
    return (
        f'{declaration}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">'
        f"<channel><title>林间</title><link>https://someone.github.io/</link>{head}{items}"
        "</channel></rss>"
    )


def item(number: int = 1, title: str = "手记", extra: str = "") -> str:
    link = f"https://someone.github.io/p{number}/"
    return f"<item><title>{title}</title><link>{link}</link>{extra}</item>"


def read(text: str | bytes, content_type: str = "") -> Feed:
    return parse_feed(text if isinstance(text, bytes) else text.encode(), URL, content_type)


BROKEN = "corpus/github_pages/_broken"


def test_every_broken_feed_of_the_corpus_gives_what_is_expected(shared: Path) -> None:
    with (shared / BROKEN / "expected.tsv").open(encoding="utf-8") as table:
        expected = {row["file"]: row["entries"] for row in csv.DictReader(table, delimiter="\t")}
    found = {}
    for name in expected:
        try:
            feed = parse_feed((shared / BROKEN / name).read_bytes(), "https://u.github.io/rss.xml")
            found[name] = str(len(feed.entries))
        except FeedError:
            found[name] = "error"
    assert found == expected


@pytest.mark.parametrize("name", ["05_decl_gb2312_body_utf8", "07_gbk_undeclared", "03_bom"])
def test_the_text_is_right_whatever_a_feed_says_of_its_encoding(name: str, shared: Path) -> None:
    feed = parse_feed((shared / BROKEN / f"{name}.xml").read_bytes(), URL)
    assert [entry.title for entry in feed.entries] == [f"第{n}篇：策略梯度" for n in (1, 2, 3)]


def test_a_control_character_costs_no_entry_and_no_other_text() -> None:
    feed = read(rss(item(1, "第\x08一篇") + item(2, "第二&#8;篇") + item(3)))
    assert [entry.title for entry in feed.entries] == ["第一篇", "第二篇", "手记"]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("A&nbsp;B &amp; C", "A B & C"),
        ("R&D & more", "R&D & more"),
        ("&ecirc;tre", "être"),
        ("&#1114112;x", "\ufffdx"),
        ("<![CDATA[\n 多行\n 标题 ]]>", "多行 标题"),
        ("<![CDATA[a <b>粗体</b> $x<y$]]>", "a 粗体 $x<y$"),
        ("vector&lt;int&gt; 用法", "vector<int> 用法"),
        ("A &amp;amp; B", "A & B"),
        ("", ""),
    ],
)
def test_a_title_is_plain_text(title: str, text: str) -> None:
    feed = read(rss(item(1, title) + item(2)))
    assert [entry.title for entry in feed.entries] == [text, "手记"]


def test_what_follows_an_html_entity_in_a_description_stays() -> None:
    feed = read(rss(item(1, extra="<description>前&nbsp;后 a & b</description>")))
    assert feed.entries[0].summary == "前 后 a & b"


def test_a_second_end_of_cdata_inside_one_costs_no_entry() -> None:
    extra = "<content:encoded><![CDATA[if (a[b[0]]>c) <![CDATA[x]]> y]]></content:encoded>"
    assert len(read(rss(item(1, extra=extra) + item(2) + item(3))).entries) == 3


@pytest.mark.parametrize("start", ["\n\n", "\ufeff", "  \r\n", "<!-- built by hand -->"])
def test_what_stands_before_the_declaration_is_passed_over(start: str) -> None:
    assert len(read(start + rss(item())).entries) == 1


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("/p/1/", "https://someone.github.io/p/1/"),
        ("1/", "https://someone.github.io/feeds/1/"),
        ("../p.html", "https://someone.github.io/p.html"),
        ("https://someone.github.io/初识 x", "https://someone.github.io/%E5%88%9D%E8%AF%86%20x"),
        ("https://someone.github.io/%E5%88%9D/", "https://someone.github.io/%E5%88%9D/"),
        ("https://someone.github.io/C++/?utm_source=rss#top", "https://someone.github.io/C++/"),
    ],
)
def test_a_link_is_resolved_and_encoded_once(link: str, address: str) -> None:
    feed = read(rss(f"<item><title>x</title><link>{link}</link></item>"))
    assert feed.entries[0].url == address


def test_without_a_link_the_guid_is_the_address_if_it_is_one() -> None:
    address = "https://someone.github.io/p1/"
    permanent = f'<item><title>x</title><guid isPermaLink="false">{address}</guid></item>'
    name = '<item><title>y</title><guid isPermaLink="false">post-1</guid></item>'
    assert [entry.url for entry in read(rss(permanent + name)).entries] == [address]


def test_two_entries_with_one_guid_are_two_entries() -> None:
    guid = '<guid isPermaLink="false">post</guid>'
    feed = read(rss(item(1, extra=guid) + item(2, extra=guid)))
    assert len({entry.url for entry in feed.entries}) == 2


def test_an_atom_entry_has_its_alternate_address_and_its_base() -> None:
    feed = read(
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://someone.github.io/b/">'
        '<title type="html">林&amp;amp;间</title><generator uri="https://hexo.io/">Hexo</generator>'
        '<entry><title>x</title><link rel="edit" href="https://api.example/1"/>'
        '<link rel="enclosure" href="a.mp3"/><link rel="alternate" href="p1/"/>'
        "<updated>2024-01-02T00:00:00Z</updated><category term='RL'/></entry></feed>"
    )
    assert (feed.title, feed.generator) == ("林&间", "Hexo")
    entry = feed.entries[0]
    assert entry.url == "https://someone.github.io/b/p1/"
    assert (entry.published, entry.tags) == ("2024-01-02T00:00:00Z", ("RL",))


def test_rss_1_is_read() -> None:
    feed = read(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<channel><title>林间</title></channel><item><title>手记</title>"
        "<link>https://someone.github.io/p1/</link><dc:date>2024-01-02T03:04:05+08:00</dc:date>"
        "<dc:subject>RL</dc:subject></item></rdf:RDF>"
    )
    entry = feed.entries[0]
    assert (entry.title, entry.published) == ("手记", "2024-01-02T03:04:05+08:00")
    assert entry.tags == ("RL",)


def test_json_feed_is_read_and_its_wrong_members_are_passed_over() -> None:
    items = [
        {
            "id": "1",
            "url": "/p1/",
            "title": "手记",
            "date_published": "2024-01-02",
            "tags": ["RL", 7],
        },
        {
            "id": "https://someone.github.io/p2/",
            "content_html": "<p>短</p>",
            "authors": [{"name": "林"}],
        },
        {"id": 3, "url": 4},
        "nothing",
    ]
    feed = read(json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}))
    first, second = feed.entries
    assert (first.url, first.tags) == ("https://someone.github.io/p1/", ("RL",))
    assert (second.url, second.summary, second.author) == (
        "https://someone.github.io/p2/",
        "短",
        "林",
    )


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html><html><body>404 <rss>not here</rss></body></html>",
        '{"a": [1, 2]}',
        '[{"permalink": "https://someone.github.io/p1/"}]',
        '{"version": "https://jsonfeed.org/version/1", "items": [{"url": "ht',
        "plain words",
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>',
    ],
)
def test_something_else_is_no_feed(text: str) -> None:
    with pytest.raises(NotAFeed, match="someone.github.io"):
        read(text)


@pytest.mark.parametrize(
    "text",
    ["", " \n ", rss(""), '{"version": "https://jsonfeed.org/version/1", "items": {}}'],
)
def test_an_empty_feed_is_an_error(text: str) -> None:
    with pytest.raises(EmptyFeed, match="someone.github.io"):
        read(text)


def test_a_truncated_feed_goes_as_far_as_it_does_and_is_told() -> None:
    whole = rss(item(1) + item(2) + item(3, extra="<description>说明文字</description>"))
    feed = read(whole[: whole.index("文字")])
    assert ([entry.url[-3:] for entry in feed.entries], feed.truncated) == (
        ["p1/", "p2/", "p3/"],
        True,
    )
    assert not read(whole).truncated


def test_formulas_and_drawings_count_as_content() -> None:
    formula = '<content:encoded><![CDATA[<script type="math/tex">{}</script>]]></content:encoded>'
    digests = [
        read(rss(item(1, extra=formula.replace("{}", tex)))).entries[0].digest for tex in ("a", "b")
    ]
    assert len(set(digests)) == 2


def test_a_whole_post_is_no_summary() -> None:
    entry = read(rss(item(1, extra=f"<description>{'长文。' * 400}</description>"))).entries[0]
    assert entry.summary is None
    assert entry.digest


def test_no_entity_is_expanded_and_no_file_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("geheim")
    bombs = "".join(f'<!ENTITY b{n} "{f"&b{n - 1};" * 10}">' for n in range(1, 10))
    subset = f'<!ENTITY x SYSTEM "{secret.as_uri()}"><!ENTITY b0 "lol">{bombs}'
    started = time.monotonic()
    feed = read(f"<!DOCTYPE rss [{subset}]>" + rss(item(1, "x:&x; &b9;"), declaration=""))
    assert feed.entries[0].title == "x:&x; &b9;"
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "<rss><channel>" + "<item><title>x" * n,
        lambda n: "<rss><channel><item>" + "<a>" * n,
        lambda n: "<rss><channel><item><title>" + "<![CDATA[" * n,
        lambda n: "<rss>" + "<!--" * n,
        lambda n: "<!DOCTYPE a [" * n + "<rss>",
        lambda n: "<" * n,
        lambda n: '{"a":' * n,
        lambda n: "[" * n,
        lambda n: "<html><body>" + '<div class="x"><p>&nbsp;<br>' * n,
    ],
)
def test_a_hostile_feed_takes_no_longer_than_a_large_one(make: Callable[[int], str]) -> None:
    started = time.monotonic()
    with pytest.raises(FeedError):
        read(make(50_000))
    assert time.monotonic() - started < 5


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300), st.text(max_size=100).map(lambda t: rss(item(1, t)).encode())
    )
)
def test_any_bytes_are_a_feed_or_a_named_error(body: bytes) -> None:
    try:
        links = [entry.url for entry in parse_feed(body, URL).entries]
    except FeedError:
        links = []
    assert all(link.startswith("http") for link in links)


def test_an_id_is_kept_where_it_is_not_but_the_address() -> None:
    ids = ["https://someone.github.io/p1/", "tag:someone,2026:7", "https://someone.github.io/?p=7"]
    items = "".join(item(1, extra=f"<guid isPermaLink='false'>{one}</guid>") for one in ids)
    assert [entry.guid for entry in read(rss(items + item())).entries] == [None, *ids[1:], None]
    told = [{"url": f"{ids[0]}", "id": one} for one in ids]
    feed = {"version": "https://jsonfeed.org/version/1.1", "items": told}
    assert [entry.guid for entry in read(json.dumps(feed)).entries] == [None, *ids[1:]]
