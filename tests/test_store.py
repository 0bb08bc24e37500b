"""What becomes of items: rows, whole."""

import sqlite3
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.store import Archive
from scraper.items import Link
from tests.made import (
    HOME,
    PROFILE,
    PROSE,
    WHOSE,
    address,
    crawl,
    entry,
    listing,
    moment,
    observation,
    page,
    post,
    rows,
)


def test_an_entry_is_a_post_before_its_page_is_asked_for(archive):
    archive.record(PROFILE)
    archive.record(
        entry(
            "7",
            summary="分页",
            kind="original",
            published=moment(2),
            tags=("显存", "推理"),
            section=("第一章", "缓存"),
            review_status="Pending Review",
            metrics={"views": 12},
        )
    )
    columns = "source_id, url, title, summary, kind, tags, published_at, published_on, published_precision, published_text, state, version_id"
    assert rows(archive, f"SELECT {columns} FROM posts") == [
        (
            *("7", address("7"), "第 7 篇", "分页", "original", '["显存", "推理"]'),
            *("2026-01-02T04:00:00Z", "2026-01-02", "second", "2026-01-02", "listed", None),
        )
    ]
    columns = "listing, position, post_id, title, section, review_status, description"
    assert rows(archive, f"SELECT {columns} FROM entries") == [
        ("posts", 7, 1, "第 7 篇", '["第一章", "缓存"]', "Pending Review", "分页")
    ]
    assert rows(archive, "SELECT post_id, name, value FROM post_metrics") == [(1, "views", 12)]
    assert rows(archive, "SELECT url, post_id FROM post_addresses") == [(address("7"), 1)]
    named = "SELECT name FROM tags JOIN post_tags ON tag_id = id ORDER BY name"
    assert rows(archive, named) == [("推理",), ("显存",)]


def test_a_post_is_a_version_a_rendering_and_a_page(archive):
    crawl(archive, entry(), post(published=moment(3), tags=("显存",), author="林深"))
    assert rows(
        archive, "SELECT state, version_id, rendering_id, author, got_crawl FROM posts"
    ) == [("archived", 1, 1, "林深", 1)]
    columns = (
        "post_id, title, tags, published_at, updated_at, seen_at, crawl_id, cut, url, source_format"
    )
    assert rows(archive, f"SELECT {columns} FROM post_versions") == [
        (
            *(1, "第 1 篇", '["显存"]', "2026-01-03T04:00:00Z", None, "2026-03-01T08:00:00Z"),
            *(1, 0, address("1"), "html"),
        )
    ]
    columns = "version_id, extractor, body_markdown, body_text, images, verdict, score"
    assert rows(archive, f"SELECT {columns} FROM renderings") == [
        (1, "1", PROSE, PROSE, "[]", "ok", 1.0)
    ]
    (sha256,) = rows(archive, "SELECT raw_sha256 FROM post_versions")[0]
    assert archive.stored_page(sha256) == page().body
    assert rows(archive, "SELECT post_id, url, kind, status, raw_sha256 FROM fetches") == [
        (1, address("1"), "post", 200, sha256)
    ]


def test_what_the_page_says_wins_over_what_listings_say_in_any_order(tmp_path):
    told = entry(title="列表里的标题", summary="列表里的摘要", kind="original")
    read = post(title="页面上的标题", kind="repost")
    expected = [("页面上的标题", "列表里的摘要", "repost")]
    for number, items in enumerate([(told, read), (told, read, told), (read, told)]):
        with Archive.open(tmp_path / f"{number}.db", create=True) as archive:
            crawl(archive, *items)
            assert rows(archive, "SELECT title, summary, kind FROM posts") == expected


def test_counters_are_kept_when_they_change_and_make_no_version(archive):
    for views in (10, 10, 12):
        crawl(archive, entry(metrics={"views": views}), post(metrics={"views": views, "likes": 1}))
    assert rows(archive, "SELECT count(*) FROM post_versions") == [(1,)]
    latest = "SELECT name, value FROM post_metrics ORDER BY name, value"
    assert rows(archive, latest)[0] == ("likes", 1)
    assert {value for name, value in rows(archive, latest) if name == "views"} <= {10, 12}


