"""A purge takes away all that tells of a post, and nothing else."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from hashlib import sha256

import pytest

from archive.connection import ArchiveUnusable
from archive.purge.forget import forget
from archive.purge.wanted import Wanted, wanted
from archive.rows import instant
from archive.store import Archive
from archive.verify import verify
from scraper.configuration import ConfigurationError
from scraper.items import Body, Image, Link
from scraper.media import Media
from tests import made
from tests.made import HOME, PROSE, START, address, crawl, entry, page, post, rows
from tests.made import observation as seen
from tests.scan import holding

SECRET = "麒麟踏雪寻梅于夜半"
TEXTS = (SECRET, "quokkazebra", "貔貅吞月", "饕餮")
#: So long that a page of it is a model for others.
LONG = PROSE * 3
PICTURE, SHARED = "https://img.example/only.png", "https://img.example/both.png"


def secret_post(text: str = "", **given: object) -> object:
    """The post that is to be forgotten, with a picture of its own and one that another shows, too."""
    told = f"{SECRET}。quokkazebra {text}{LONG}"
    images = (Image(url=PICTURE, alt="饕餮"), Image(url=SHARED))
    body = Body(markdown=told, text=told, images=images)
    whole = page("7001", told, body=f"<article><p>{told}</p></article>".encode())
    return post(
        "7001",
        told,
        title="貔貅吞月",
        summary=SECRET,
        tags=("饕餮",),
        page=whole,
        body=body,
        **given,
    )


def listed(text: str = SECRET) -> list[object]:
    """What a list shows: the line of the post, and the page itself, with the text as JSON escapes it."""
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in text)
    body = f'{{"articleId": 7001, "description": "{escaped}"}}'.encode()
    return [
        entry("7001", title="貔貅吞月", summary=text, section=("饕餮",)),
        page(url=f"{HOME}?page=1", kind="listing", body=body, headers={"etag": '"1"'}),
        page(
            url=f"{HOME}?page=2",
            kind="listing",
            body=b'{"articleId": 8001}',
            headers={"etag": '"2"'},
        ),
    ]


def picture(url: str, content: bytes) -> Media:
    return Media(**made.WHOSE, url=url, state="held", content=content, media_type="image/png")


@pytest.fixture
def kept(archive: Archive) -> Archive:
    """The post in two versions between two others; what was seen of it, what others say of it."""
    other = Body(markdown=LONG, text=LONG, images=(Image(url=SHARED),))
    link = Link(role="related", url=address("7001"), label="貔貅吞月")
    crawl(
        archive,
        *listed(),
        secret_post(),
        entry("8001"),
        post("8001", LONG, body=other, links=(link,)),
    )
    crawl(
        archive,
        *listed("貔貅吞月"),
        secret_post("饕餮 "),
        entry("8002"),
        post("8002", "又一篇。" + LONG),
        seen("changed", "7001", reason=f"{SECRET} lacks h1", missing="h1", found=SECRET),
        seen("failed", "-", url=f"{HOME}?page=3", reason=f"{address('7001')} refused"),
        picture(PICTURE, b"only"),
        picture(SHARED, b"both"),
    )
    return archive


def chosen(archive: Archive, name: str = "csdn:7001") -> Wanted:
    return wanted(archive.db, name)


def others(archive: Archive) -> list[object]:
    return [archive.post(name) for name in ("csdn:8001", "csdn:8002")]


def test_nothing_of_the_text_is_left_in_the_folder(kept):
    assert {place.split()[1] for place in holding(kept.path.parent, *TEXTS)} >= {
        "raw_pages:",
        "index:",
    }
    forget(kept, chosen(kept))
    assert holding(kept.path.parent, *TEXTS, address("7001")) == []
    assert rows(kept, "PRAGMA freelist_count") == [(0,)]  # which SQLite may or may not have wiped


def test_of_the_post_there_is_left_that_it_is_purged(kept):
    kept.clock = lambda: START
    forget(kept, chosen(kept))
    (row,) = [dict(row) for row in kept.db.query("SELECT * FROM posts WHERE state = 'purged'")]
    said = {name: value for name, value in row.items() if value not in (None, "", "[]")}
    assert said == {
        "id": 1,
        "profile_id": 1,
        "platform": "csdn",
        "source_id": "7001",
        "state": "purged",
        "missing_since": instant(START),
    }
    for table in ("post_addresses", "entries", "post_versions", "post_metrics", "fetches"):
        assert rows(kept, f"SELECT * FROM {table} WHERE post_id = 1") == []


def test_other_posts_are_as_they_were_but_for_their_links_to_it(kept):
    before = others(kept)
    forget(kept, chosen(kept))
    before[0]["links"] = []
    assert others(kept) == before
    assert [finding.problems for finding in verify(kept) if finding.problems] == []


def test_pages_that_were_compressed_against_one_of_it_are_compressed_anew(kept):
    pages = "SELECT raw_sha256 FROM fetches WHERE post_id IN (2, 3) ORDER BY id"
    (model,) = rows(kept, "SELECT raw_sha256 FROM fetches WHERE post_id = 1 ORDER BY id LIMIT 1")
    assert rows(kept, "SELECT count(*) FROM raw_pages WHERE dictionary = ?", *model) > [(1,)]
    bodies = [kept.stored_page(digest) for (digest,) in rows(kept, pages)]
    forget(kept, chosen(kept))
    assert [kept.stored_page(digest) for (digest,) in rows(kept, pages)] == bodies
    first, second = rows(kept, pages)
    models = dict(rows(kept, "SELECT sha256, dictionary FROM raw_pages"))
    assert (models[first[0]], models[second[0]]) == (None, first[0])
    assert rows(kept, "SELECT raw_sha256 FROM dictionaries WHERE kind = 'post'") == [first]


def test_a_list_that_tells_of_it_is_emptied_and_no_other_is(kept):
    forget(kept, chosen(kept))
    lists = "SELECT url, raw_sha256 = ?, etag FROM fetches WHERE kind = 'listing' GROUP BY url"
    empty = sha256(b"").hexdigest()
    assert rows(kept, lists, empty) == [(f"{HOME}?page=1", 1, None), (f"{HOME}?page=2", 0, '"2"')]
    assert kept.stored_page(empty) == b""
    assert kept.validators(f"{HOME}?page=1") is None


def test_a_picture_goes_that_nothing_else_shows(kept):
    forget(kept, chosen(kept))
    assert rows(kept, "SELECT url FROM media") == [(SHARED,)]
    files = [path.stem for path in (kept.path.parent / "archive.media").rglob("*.png")]
    assert files == [sha256(b"both").hexdigest()]


def test_a_picture_of_an_older_version_of_another_stays(kept):
    crawl(kept, post("8001", "没有图片了。" + LONG))
    forget(kept, chosen(kept))
    assert rows(kept, "SELECT url FROM media") == [(SHARED,)]


def test_a_profile_goes_with_all_its_posts_and_out_of_profiles_toml(kept):
    other = replace(
        made.PROFILE, handle="another", url="https://blog.csdn.net/another", name="旁人"
    )
    kept.record(other)
    kept.end_crawl("csdn", "another", "finished")
    file = kept.path.with_name("profiles.toml")
    file.write_text(
        f'[[profiles]]\nurl = "{HOME}"\n[[profiles]]\nurl = "{other.url}"\n', encoding="utf-8"
    )
    forget(kept, chosen(kept, HOME))
    assert holding(kept.path.parent, *TEXTS, PROSE[:40], "林深", HOME) == []
    assert rows(kept, "SELECT DISTINCT state, title FROM posts") == [("purged", "")]
    told = "SELECT handle, name, url FROM profiles ORDER BY id"
    assert rows(kept, told) == [("linshen", None, ""), ("another", "旁人", other.url)]
    assert other.url in file.read_text(encoding="utf-8")
    assert [finding.problems for finding in verify(kept) if finding.problems] == []


def test_what_comes_later_of_it_is_not_kept(kept):
    forget(kept, chosen(kept))
    before = kept.digest()
    again = [*listed(), secret_post(), seen("changed", "7001", reason=SECRET), made.listing(seen=3)]
    crawl(kept, entry("8001"), entry("8002"), *again)
    assert holding(kept.path.parent, *TEXTS) == []
    assert kept.digest() == before


def test_a_reader_that_keeps_the_log_is_told_of_and_the_next_purge_ends_it(kept, monkeypatch):
    monkeypatch.setattr("archive.connection.BUSY_SECONDS", 0.1)
    wanted_post = chosen(kept)
    with (
        Archive.open(kept.path) as writer,
        closing(sqlite3.connect(kept.path, isolation_level=None)) as reader,
    ):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM posts").fetchone()
        with pytest.raises(ArchiveUnusable, match="another program reads"):
            forget(writer, wanted_post)
        reader.execute("ROLLBACK")
        forget(writer, wanted_post)
        assert holding(kept.path.parent, *TEXTS) == []


def test_a_purge_that_fails_leaves_the_rows_and_can_be_made_again(kept):
    before, name = kept.digest(), sha256(b"only").hexdigest()
    file = kept.path.parent / "archive.media" / name[:2] / f"{name}.png"
    file.unlink()
    file.mkdir()
    with pytest.raises(ArchiveUnusable, match=name):
        forget(kept, chosen(kept))
    assert kept.digest() == before
    file.rmdir()
    forget(kept, chosen(kept))
    assert holding(kept.path.parent, *TEXTS) == []


def test_a_damaged_list_page_goes_too_and_rows_broken_before_hinder_nothing(kept):
    kept.db.execute("PRAGMA foreign_keys = OFF")
    kept.db.execute("DELETE FROM posts WHERE id = 3")
    kept.db.execute(
        "UPDATE raw_pages SET zstd = x'00' WHERE sha256 IN (SELECT raw_sha256 FROM fetches WHERE url LIKE '%page=2')"
    )
    forget(kept, chosen(kept))
    assert holding(kept.path.parent, *TEXTS) == []


def test_a_name_stands_for_one_thing(kept):
    assert (
        chosen(kept, "csdn:linshen").profiles
        == chosen(kept, HOME).profiles
        == {("csdn", "linshen")}
    )
    one = {("csdn", "linshen", "7001")}
    assert chosen(kept, address("7001")).posts == chosen(kept, "1").posts == one
    for name in (f"{HOME}/article/details/9", "csdn:nobody", "https://blog.csdn.net/"):
        with pytest.raises(ConfigurationError):
            chosen(kept, name)
