"""Raw pages: the very bytes, once, and small."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.connection import ArchiveUnusable
from archive.store import Archive
from tests.made import PROFILE, crawl, entry, page, post, rows
from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.csdn_pages import article

STORED = "SELECT sha256, length, dictionary, length(zstd) FROM raw_pages ORDER BY rowid"


def csdn_pages(number: int) -> list[bytes]:
    """Pages of one template with different posts."""
    blog = CsdnSite(user="linshen", posts=invented_posts(number))
    return [article(blog, shown).encode() for shown in blog.posts]


def test_pages_of_one_template_take_a_sixth_of_their_size(archive):
    pages = csdn_pages(30)
    crawl(archive, *(page(body=body) for body in pages))
    stored = rows(archive, STORED)
    assert [archive.stored_page(sha256) for sha256, *_ in stored] == pages
    assert stored[0][2] is None
    assert sum(row[3] for row in stored) / sum(row[1] for row in stored) <= 0.17


def test_the_same_bytes_are_kept_once(archive):
    crawl(archive, page("1", body=b"x" * 5000), page("2", body=b"x" * 5000))
    assert len(rows(archive, STORED)) == 1
    assert rows(archive, "SELECT count(DISTINCT url) FROM fetches") == [(2,)]


def test_a_wall_that_came_first_does_not_stay_the_model_of_good_pages(archive):
    wall, *good = [b"<p>wall</p>" * 200, *csdn_pages(3)]
    crawl(archive, *(page(body=body) for body in (wall, *good)))
    models = [row[2] for row in rows(archive, STORED)]
    first_good = rows(archive, STORED)[1][0]
    assert models == [None, None, first_good, first_good]


def test_kinds_and_profiles_have_models_of_their_own(archive):
    bodies = csdn_pages(2)
    crawl(archive, page(body=bodies[0]), page(body=bodies[1], kind="listing"))
    assert [row[2] for row in rows(archive, STORED)] == [None, None]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.binary(max_size=4000), max_size=6))
def test_any_bytes_come_back(tmp_path_factory, bodies):
    with Archive.open(tmp_path_factory.mktemp("raw") / "a.db", create=True) as archive:
        archive.record(PROFILE)
        for body in bodies:
            archive.record(page(body=body))
        stored = [archive.stored_page(row[0]) for row in rows(archive, STORED)]
        assert set(stored) == set(bodies)


@pytest.mark.parametrize("damage", ["zstd = x'00'", "zstd = zeroblob(9)", "sha256 = 'ff'"])
def test_a_damaged_page_is_never_handed_out(archive, damage):
    crawl(archive, entry(), page())
    archive.db.execute("PRAGMA foreign_keys = OFF")
    archive.db.execute(f"UPDATE raw_pages SET {damage}")
    with pytest.raises(ArchiveUnusable, match="damaged"):
        archive.stored_page(rows(archive, "SELECT sha256 FROM raw_pages")[0][0])


def test_validators_are_those_of_the_last_good_fetch(archive):
    first = page(headers={"etag": '"1"', "last-modified": "Mon, 02 Mar 2026 08:00:00 GMT"})
    crawl(archive, first, page(status=503, headers={"etag": '"wall"'}))
    known = archive.validators(first.url)
    assert known is not None
    assert (known.etag, known.last_modified) == ('"1"', "Mon, 02 Mar 2026 08:00:00 GMT")
    assert archive.stored_page(known.sha256) == first.body
    crawl(archive, page())
    assert archive.validators(first.url) is None
    assert archive.validators("https://example.org/") is None


def test_every_version_keeps_the_page_it_was_made_from(archive):
    for text in ("第一版" * 50, "第二版" * 50):
        crawl(archive, entry(), post(text=text))
    made_from = [
        sha256 for (sha256,) in rows(archive, "SELECT raw_sha256 FROM post_versions ORDER BY id")
    ]
    assert [archive.stored_page(sha256) for sha256 in made_from] == [
        page(text="第一版" * 50).body,
        page(text="第二版" * 50).body,
    ]