def test_links_follow_the_page_that_shows_them(archive):
    zhihu = Link(role="crosspost", url="https://zhuanlan.zhihu.com/p/1", label="知乎")
    english = Link(role="language_variant", url=address("2"), language="en")
    shown = "SELECT origin, role, label FROM post_links ORDER BY origin, role"
    crawl(archive, entry(links=(zhihu,)), post(links=(english, zhihu)), listing())
    assert rows(archive, shown) == [
        ("listing", "crosspost", "知乎"),
        ("page", "crosspost", "知乎"),
        ("page", "language_variant", ""),
    ]
    crawl(archive, entry(), post(links=(english,)), listing())
    assert rows(archive, shown) == [("page", "language_variant", "")]


def test_a_purged_post_is_never_stored_again(archive):
    crawl(archive, entry())
    archive.db.execute("UPDATE posts SET state = 'purged', title = '', url = ''")
    archive.db.execute("DELETE FROM entries")
    archive.db.execute("DELETE FROM post_addresses")
    before = archive.digest()
    assert not archive.wants(entry())
    crawl(archive, entry(), post(), observation("gone", page=page(status=404)), listing())
    assert archive.digest() == before
    assert rows(archive, "SELECT count(*) FROM fetches") == [(0,)]


def test_a_post_without_page_or_body_is_an_observation(archive):
    crawl(archive, entry(), post(body=None), post(page=None))
    assert rows(archive, "SELECT state, version_id FROM posts") == [("listed", None)]
    assert rows(archive, "SELECT seen FROM observations") == [("changed",), ("changed",)]


def test_an_item_is_recorded_whole_or_not_at_all(archive):
    archive.record(PROFILE)
    before = archive.digest()
    with pytest.raises(sqlite3.IntegrityError):
        archive.record(entry(title=None))
    assert archive.digest() == before
    archive.record(entry())


texts = st.text(st.characters(codec=None, exclude_categories=())) | st.sampled_from(
    ["\0", "\ud83d", "'; DROP TABLE posts; --", "％s ?1 :a", "\ufeff", "١٢٣"]
)
counters = st.dictionaries(texts, st.integers(), max_size=3)


@settings(max_examples=60, deadline=None)
@given(texts, texts, texts, st.lists(texts, max_size=3).map(tuple), counters)
def test_no_text_and_no_number_breaks_the_archive(
    tmp_path_factory, source_id, title, text, tags, metrics
):
    with Archive.open(tmp_path_factory.mktemp("any") / "a.db", create=True) as archive:
        shown = {"title": title, "summary": text, "tags": tags, "metrics": metrics}
        listed = entry("1", **shown, section=tags, review_status=text)
        listed.source_id = source_id
        read = post("1", text=text, **shown, columns=tags, author=text)
        read.source_id = source_id
        archive.record(PROFILE)
        assert archive.wants(listed)
        archive.record(listed)
        archive.record(read)
        assert not archive.wants(listed)
        archive.end_crawl(**WHOSE, outcome="finished")
        assert rows(archive, "SELECT state FROM posts") == [("archived",)]
        assert rows(archive, "PRAGMA integrity_check") == [("ok",)]
        archive.digest()


def test_an_unchanged_listing_of_500_entries_takes_half_a_second(archive):
    entries = [entry(str(n), metrics={"views": n}, published=moment(3)) for n in range(500)]
    crawl(archive, *entries, listing(seen=500))
    archive.record(PROFILE)
    before = archive.db.conn.total_changes
    start = time.process_time()
    for line in entries:
        archive.wants(line)
        archive.record(line)
    assert time.process_time() - start < 0.5
    assert archive.db.conn.total_changes - before <= 2 * len(entries)


def test_posts_are_found_by_address_id_and_name(archive):
    crawl(archive, entry("11"), post("11", url=f"{HOME}/moved/11"))
    for name in (
        address("11"),
        f"{HOME}/moved/11/",
        "http" + f"{HOME}/moved/11"[5:],
        "1",
        "csdn:11",
    ):
        assert archive.find(name)["source_id"] == "11"
    shown = archive.post("csdn:11")
    assert (shown["profile"], shown["body_markdown"]) == ("csdn:linshen", PROSE)


def test_the_archive_is_read_while_it_is_written(archive):
    reader = Archive.open(Path(archive.path), read_only=True)
    archive.record(PROFILE)
    archive.record(entry())
    assert rows(reader, "SELECT source_id FROM posts") == [("1",)]
    reader.close()
