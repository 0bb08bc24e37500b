"""A WARC file of what was fetched: sound by warcio's own check, honest, the same every time."""

from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from archive.export import Outcome, Selection, export
from archive.media.files import folder_of
from archive.store import Archive
from tests.capturing import PICTURES, capture, illustrate, page, take, url
from tests.made import HOME, crawl, entry, listing, post
from tests.made import page as made_page
from tests.replica.pictures import drawn


class Verdicts(Checker):
    """warcio's check of all digests of a file."""

    def __init__(self) -> None:
        self.exit_value = 0
        self.verbose = False


def exported(archive: Archive, path: Path, **filters: Any) -> Outcome:
    outcome = export("warc", Selection(archive, **filters), path)
    verdicts = Verdicts()
    verdicts.process_one(str(path))
    assert verdicts.exit_value == 0
    return outcome


def records(path: Path) -> list[tuple[str, str, Any, bytes]]:
    """Type, address, HTTP headers and content of each record."""
    with path.open("rb") as file:
        return [
            (
                record.rec_type,
                record.rec_headers.get_header("WARC-Target-URI"),
                record.http_headers,
                record.content_stream().read(),
            )
            for record in ArchiveIterator(file)
        ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "posts.warc.gz"


def test_each_fetch_is_a_response_or_a_revisit_with_its_request(archive, path):
    take(archive, capture(day=0), capture("改了。", day=1), capture(day=2))
    exported(archive, path)
    kinds = [(kind, address) for kind, address, _, _ in records(path)]
    assert kinds == [
        ("warcinfo", None),
        *[("response", url()), ("request", url())] * 2,
        *[("revisit", url()), ("request", url()), ("metadata", url())],
    ]


def test_a_body_is_as_kept_and_its_headers_say_so(archive, path):
    take(
        archive, capture(request_headers=(("Cookie", "secret"), ("Referer", "https://x.example/")))
    )
    exported(archive, path)
    info, (_, _, response, body), (_, _, request, _), _ = records(path)
    assert body == page()
    assert response.get_header("content-length") == str(len(body))
    assert response.get_header("content-encoding") is None
    assert request.get_header("referer") == "https://x.example/"
    assert "secret" not in str(request)
    assert "decompressed, without Content-Encoding" in info[3].decode()


def test_headers_of_the_wire_are_left_out_for_the_body_is_not_that_of_the_wire(archive, path):
    wire = {"content-encoding": "br", "content-length": "7", "transfer-encoding": "chunked"}
    crawl(archive, post(page=made_page(headers={"etag": "x", **wire})))
    exported(archive, path)
    _, (_, _, response, body), *_ = records(path)
    assert response.headers == [("etag", "x"), ("content-length", str(len(body)))]


def test_pictures_are_resources_once_each_and_the_same_bytes_a_revisit(archive, path):
    take(archive, capture())
    illustrate(archive)
    exported(archive, path)
    shown = [(kind, address, body) for kind, address, _, body in records(path)[-2:]]
    assert shown == [
        ("resource", "https://img.example.com/%E5%9B%BE%20a.png", drawn("a")),
        ("revisit", PICTURES[1], b""),
    ]


def test_a_picture_whose_file_is_lost_is_counted(archive, path):
    take(archive, capture())
    illustrate(archive)
    (file,) = (one for one in folder_of(archive.path).rglob("*") if one.is_file())
    file.unlink()
    assert exported(archive, path).lost == 1


def test_rights_and_source_are_told_of_each_post(archive, path):
    take(archive, capture())
    exported(archive, path)
    (told,) = (body.decode() for kind, _, _, body in records(path) if kind == "metadata")
    assert f"source: {url()}\r\n" in told
    assert "原创 · CC 4.0 BY-SA" in told


def test_a_page_that_a_browser_saved_is_a_resource_and_no_response(archive, path):
    take(archive, capture(headers=()))
    exported(archive, path)
    assert [kind for kind, *_ in records(path)] == ["warcinfo", "resource", "metadata"]


def test_lists_of_a_profile_go_along_unless_a_filter_chose_posts(archive, path):
    lists = f"{HOME}/article/list/1"
    crawl(archive, entry(), post(), made_page(url=lists, kind="listing"), listing())
    exported(archive, path)
    assert lists in [address for _, address, _, _ in records(path)]
    exported(archive, path, query="显存")
    assert lists not in [address for _, address, _, _ in records(path)]


def test_two_exports_are_the_same_and_an_unchanged_file_is_left_alone(archive, path, tmp_path):
    take(archive, capture(day=0), capture("改了。", day=1))
    illustrate(archive)
    exported(archive, path)
    assert exported(archive, path).written == 0
    exported(archive, tmp_path / "other.warc.gz")
    assert path.read_bytes() == (tmp_path / "other.warc.gz").read_bytes()


def test_no_two_records_have_one_id(archive, path):
    take(archive, capture(day=0), capture("改了。", day=1), capture(day=2))
    illustrate(archive)
    exported(archive, path)
    with path.open("rb") as file:
        ids = [r.rec_headers.get_header("WARC-Record-ID") for r in ArchiveIterator(file)]
    assert len(set(ids)) == len(ids) == 10
