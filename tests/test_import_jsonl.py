"""JSON Lines out and in again: exports, and what `scrapy crawl … -O posts.jsonl` writes."""

import json
import os
from datetime import timedelta
from pathlib import Path

import pytest
from scrapy.exporters import JsonLinesItemExporter

from archive.connection import ArchiveUnusable
from archive.export import Selection, export
from archive.importing import Account, Source, import_file
from archive.importing.jsonl import scratch_folder
from archive.store import Archive
from archive.verify import verify
from scraper.configuration import ConfigurationError
from scraper.items import Item
from tests import started
from tests.leaving import fill
from tests.made import (
    PROFILE,
    PROSE,
    START,
    crawl,
    entry,
    listing,
    moment,
    observation,
    page,
    post,
    rows,
)


@pytest.fixture
def lived(tmp_path) -> Archive:
    """An archive of posts with media, one that was edited and edited back, one that is gone."""
    with Archive.open(tmp_path / "lived.db", create=True) as archive:
        fill(archive)
        for day, text in enumerate((f"{PROSE}甲", f"{PROSE}乙", f"{PROSE}甲")):
            archive.clock = lambda at=START + timedelta(days=day): at
            seen = page("9", text, fetched_at=archive.clock())
            changing = post("9", text, page=seen, metrics={"views": day}, published=moment(5))
            crawl(archive, entry("9"), changing, entry("8"), observation("gone", "8"))
        yield archive


def lines(archive: Archive, file: Path, **chosen: object) -> list[dict]:
    """What an export of posts writes."""
    export("jsonl", Selection(archive, **chosen), file)
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def taken(archive: Archive, file: Path) -> tuple[dict[str, int], list[str]]:
    """What an import came to, and what it refused."""
    refused: list[str] = []
    account = Account(lambda place, reason: refused.append(f"{place}: {reason}"))
    import_file(archive, Source(file), account)
    return dict(account.taken), refused


