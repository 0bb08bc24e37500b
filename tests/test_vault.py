"""What posts show is known, kept once, whole, and asked for again when that may bring it."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest

from archive.connection import ArchiveUnusable
from archive.media.files import folder_of, keep
from archive.media.record import SHARED, WAITING
from archive.media.wanted import BATCH, stands_for_many, wanted_media
from archive.rollback import roll_back
from archive.store import Archive
from scraper.body import EXTRACTOR
from scraper.items import Body, Image, Post
from scraper.media import Media, Wanted
from tests.made import PROSE, START, WHOSE, address, crawl, entry, listing, moment, post, rows

HOST = "https://img.example.com"
OURS = [("csdn", "linshen")]
BOTH = ("image", "file")
SHOWN = """
SELECT source_id, position, post_media.url, alt FROM post_media
JOIN posts ON posts.id = post_id ORDER BY source_id, position
"""
STATES = "SELECT state FROM media ORDER BY id"


def illustrated(source_id: str = "1", *names: str, markdown: str = PROSE, **given: object) -> Post:
    """A post that shows pictures of a host by these names."""
    images = tuple(Image(url=f"{HOST}/{name}", alt=name) for name in names)
    body = Body(markdown=markdown, text=PROSE, images=images)
    return post(source_id, **{"body": body, **given})


def shown(archive: Archive, *names: str) -> None:
    """A crawl of one post that shows these pictures."""
    crawl(archive, entry("1"), illustrated("1", *names))


def brought(name: str, content: bytes = b"picture", state: str = "held", **given: object) -> Media:
    """What became of the picture with a name."""
    plain = {"url": f"{HOST}/{name}", "media_type": "image/png", "content": content}
    return Media(**WHOSE, **{**plain, "state": state, **given})  # type: ignore[arg-type]


def failed(name: str, state: str = "failed") -> Media:
    return brought(name, b"", state, reason=f"{name} is {state}")


def wanted(archive: Archive, *, retry: bool = False) -> list[Wanted]:
    batches: Iterable[list[Wanted]] = wanted_media(archive, OURS, BOTH, retry=retry)
    return [one for batch in batches for one in batch]


def names(found: list[Wanted]) -> list[str]:
    return [one.url.rpartition("/")[2] for one in found]


def files(archive: Archive) -> list[str]:
    folder = folder_of(archive.path)
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_pictures_and_then_files_of_the_current_body_are_wanted_with_their_post(archive):
    markdown = f"[论文]({HOST}/a.pdf) [页面]({HOST}/a.html)"
    crawl(archive, entry("1"), illustrated("1", "1.png", "2.png", markdown=markdown))
    assert rows(archive, SHOWN) == [
        ("1", 0, f"{HOST}/1.png", "1.png"),
        ("1", 1, f"{HOST}/2.png", "2.png"),
        ("1", 2, f"{HOST}/a.pdf", ""),
    ]
    whose = {"post_url": address("1"), **WHOSE}
    assert wanted(archive) == [
        Wanted(url=f"{HOST}/1.png", kind="image", **whose),
        Wanted(url=f"{HOST}/2.png", kind="image", **whose),
        Wanted(url=f"{HOST}/a.pdf", kind="file", **whose),
    ]
    assert names([w for b in wanted_media(archive, OURS, ["file"]) for w in b]) == ["a.pdf"]
    assert [*wanted_media(archive, [("csdn", "another")], BOTH)] == []


def test_a_picture_inside_the_page_is_no_address(archive):
    images = (Image(url="data:image/png;base64,AAAA"), Image(url="http://[broken"))
    body = Body(markdown=PROSE, text=PROSE, images=images)
    crawl(archive, entry("1"), post("1", body=body))
    assert rows(archive, "SELECT url, host FROM media") == [("https://[broken", "")]


def test_variants_of_one_picture_are_one_and_asked_for_as_the_first_post_has_it(archive):
    crawl(archive, entry("1"), illustrated("1", "1.png?x-oss-process=image/resize,w_100"))
    plain = (Image(url="http://IMG.example.com/1.png#x"),)
    again = post("2", body=Body(markdown=PROSE, text=PROSE, images=plain))
    crawl(archive, entry("2"), again)
    assert rows(archive, "SELECT url FROM media") == [(f"{HOST}/1.png",)]
    assert [one.url for one in wanted(archive)] == [
        f"{HOST}/1.png?x-oss-process=image/resize,w_100"
    ]
    archive.record(brought("1.png?x-oss-process=image/resize,w_100"))
    assert rows(archive, STATES) == [("held",)]


def test_a_new_version_shows_its_own_pictures_and_what_is_held_stays(archive):
    shown(archive, "1.png", "2.png")
    archive.record(brought("1.png"))
    crawl(archive, entry("1"), illustrated("1", "2.png", "3.png"))
    assert [row[2] for row in rows(archive, SHOWN)] == [f"{HOST}/2.png", f"{HOST}/3.png"]
    assert names(wanted(archive)) == ["2.png", "3.png"]
    assert len(files(archive)) == 1


def test_a_post_that_moves_takes_its_pictures_along(archive):
    given = {"published": moment(3), "title": "同一篇"}
    crawl(archive, entry("old"), illustrated("old", "1.png", **given), listing())
    crawl(archive, entry("new"), illustrated("new", "2.png", **given), listing())
    assert rows(archive, SHOWN) == [("new", 0, f"{HOST}/2.png", "2.png")]
    assert rows(archive, "PRAGMA foreign_key_check") == []


def test_a_rendering_that_becomes_current_brings_its_pictures(archive):
    shown(archive, "1.png")
    archive.db.execute("UPDATE renderings SET extractor = 'earlier'")
    other = '[{"url": "https://img.example.com/9.png", "alt": ""}]'
    archive.db.execute(
        "INSERT INTO renderings SELECT 9, version_id, ?, body_markdown, body_text, content_hash, ?,"
        " verdict, score, quality, rendered_at, markdown_sha256 FROM renderings",
        [EXTRACTOR, other],
    )
    roll_back(archive, [1], EXTRACTOR)
    assert [row[2] for row in rows(archive, SHOWN)] == [f"{HOST}/9.png"]


def test_a_picture_is_a_file_named_by_its_bytes_and_kept_once(archive):
    shown(archive, "1.png", "2.png")
    archive.record(brought("1.png", width=3, height=4, referer="platform", status=200))
    archive.record(brought("2.png"))
    (name,) = files(archive)
    (sha256,) = [row[0] for row in rows(archive, "SELECT sha256 FROM media_files")]
    assert name == f"{sha256[:2]}/{sha256}.png"
    assert folder_of(archive.path).joinpath(name).read_bytes() == b"picture"
    kept = "SELECT state, media.sha256, type, bytes, width, height, referer, status FROM media JOIN media_files USING (sha256)"
    assert rows(archive, kept)[0] == ("held", sha256, "image/png", 7, 3, 4, "platform", 200)
    assert wanted(archive) == []


def test_a_name_is_made_of_nothing_from_outside(tmp_path):
    keep(tmp_path, b"x", "../../etc/passwd", "csdn")
    (path,) = (p for p in tmp_path.rglob("*") if p.is_file())
    assert path.suffix == ".bin"
    assert path.parent.parent == tmp_path


def test_a_file_that_decayed_is_made_again(tmp_path):
    name = keep(tmp_path, b"good", "image/png", "csdn")
    path = tmp_path / name[:2] / f"{name}.png"
    path.write_bytes(b"goo?")
    keep(tmp_path, b"good", "image/png", "csdn")
    assert path.read_bytes() == b"good"


def test_what_is_held_is_never_replaced(archive):
    shown(archive, "1.png")
    archive.record(brought("1.png"))
    archive.record(failed("1.png", "gone"))
    archive.record(brought("1.png", b"another"))
    assert rows(archive, STATES) == [("held",)]
    assert len(files(archive)) == 1


def test_what_nobody_shows_is_not_kept(archive):
    shown(archive, "1.png")
    archive.record(brought("unknown.png"))
    assert files(archive) == []


def test_what_failed_is_asked_for_after_1_3_7_and_30_days_and_then_on_request(archive):
    shown(archive, "1.png")
    now = START
    archive.clock = lambda: now
    for days in WAITING:
        archive.record(failed("1.png"))
        now += timedelta(days=days) - timedelta(seconds=1)
        assert wanted(archive) == []
        now += timedelta(seconds=1)
        assert names(wanted(archive)) == ["1.png"]
    archive.record(failed("1.png"))
    now += timedelta(days=4000)
    assert wanted(archive) == []
    assert names(wanted(archive, retry=True)) == ["1.png"]
    archive.record(brought("1.png"))
    held = "SELECT state, reason, attempts, next_attempt_at FROM media"
    assert rows(archive, held) == [("held", None, 0, None)]


@pytest.mark.parametrize("state", ["too_large", "forbidden"])
def test_what_no_repetition_brings_is_asked_for_on_request_only(archive, state):
    shown(archive, "1.png")
    archive.record(failed("1.png", state))
    archive.clock = lambda: START + timedelta(days=4000)
    assert wanted(archive) == []
    assert names(wanted(archive, retry=True)) == ["1.png"]


def test_the_referer_that_last_brought_something_from_a_host_is_known(archive):
    shown(archive, "1.png", "2.png")
    archive.record(brought("1.png", referer="article"))
    assert [one.referer for one in wanted(archive)] == ["article"]


def test_batches_are_read_one_after_the_other_and_give_nothing_twice(archive):
    numbers = [f"{number}.png" for number in range(BATCH + 1)]
    shown(archive, *numbers)
    batches = wanted_media(archive, OURS, BOTH)
    assert len(next(batches)) == BATCH
    for number in numbers[:BATCH]:
        archive.record(failed(number))
    assert names(next(batches)) == [numbers[-1]]
    assert [*batches] == []


def test_the_same_bytes_for_many_addresses_are_a_placeholder_that_is_asked_for_once_more(archive):
    many = [f"{number}.png" for number in range(SHARED)]
    shown(archive, *many)
    batches = wanted_media(archive, OURS, BOTH)
    assert names(next(batches)) == many
    for name in many[:-1]:
        assert not stands_for_many(archive, f"{HOST}/{name}", b"lock")
        archive.record(brought(name, b"lock"))
    assert rows(archive, STATES)[:-1] == [("held",)] * (SHARED - 1)
    assert not stands_for_many(archive, f"{HOST}/{many[-1]}", b"another")
    assert stands_for_many(archive, f"{HOST}/{many[-1]}", b"lock")
    assert set(rows(archive, STATES)[:-1]) == {("placeholder",)}
    archive.record(brought(many[-1], b"lock", "placeholder"))
    assert set(rows(archive, STATES)) == {("placeholder",)}
    assert names(next(batches)) == many[:-1]
    assert stands_for_many(archive, f"{HOST}/0.png", b"lock")
    archive.record(brought("0.png", b"what it is", referer="article"))
    archive.record(brought("1.png", b"lock", "placeholder"))
    assert rows(archive, STATES)[:2] == [("held",), ("placeholder",)]
    assert len(files(archive)) == 2
    assert names(next(wanted_media(archive, OURS, BOTH))) == many[2:-1]


def test_other_hosts_may_have_the_same_picture(archive):
    others = tuple(Image(url=f"https://{n}.example.org/1.png") for n in range(SHARED))
    crawl(archive, entry("1"), post("1", body=Body(markdown=PROSE, text=PROSE, images=others)))
    for image in others:
        archive.record(brought("", url=image.url))
    assert set(rows(archive, STATES)) == {("held",)}


def test_what_is_held_is_part_of_the_digest(archive):
    shown(archive, "1.png")
    before = archive.digest()
    archive.record(failed("1.png"))
    assert archive.digest() == before
    archive.record(brought("1.png"))
    assert archive.digest() != before


def test_without_room_for_a_file_there_is_no_row_and_no_draft(archive, monkeypatch):
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    shown(archive, "1.png")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ArchiveUnusable, match="archive.media cannot be used: .*make room"):
        archive.record(brought("1.png"))
    assert files(archive) == []
    assert rows(archive, STATES) == [("wanted",)]


def test_media_of_an_archive_from_before_are_known_when_it_is_opened(archive: Archive):
    shown(archive, "1.png")
    kept = rows(archive, SHOWN)
    for name in ("post_media", "media", "media_files", "cooldowns"):
        archive.db.execute(f"DROP TABLE {name}")
    archive.db.execute("ALTER TABLE renderings DROP COLUMN markdown_sha256")
    archive.db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm002_media'")
    archive.close()
    with Archive.open(Path(archive.path)) as again:
        assert rows(again, SHOWN) == kept
