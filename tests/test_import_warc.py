"""Posts and pictures come in from WARC and WACZ files; what is damaged there is named, and nothing half kept."""

import gzip
import random
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from archive.export import Selection, export
from archive.importing import Account, Source, import_file
from archive.purge.forget import forget
from archive.purge.wanted import wanted
from archive.store import Archive
from archive.verify import verify
from scraper.configuration import ConfigurationError
from tests.capturing import HEADERS, NUMBER, PICTURES, capture, illustrate, page, take, url
from tests.made import rows
from tests.replica.pictures import drawn

AT = "2026-03-02T08:00:00Z"


def imported(archive: Archive, path: Path) -> tuple[dict[str, int], list[str]]:
    """What was taken from a file, and what was told of the rest."""
    told: list[str] = []
    account = Account(lambda place, reason: told.append(f"{place}: {reason}"))
    import_file(archive, Source(path), account)
    assert account.refused == len(told)
    return dict(account.taken), told


class Warc:
    """A file that others wrote."""

    def __init__(self, path: Path, *, packed: bool = True) -> None:
        self.path, self.out = path, BytesIO()
        self.writer = WARCWriter(self.out, gzip=packed)

    def response(
        self, address: str, body: bytes, *headers: tuple[str, str], **given: Any
    ) -> "Warc":
        http = StatusAndHeaders(given.pop("status", "200 OK"), [*headers], protocol="HTTP/1.1")
        said = {"WARC-Date": AT, **given}
        record = self.writer.create_warc_record(
            address, "response", BytesIO(body), len(body), http_headers=http, warc_headers_dict=said
        )
        self.writer.write_record(record)
        return self

    def post(self, number: int = NUMBER, words: str = "", **given: Any) -> "Warc":
        return self.response(url(number), page(words, number), HEADERS[0], **given)

    def raw(self, data: bytes) -> "Warc":
        self.out.write(data)
        return self

    def close(self) -> Path:
        self.path.write_bytes(self.out.getvalue())
        return self.path


@pytest.fixture
def warc(tmp_path: Path) -> Warc:
    return Warc(tmp_path / "captured.warc.gz")


@pytest.fixture
def another(tmp_path: Path) -> Archive:
    with Archive.open(tmp_path / "another.db", create=True) as opened:
        yield opened


def sources(archive: Archive) -> list[str]:
    return [found for (found,) in rows(archive, "SELECT source_id FROM posts ORDER BY source_id")]


def sound(archive: Archive) -> bool:
    return not [found.problems for found in verify(archive) if found.problems]


def test_what_an_archive_exports_makes_it_again(archive, another, tmp_path):
    take(
        archive,
        capture(day=0),
        capture("改了。", day=1),
        capture(day=2),
        capture(number=NUMBER + 1),
    )
    illustrate(archive)
    file = tmp_path / "posts.warc.gz"
    export("warc", Selection(archive), file)
    assert imported(another, file) == ({"page": 4, "media": 2}, [])
    assert another.digest() == archive.digest()
    assert sound(another)
    assert imported(another, file) == ({}, [])
    assert another.digest() == archive.digest()


def test_a_wacz_is_read_as_the_files_in_it(another, warc, tmp_path):
    pictures = Warc(tmp_path / "b.warc.gz").response(
        PICTURES[1], drawn("b"), ("content-type", "image/png")
    )
    with zipfile.ZipFile(tmp_path / "captured.wacz", "w") as packed:
        packed.write(pictures.close(), "archive/a.warc.gz")
        packed.write(warc.post().close(), "archive/b.warc.gz")
        packed.writestr("datapackage.json", "{}")
    assert imported(another, tmp_path / "captured.wacz") == ({"page": 1, "media": 1}, [])


@pytest.mark.parametrize("packed", [True, False])
def test_a_page_is_read_however_it_is_compressed(another, tmp_path, packed):
    file = Warc(tmp_path / "captured.warc", packed=packed)
    body = gzip.compress(page())
    file.response(url(), body, *HEADERS)
    assert imported(another, file.close()) == ({"page": 1}, [])