def test_export_import_export_gives_the_same_bytes_and_the_same_digest(lived, archive, tmp_path):
    lines(lived, tmp_path / "one.jsonl")
    counts, refused = taken(archive, tmp_path / "one.jsonl")
    assert (refused, counts["version"]) == ([], 6)
    lines(archive, tmp_path / "two.jsonl")
    assert (tmp_path / "two.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()
    assert archive.digest() == lived.digest()
    assert not any(finding.problems for finding in verify(archive))
    assert rows(archive, "SELECT count(*) FROM posts_fts WHERE posts_fts MATCH '显存'") == [(4,)]


def test_importing_it_again_and_into_the_archive_it_is_of_changes_nothing(lived, archive, tmp_path):
    lines(lived, tmp_path / "posts.jsonl")
    taken(archive, tmp_path / "posts.jsonl")
    for target in (archive, lived):
        before = target.digest()
        assert taken(target, tmp_path / "posts.jsonl") == ({}, [])
        assert target.digest() == before


def test_what_was_edited_since_the_export_stays_edited(lived, tmp_path):
    lines(lived, tmp_path / "posts.jsonl")
    lived.clock = lambda: START + timedelta(days=9)
    crawl(lived, entry("9"), post("9", f"{PROSE}丙", page=page("9", f"{PROSE}丙")))
    before = lived.digest()
    assert taken(lived, tmp_path / "posts.jsonl") == ({}, [])
    assert lived.digest() == before


@pytest.mark.parametrize("later", [1, 2])
def test_of_two_that_were_both_edited_each_version_is_there_once(archive, tmp_path, later):
    with Archive.open(tmp_path / "other.db", create=True) as other:
        for edited, day, text in ((archive, 3 - later, "乙"), (other, later, "丙")):
            for when, body in ((0, f"{PROSE}甲"), (day, PROSE + text)):
                edited.clock = lambda at=START + timedelta(days=when): at
                seen = page("9", body, fetched_at=edited.clock())
                crawl(edited, entry("9"), post("9", body, page=seen))
        lines(other, tmp_path / "posts.jsonl")
    archive.clock = lambda: START + timedelta(days=9)
    assert taken(archive, tmp_path / "posts.jsonl")[0]["version"] == 1
    texts = "SELECT substr(body_text, -1) FROM renderings ORDER BY version_id"
    assert rows(archive, texts) == [("甲",), ("乙",), ("丙",)]
    assert not any(finding.problems for finding in verify(archive))


def test_a_folder_for_media_that_is_not_the_exports_is_refused_and_nothing_written(lived, tmp_path):
    (tmp_path / "posts.media").mkdir()
    (tmp_path / "posts.media/mine.txt").write_text("mine")
    with pytest.raises(ConfigurationError, match="not empty"):
        lines(lived, tmp_path / "posts.jsonl")
    assert not (tmp_path / "posts.jsonl").exists()


def test_a_pipe_in_the_place_of_a_picture_is_not_waited_for(lived, archive, tmp_path):
    lines(lived, tmp_path / "posts.jsonl")
    picture = next((tmp_path / "posts.media").rglob("*.png"))
    picture.unlink()
    os.mkfifo(picture)
    assert "no regular file" in taken(archive, tmp_path / "posts.jsonl")[1][0]


def test_every_line_has_its_type_and_all_versions_are_there_without_counters(lived, tmp_path):
    found = lines(lived, tmp_path / "posts.jsonl")
    assert [line["type"] for line in found].count("version") == 6
    assert {line["type"] for line in found} == {"profile", "post", "page", "version", "media"}
    assert "views" not in (tmp_path / "posts.jsonl").read_text(encoding="utf-8")
    edited = [line for line in found if line["type"] == "version" and line["source_id"] == "9"]
    texts = [line["renderings"][0]["text"][-1] for line in edited]
    assert texts == ["甲", "乙", "甲"]


def test_a_second_export_writes_nothing_and_a_crawl_of_the_same_changes_nothing(lived, tmp_path):
    first = export("jsonl", Selection(lived), tmp_path / "posts.jsonl")
    assert (first.written, first.files) == (3, 3)
    lived.clock = lambda: START + timedelta(days=5)
    same = post("9", f"{PROSE}甲", published=moment(5), metrics={"views": 99})
    crawl(lived, entry("9"), same)
    assert export("jsonl", Selection(lived), tmp_path / "posts.jsonl").written == 0


def test_filters_choose_the_posts_and_what_belongs_to_them(lived, tmp_path):
    found = lines(lived, tmp_path / "posts.jsonl", tags=("CUDA Graph",))
    assert {line.get("source_id") for line in found if line["type"] in ("post", "version")} == {"1"}
    assert sum(line["type"] == "page" for line in found) == 1


@pytest.fixture
def crawled(tmp_path) -> Path:
    """What a crawl elsewhere wrote."""
    items: list[Item] = [
        PROFILE,
        entry("1"),
        entry("2", published=moment(4)),
        post("1", published=moment(3), updated=moment(5), metrics={"views": 1}, tags=("GPU",)),
        page("7"),
        listing(seen=2),
        observation("blocked", "2"),
    ]
    with (tmp_path / "items.jsonl").open("wb") as file:
        exporter = JsonLinesItemExporter(file, encoding="utf-8")
        exporter.start_exporting()
        for item in items:
            exporter.export_item(item)
        exporter.finish_exporting()
    return tmp_path / "items.jsonl"


def test_a_crawl_elsewhere_is_taken_over_once(archive, crawled):
    counts, refused = taken(archive, crawled)
    assert (counts["post"], counts["version"], refused) == (2, 1, [])
    assert rows(archive, "SELECT source_id, state, published_at FROM posts ORDER BY 1") == [
        ("1", "archived", "2026-01-03T04:00:00Z"),
        ("2", "listed", "2026-01-04T04:00:00Z"),
    ]
    before = archive.digest()
    assert taken(archive, crawled) == ({}, [])
    assert archive.digest() == before
    assert not any(finding.problems for finding in verify(archive))


def test_a_crawl_of_the_site_itself_makes_no_version_of_what_came_from_elsewhere(archive, crawled):
    taken(archive, crawled)
    crawl(archive, entry("1"), post("1", tags=("GPU",), published=moment(3), updated=moment(5)))
    assert rows(archive, "SELECT count(*) FROM post_versions") == [(1,)]


def test_a_good_body_is_not_replaced_by_a_worse_one_from_elsewhere(archive, crawled):
    longer = post("1", PROSE * 3, tags=("GPU",), page=page("1", PROSE * 3), published=moment(3))
    longer.page.fetched_at = moment(4).at
    crawl(archive, entry("1"), longer)
    taken(archive, crawled)
    assert rows(archive, "SELECT characters FROM posts WHERE source_id = '1'") == [
        (len(PROSE) * 3,)
    ]
    assert rows(archive, "SELECT seen FROM observations WHERE seen = 'shrunken'") == [("shrunken",)]


def test_items_without_a_body_or_of_no_platform_are_named(archive, tmp_path):
    bad = [
        {
            "type": "post",
            "platform": "csdn",
            "handle": "linshen",
            "source_id": "1",
            "url": "https://x.example/",
            "title": "",
            "body": None,
        },
        {
            "type": "entry",
            "platform": "nowhere",
            "handle": "x",
            "source_id": "1",
            "url": "https://x.example/",
            "title": "",
            "listing": "posts",
            "position": 0,
        },
        {
            "type": "observation",
            "platform": "csdn",
            "handle": "linshen",
            "url": "javascript:x",
            "seen": "gone",
            "reason": "",
        },
        {"type": "entry", "platform": "csdn"},
    ]
    (tmp_path / "bad.jsonl").write_text("\n".join(map(json.dumps, bad)))
    counts, refused = taken(archive, tmp_path / "bad.jsonl")
    assert counts == {}
    assert [reason.partition(":")[0] for reason in refused] == [f"line {n}" for n in (1, 2, 3, 4)]
    assert "without a body" in refused[0]
    assert "no platform 'nowhere'" in refused[1]


def test_the_command_names_bad_lines_exits_with_10_and_leaves_nothing_else_behind(
    crawled, tmp_path
):
    with crawled.open("a") as file:
        file.write('{"type":"entry"\n')
    done = started.run("blog-archiver", "import", crawled.name, "--json", folder=tmp_path)
    assert done.returncode == 10, done.stderr
    told = json.loads(done.stdout)
    assert told["files"]["items.jsonl"]["version"] == 1
    assert [problem["place"] for problem in told["problems"]] == ["line 8"]
    assert not list(tmp_path.glob(".import-*"))
    again = started.run("blog-archiver", "import", "archive.db", folder=tmp_path)
    assert again.returncode == 40
    assert "the archive itself" in again.stderr


def test_what_a_killed_import_left_is_gone_after_the_next(archive, crawled, tmp_path):
    left = tmp_path / f".import-{archive.path.name}"
    left.mkdir()
    (left / "archive.db").write_bytes(b"half")
    assert taken(archive, crawled)[0]["post"] == 2
    assert not left.exists()


def test_an_import_touches_nothing_of_another_that_is_at_work(archive, crawled, tmp_path):
    with scratch_folder(archive.path) as folder:
        (folder / "archive.db").write_bytes(b"half")
        with pytest.raises(ArchiveUnusable, match="import again when that has ended"):
            taken(archive, crawled)
        assert (folder / "archive.db").read_bytes() == b"half"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "ftp://x.example/"])
