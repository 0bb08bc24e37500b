"""A page tells of a post by its address or its title, however these are written; another post's is not it."""

import pytest

from archive.traces import traces
from tests.made import HOME, address, crawl, entry, page, post, rows

POST = traces(["blog.example/2024/显存-notes/index.html", "notes/C++ 笔记.md"], ["《显存》 & 带宽"])


@pytest.mark.parametrize(
    "text",
    [
        '<a href="/2024/显存-notes/">',
        '<a href="../%E6%98%BE%E5%AD%98-notes">',
        '{"url": "https:\\/\\/blog.example\\/\\u663e\\u5b58-notes"}',
        "<loc>https://blog.example/2024/显存-NOTES/index.html</loc>",
        "[笔记](./C++%20%E7%AC%94%E8%AE%B0.md)",
        "<h2>《显存》 &amp; 带宽</h2>",
        "&#12298;显存&#12299; &#38; 带宽",
    ],
)
def test_a_text_names_a_post(text):
    assert POST.within(text)


@pytest.mark.parametrize(
    "text", ["", "/2024/显存-notes2/", "my显存-note", "notes/C++.md", "显存 & 带宽"]
)
def test_a_text_names_another(text):
    assert not POST.within(text)


def test_a_number_is_not_found_in_a_longer_one():
    number = traces(["130000001"])
    assert number.within('{"articleId":130000001}')
    assert not number.within("1300000012 and 7130000001")


def test_without_names_nothing_is_told():
    assert not traces(["", "/"], [""]).within("anything / at all")


def test_only_pages_of_no_post_are_kept_without_their_body(archive):
    crawl(archive, entry("7001"), entry("8001"))
    archive.db.execute("UPDATE posts SET state = 'purged' WHERE source_id = '7001'")
    lists = [
        page(url=f"{HOME}/{n}", kind="listing", body=f"article {n}".encode()) for n in (7001, 8001)
    ]
    linking = page("8001", body=f"before: {address('7001')}".encode())
    crawl(archive, *lists, post("8001", page=linking))
    lengths = "SELECT url, length FROM fetches JOIN raw_pages ON sha256 = raw_sha256 ORDER BY id"
    assert rows(archive, lengths) == [
        (f"{HOME}/7001", 0),
        (f"{HOME}/8001", len(lists[1].body)),
        (address("8001"), len(linking.body)),
    ]