def test_walls_tombstones_and_pages_of_others_are_refused_or_passed_over(another, warc):
    warc.post(NUMBER)
    warc.response(url(NUMBER + 1), b"<script>var arg1=1</script>", HEADERS[0])
    warc.response(url(NUMBER + 2), b"gone", HEADERS[0], status="404 Not Found")
    warc.response(url(NUMBER + 3), page("", NUMBER + 4), HEADERS[0])
    warc.response("https://cdn.example.com/a.css", b"p {}", ("content-type", "text/css"))
    warc.response("https://www.example.com/", b"<p>home", HEADERS[0])
    taken, told = imported(another, warc.close())
    assert taken == {"page": 1}
    reasons = ["challenge page", "answered 404", f"instead there is {NUMBER + 4}", "add ADDRESS"]
    assert [reason in one for reason, one in zip(reasons, told, strict=True)] == [True] * 4
    assert sources(another) == [str(NUMBER)]
    assert rows(another, "SELECT count(*) FROM observations") == [(0,)]


def test_an_older_page_does_not_take_the_place_of_a_newer_one(archive, warc):
    take(archive, capture("改了。", day=3))
    before = archive.digest()
    taken, (told,) = imported(archive, warc.post().close())
    assert (taken, archive.digest()) == ({}, before)
    assert "is older than the archived" in told


def test_a_shrunken_page_is_not_believed(archive, warc):
    take(archive, capture("长" * 2000))
    before = archive.digest()
    taken, (told,) = imported(archive, warc.post(words="短").close())
    assert (taken, archive.digest()) == ({}, before)
    assert "less than what is archived" in told


def test_a_file_without_a_page_of_a_post_is_of_no_use(another, warc):
    with pytest.raises(ConfigurationError, match="no page of a post"):
        imported(another, warc.response("https://blog.csdn.net/", b"<p>x", HEADERS[0]).close())


def zeros(megabytes: int) -> bytes:
    """A member of a gzip file that unpacks to so much of one character without an end of line."""
    return gzip.compress(b"0" * (megabytes << 20))


DAMAGE: dict[str, tuple[Callable[[Warc], object], str]] = {
    "bytes of nothing": (lambda w: w.raw(gzip.compress(b"\0" * 99)), "no record"),
    "a line without an end": (lambda w: w.raw(zeros(64)), "more than 262144 bytes"),
    "headers without an end": (
        lambda w: w.raw(gzip.compress(b"WARC/1.0\r\n" + b"a: b\r\n" * 9_000_000)),
        "more than 262144 bytes",
    ),
    "no date": (lambda w: w.post(NUMBER + 1, **{"WARC-Date": "gestern"}), "gestern"),
    "a date to come": (
        lambda w: w.post(NUMBER + 1, **{"WARC-Date": "2999-01-01T00:00:00Z"}),
        "future",
    ),
    "another digest": (
        lambda w: w.post(NUMBER + 1, **{"WARC-Payload-Digest": "sha1:" + "A" * 32}),
        "payload digest failed",
    ),
    "a body that is a bomb": (
        lambda w: w.response(url(NUMBER + 1), zeros(64), *HEADERS),
        "its body has more than",
    ),
    "a compression that is not known": (
        lambda w: w.response(url(NUMBER + 1), b"x", HEADERS[0], ("Content-Encoding", "zstd")),
        "compressed as zstd",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_damaged_is_named_and_the_rest_is_kept(another, warc, damage):
    spoil, reason = DAMAGE[damage]
    warc.post(NUMBER)
    spoil(warc)
    warc.post(NUMBER + 2)
    taken, told = imported(another, warc.close())
    assert taken == {"page": 2}
    assert sources(another) == [str(NUMBER), str(NUMBER + 2)]
    assert reason in told[0]
    assert told[0].startswith("byte ")


def test_a_file_that_is_cut_off_says_so(another, warc):
    whole = warc.post(NUMBER).post(NUMBER + 1).close().read_bytes()
    warc.path.write_bytes(whole[:-2000])
    taken, (told,) = imported(another, warc.path)
    assert taken == {"page": 1}
    assert "cut off" in told


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_stops_an_import_or_leaves_half_a_post(another, warc, seed):
    chance = random.Random(seed)
    warc.post(NUMBER).post(NUMBER + 1).post(NUMBER + 2)
    data = bytearray(warc.close().read_bytes())
    for _ in range(chance.randint(1, 30)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    warc.path.write_bytes(data)
    try:
        taken, told = imported(another, warc.path)
    except ConfigurationError:
        taken, told = {}, ["nothing of it can be read"]
    assert taken.get("page", 0) == len(sources(another))
    assert told or len(sources(another)) == 3
    assert sound(another)


def test_a_post_that_was_purged_stays_away_and_is_counted(archive, warc):
    take(archive, capture("写。"))
    forget(archive, wanted(archive.db, f"csdn:{NUMBER}"))
    account = Account()
    import_file(archive, Source(warc.post().close()), account)
    assert (account.purged, account.refused, dict(account.taken)) == (1, 0, {})
