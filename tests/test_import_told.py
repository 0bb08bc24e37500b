"""Pages of blogs that only their profile or a listing makes posts: taken where a file tells, else refused."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from archive.export import Selection, export
from archive.importing import Account, Source, import_file
from archive.store import Archive
from scraper.items import Entry
from scraper.profiles import recognise
from tests.made import rows

FIXTURES = Path(__file__).parent / "fixtures"
AT = "2026-03-02T08:00:00Z"
BLOG = "https://someone.github.io/%E5%88%86%E9%A1%B5/"
BLOG_PAGE = (FIXTURES / "github_pages/post_of_hexo_next/page.html").read_bytes()
NOTE = "https://raw.githubusercontent.com/someone/notes/HEAD/kernel/tiling.md"
SHOWN = "https://github.com/someone/notes/blob/main/kernel/tiling.md"
NOTE_PAGE = (FIXTURES / "github_readme/note/page.md").read_bytes()
CAPTURED = {
    "blog": (BLOG, BLOG_PAGE, "text/html; charset=utf-8"),
    "note": (NOTE, NOTE_PAGE, "text/plain; charset=utf-8"),
}


def captured(path: Path, which: str, told: str = "") -> Path:
    """A WARC of one page, with metadata where these are given."""
    address, body, kind = CAPTURED[which]
    http = StatusAndHeaders("200 OK", [("Content-Type", kind)], protocol="HTTP/1.1")
    said = {"warc_headers_dict": {"WARC-Date": AT}}
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        content = BytesIO(body), len(body)
        writer.write_record(
            writer.create_warc_record(address, "response", *content, http_headers=http, **said)
        )
        if told:
            content = BytesIO(told.encode()), len(told.encode())
            kind = {"warc_content_type": "application/warc-fields"}
            writer.write_record(
                writer.create_warc_record(address, "metadata", *content, **kind, **said)
            )
    return path


def imported(archive: Archive, path: Path) -> tuple[dict[str, int], list[str]]:
    refused: list[str] = []
    account = Account(lambda place, reason: refused.append(f"{place}: {reason}"))
    import_file(archive, Source(path), account)
    return dict(account.taken), refused


def posts(archive: Archive) -> list[tuple[str, str, str]]:
    return rows(archive, "SELECT source_id, url, state FROM posts")


@pytest.fixture
def knowing(tmp_path: Path) -> Iterator[Archive]:
    """An archive that knows the blog by its profiles.toml, and the note by a listing."""
    (tmp_path / "knowing").mkdir()
    address = "https://someone.github.io/"
    (tmp_path / "knowing/profiles.toml").write_text(f'[[profiles]]\nurl = "{address}"\n')
    with Archive.open(tmp_path / "knowing/archive.db", create=True) as opened:
        profile = recognise("github_readme:someone/notes")
        opened.begin_crawl(profile)
        opened.record(
            Entry(
                platform=profile.platform,
                handle=profile.handle,
                source_id="kernel/tiling.md",
                url=SHOWN,
                title="Tiling",
                listing="index",
                position=0,
            )
        )
        opened.end_crawl(profile.platform, profile.handle, "complete")
        yield opened


@pytest.mark.parametrize(
    ("which", "address", "advice"),
    [
        ("blog", BLOG, "`blog-archiver add ADDRESS`"),
        ("note", NOTE, "`blog-archiver add github_readme:someone/notes` and crawl it"),
    ],
)
def test_a_page_of_what_is_not_known_is_refused_by_name_with_advice(
    archive, tmp_path, which, address, advice
):
    taken, (told,) = imported(archive, captured(tmp_path / "a.warc.gz", which))
    assert taken == {}
    assert address in told
    assert advice in told
    assert posts(archive) == []


@pytest.mark.parametrize("which", CAPTURED)
def test_a_page_of_what_is_known_is_taken(knowing, tmp_path, which):
    assert imported(knowing, captured(tmp_path / "a.warc.gz", which)) == ({"page": 1}, [])


def test_a_later_page_in_a_file_is_compared_with_the_earlier_one(knowing, tmp_path, monkeypatch):
    first, later = captured(tmp_path / "a.warc", "blog"), tmp_path / "later.warc"
    home = b'<html><head><meta property="og:type" content="website"></head><body><h1>Home</h1>'
    monkeypatch.setitem(CAPTURED, "blog", (BLOG, home, "text/html"))
    monkeypatch.setattr("tests.test_import_told.AT", "2026-03-03T08:00:00Z")
    both = first.read_bytes() + captured(later, "blog").read_bytes()
    (tmp_path / "both.warc").write_bytes(both)
    taken, refused = imported(knowing, tmp_path / "both.warc")
    assert taken == {"page": 1}
    assert ["and was a post" in reason for reason in refused] == [True]


@pytest.mark.parametrize(
    ("place", "taken"),
    [
        ("https://blog.someone.example/%E5%88%86%E9%A1%B5/", {"page": 1}),
        ("https://blog.someone.example/", {}),
        ("http://[", {}),
    ],
)
def test_a_known_blog_is_followed_to_where_the_file_says_that_it_has_moved(
    knowing, tmp_path, place, taken
):
    page = BLOG_PAGE, "https://blog.someone.example/%E5%88%86%E9%A1%B5/"
    with (tmp_path / "moved.warc").open("wb") as file:
        writer = WARCWriter(file)
        for status, address, body in (("301 Moved", BLOG, b""), ("200 OK", page[1], page[0])):
            headers = [("Content-Type", "text/html; charset=utf-8"), ("Location", place)]
            writer.write_record(
                writer.create_warc_record(
                    address,
                    "response",
                    BytesIO(body),
                    len(body),
                    http_headers=StatusAndHeaders(status, headers, protocol="HTTP/1.1"),
                    warc_headers_dict={"WARC-Date": AT},
                )
            )
    got, refused = imported(knowing, tmp_path / "moved.warc")
    assert (got, any("has moved there" in reason for reason in refused)) == (taken, not taken)
    known = [(one[0], one[1]) for one in posts(knowing) if one[0].startswith("someone.github.io")]
    assert known == [("someone.github.io/分页", page[1])] * len(taken)


@pytest.mark.parametrize("which", CAPTURED)
def test_what_an_archive_exports_needs_no_profile_to_come_in(archive, knowing, tmp_path, which):
    imported(knowing, captured(tmp_path / "a.warc.gz", which))
    export("warc", Selection(knowing), tmp_path / "all.warc.gz")
    assert imported(archive, tmp_path / "all.warc.gz") == ({"page": 1}, [])
    assert posts(archive) == [one for one in posts(knowing) if one[2] == "archived"]


@pytest.mark.parametrize(
    "told",
    [
        f"profile: github_readme:else/notes\r\nidentifier: kernel/tiling.md\r\nsource: {SHOWN}\r\n",
        f"profile: github_readme:someone/notes\r\nidentifier: b.md\r\nsource: {SHOWN}\r\n",
        "profile: github_readme:someone/notes\r\nidentifier: kernel/tiling.md\r\n"
        "source: https://github.com/else/notes/blob/main/kernel/tiling.md\r\n",
        "profile: nothing:someone/notes\r\nidentifier: kernel/tiling.md\r\nsource: [\r\n",
        "profile",
        "\udcff",
    ],
)
def test_metadata_that_cannot_be_so_is_not_believed(archive, tmp_path, told):
    content = told.encode("utf-8", "surrogateescape").decode("latin-1")
    taken, refused = imported(archive, captured(tmp_path / "a.warc.gz", "note", content))
    assert (taken, len(refused), posts(archive)) == ({}, 1, [])
