"""Two archives become one: the union of what both hold, in the order in which it happened."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from archive.connection import ArchiveUnusable
from archive.importing import Account, Source, import_file
from archive.lock import lock_platform
from archive.purge.forget import forget
from archive.purge.wanted import wanted
from archive.store import Archive
from archive.verify import verify
from scraper.configuration import ConfigurationError
from scraper.media import Media
from tests.leaving import LOST, PICTURE, fill
from tests.made import (
    HOME,
    PROSE,
    START,
    WHOSE,
    address,
    crawl,
    entry,
    listing,
    observation,
    page,
    post,
    rows,
)

Make = Callable[..., Archive]


@pytest.fixture
def lives(tmp_path) -> Make:
    """`lives(name, day, …)`: an archive of the same blog that was crawled on these days.

    The first post is edited on day 2; the fourth is no more from day 3 on; a page is locked on day 2.
    """
    made = []

    def live(name: str, *days: int) -> Archive:
        archive = Archive.open(tmp_path / name, create=True)
        made.append(archive)
        for day in days:
            archive.clock = lambda at=START + timedelta(days=day): at
            crawl(archive, *seen_on(day))
        return archive

    yield live
    for archive in made:
        archive.close()


def seen_on(day: int) -> list:
    """What a crawl sees on a day."""
    items = []
    for number in range(1, 4 if day > 2 else 5):
        text = PROSE + ("改" if number == 1 and day > 1 else "")
        fetched = page(str(number), text, fetched_at=START + timedelta(days=day))
        items += [entry(str(number)), post(str(number), text, page=fetched, metrics={"views": day})]
    last = observation("locked", "2") if day == 2 else observation("blocked", "3")
    return [*items, listing(seen=len(items) // 2), last]


def unite(archive: Archive, other: Archive | Path) -> dict[str, int]:
    refused: list[str] = []
    account = Account(lambda place, reason: refused.append(f"{place}: {reason}"))
    import_file(archive, Source(other if isinstance(other, Path) else other.path), account)
    assert refused == []
    return dict(account.taken)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ((0, 1), (2, 3, 4)),
        ((2, 3, 4), (0, 1)),
        ((0, 2, 4), (1, 3)),
        ((1, 3), (0, 2, 4)),
        ((0, 1, 2), (1, 2, 3, 4)),
        ((), (0, 1, 2, 3, 4)),
        ((0, 1, 2, 3, 4), ()),
    ],
)
def test_the_union_of_two_halves_is_the_whole(lives, mine, theirs):
    whole, one, other = (
        lives("whole.db", 0, 1, 2, 3, 4),
        lives("1.db", *mine),
        lives("2.db", *theirs),
    )
    unite(one, other)
    assert one.digest() == whole.digest()
    for table in ("post_metrics", "observations", "fetches", "post_versions", "crawls", "listings"):
        count = f"SELECT count(*) FROM {table}"
        assert rows(one, count) == rows(whole, count), table
    assert not any(finding.problems for finding in verify(one))
    digest = one.digest()
    assert "version" not in unite(one, other)
    assert one.digest() == digest


def test_other_profiles_come_with_their_media(archive, lives, tmp_path):
    with Archive.open(tmp_path / "other.db", create=True) as other:
        fill(other)
        lost = {"url": LOST, "state": "gone", "reason": "404"}
        other.record(Media(**WHOSE, **lost))
        assert unite(archive, other)["media"] == 2  # with a file
        assert archive.digest() == other.digest()
    assert not any(finding.problems for finding in verify(archive))
    assert len(list((tmp_path / "archive.media").rglob("*.*"))) == 2


def test_a_file_without_an_address_of_the_web_does_not_come_in(archive, tmp_path):
    with Archive.open(tmp_path / "other.db", create=True) as other:
        fill(other)
        change = "UPDATE media SET url = ? WHERE url = ?"
        other.db.execute(change, ("javascript:alert(1)", PICTURE))
    refused: list[str] = []
    account = Account(lambda place, reason: refused.append(f"{place}: {reason}"))
    import_file(archive, Source(tmp_path / "other.db"), account)
    assert refused == [
        "javascript:alert(1): it has no address of the web, from which alone files come"
    ]
    assert account.taken["media"] == 1
    assert rows(archive, "SELECT 1 FROM media WHERE url LIKE 'java%' AND state = 'held'") == []


def test_what_happened_has_its_ids_in_order(lives):
    one, other = lives("1.db", 3, 4), lives("2.db", 0, 1, 2)
    unite(one, other)
    for table, when in (
        ("crawls", "started_at"),
        ("fetches", "fetched_at"),
        ("observations", "observed_at"),
    ):
        times = [time for (time,) in rows(one, f"SELECT {when} FROM {table} ORDER BY id")]
        assert times == sorted(times), table


def test_what_is_purged_here_stays_purged(lives):
    one, other = lives("1.db", 0), lives("2.db", 1)
    one.db.execute("UPDATE posts SET state = 'purged', version_id = NULL WHERE source_id = '1'")
    one.db.execute("UPDATE posts SET rendering_id = NULL WHERE source_id = '1'")
    before = rows(one, "SELECT count(*) FROM post_versions")
    account = Account()
    import_file(one, Source(other.path), account)
    assert account.purged == 1
    assert rows(one, "SELECT state, version_id FROM posts WHERE source_id = '1'") == [
        ("purged", None)
    ]
    assert rows(one, "SELECT count(*) FROM post_versions") == before


def test_what_is_purged_there_stays_here(lives):
    one, other = lives("1.db", 0), lives("2.db", 1)
    forget(other, wanted(other.db, "csdn:1"))
    before, refused = one.post("csdn:1"), []
    account = Account(lambda place, reason: refused.append((place, reason)))
    import_file(one, Source(other.path), account)
    assert one.post("csdn:1") == before
    reason = f"it was purged there and stays here: `blog-archiver purge {before['id']}` purges it"
    assert refused == [(before["url"], reason)]


@pytest.mark.parametrize("purging", ["here", "there"])
def test_a_list_that_a_purge_has_emptied_does_not_come_twice(tmp_path, purging):
    with (
        Archive.open(tmp_path / "1.db", create=True) as here,
        Archive.open(tmp_path / "2.db", create=True) as there,
    ):
        for archive in (here, there):
            archive.clock = lambda: START
            listed = f'<a href="{address("1")}">'.encode()
            lists = page(kind="listing", url=f"{HOME}/list", body=listed)
            crawl(archive, entry("1"), post("1"), lists)
        emptied = here if purging == "here" else there
        forget(emptied, wanted(emptied.db, "csdn:1"))
        emptied_pages = "SELECT length FROM raw_pages JOIN fetches ON sha256 = raw_sha256"
        assert (0,) in rows(emptied, emptied_pages)
        import_file(here, Source(there.path), Account())
        assert rows(here, "SELECT count(*) FROM fetches WHERE kind = 'listing'") == [(1,)]


def test_nothing_comes_of_a_damaged_archive(archive, lives):
    other = lives("2.db", 0)
    other.db.execute("UPDATE raw_pages SET zstd = x'00'")
    with pytest.raises(ArchiveUnusable, match="damaged"):
        unite(archive, other)
    assert rows(archive, "SELECT count(*) FROM profiles") == [(0,)]


def test_no_archive_is_united_while_its_platform_is_crawled(archive, lives):
    other = lives("2.db", 0)
    with lock_platform(archive.path, "csdn"), pytest.raises(ArchiveUnusable, match="held by"):
        unite(archive, other)


def test_an_archive_is_not_united_with_itself(archive):
    with pytest.raises(ConfigurationError, match="the archive itself"):
        unite(archive, archive)