@pytest.mark.parametrize("name", ["url", "addresses[0]", "links[0].url"])
def test_addresses_that_are_none_of_the_web_are_refused_by_line_and_name(
    lived, archive, tmp_path, name, url
):
    posts = [line for line in lines(lived, tmp_path / "posts.jsonl") if line["type"] == "post"]
    tie = {"origin": "page", "role": "related", "url": url}
    bad = {"url": url, "addresses[0]": [url], "links[0].url": [tie]}[name]
    line = json.dumps(posts[0] | {name.partition("[")[0]: bad})
    (tmp_path / "bad.jsonl").write_text(line)
    counts, [refused] = taken(archive, tmp_path / "bad.jsonl")
    assert counts.get("post") is None
    assert refused.startswith("line 1: ")
    assert f"$.{name}" in refused


@pytest.mark.parametrize(
    ("kind", "name", "bad"),
    [
        ("post", "links[0]", [{"role": "related", "url": "javascript:alert(1)"}]),
        ("profile", "avatar", "file:///etc/passwd"),
    ],
)
def test_addresses_of_a_crawl_that_are_none_of_the_web_are_refused_too(
    archive, crawled, tmp_path, kind, name, bad
):
    found = [json.loads(line) for line in crawled.read_text("utf-8").splitlines()]
    line = next(line for line in found if line["type"] == kind)
    line[name.partition("[")[0]] = bad
    (tmp_path / "bad.jsonl").write_text(json.dumps(line))
    _, [refused] = taken(archive, tmp_path / "bad.jsonl")
    assert refused.startswith("line 1: ")
    assert f"$.{name}" in refused
