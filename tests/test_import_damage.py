"""Lines that are damaged are named, each with its number; what is good around them is kept, whole."""

from pathlib import Path

import pytest

from archive.export import Selection, export
from archive.importing import Account, Source, import_file
from archive.store import Archive
from archive.verify import verify
from tests.damaged_lines import damaged
from tests.leaving import fill


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> tuple[Path, str]:
    """The lines of an archive, and its digest."""
    folder = tmp_path_factory.mktemp("exported")
    with Archive.open(folder / "archive.db", create=True) as archive:
        fill(archive)
        export("jsonl", Selection(archive), folder / "posts.jsonl")
        return folder / "posts.jsonl", archive.digest()


def imported(archive: Archive, file: Path) -> dict[int, str]:
    """Line → why it was refused."""
    refused: dict[int, str] = {}

    def tell(place: str, reason: str) -> None:
        refused[int(place.removeprefix("line "))] = reason

    import_file(archive, Source(file), Account(tell))
    return refused


def test_a_thousand_kinds_of_damage_are_named_and_nothing_of_them_is_kept(
    archive, exported, tmp_path
):
    file, whole = exported
    good = file.read_bytes().splitlines()
    bad = list(damaged(good))
    assert len({line for _, line, _ in bad}) >= 1000
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_bytes(b"\n".join([*(line for _, line, _ in bad), *good]))
    (tmp_path / "spoilt.media").symlink_to(file.with_suffix(".media"))
    refused = imported(archive, spoilt)
    wrong = [
        (what, refused.get(number))
        for number, (what, _, reason) in enumerate(bad, start=1)
        if reason not in refused.get(number, "")
    ]
    assert wrong == []
    assert len(refused) == len(bad)
    assert archive.digest() == whole
    assert not any(finding.problems for finding in verify(archive))


def test_a_line_that_comes_twice_is_named_the_second_time(archive, exported, tmp_path):
    file, whole = exported
    good = file.read_bytes().splitlines()
    twice = tmp_path / "posts.jsonl"
    twice.write_bytes(b"\r\n".join([b"\xef\xbb\xbf" + good[0], b"", *good[1:], *good]))
    (tmp_path / "posts.media").symlink_to(file.with_suffix(".media"))
    refused = imported(archive, twice)
    assert sorted(refused) == [n + len(good) + 2 for n, _ in enumerate(good)]
    assert archive.digest() == whole


def test_a_post_whose_versions_are_refused_is_listed_and_not_half_archived(
    archive, exported, tmp_path
):
    file, _ = exported
    lines = [line for line in file.read_text().splitlines() if '"type":"page"' not in line]
    (tmp_path / "posts.jsonl").write_text("\n".join(lines))
    refused: list[str] = []
    account = Account(lambda place, reason: refused.append(reason))
    import_file(archive, Source(tmp_path / "posts.jsonl"), account)
    assert sum("no good line before has the page" in reason for reason in refused) == 3
    assert sum("it is listed only" in reason for reason in refused) == 3
    assert archive.db.execute("SELECT DISTINCT state FROM posts").fetchall() == [("listed",)]
    assert not any(finding.problems for finding in verify(archive))


def test_a_line_longer_than_any_page_is_passed_over_without_being_read_at_once(
    archive, exported, tmp_path, monkeypatch
):
    file, whole = exported
    monkeypatch.setattr("archive.importing.lines.LONGEST", 10_000)
    long = tmp_path / "posts.jsonl"
    long.write_bytes(b'{"type":"post","title":"' + b"x" * 100_000 + b'"}\n' + file.read_bytes())
    (tmp_path / "posts.media").symlink_to(file.with_suffix(".media"))
    assert imported(archive, long) == {1: "longer than 10000 bytes"}
    assert archive.digest() == whole


def test_files_that_are_not_what_their_names_say_are_not_held(archive, exported, tmp_path):
    file, _ = exported
    (tmp_path / "posts.jsonl").write_bytes(file.read_bytes())
    for path in file.with_suffix(".media").rglob("*.*"):
        other = tmp_path / "posts.media" / path.relative_to(file.with_suffix(".media"))
        other.parent.mkdir(parents=True, exist_ok=True)
        other.write_bytes(b"<script>")
    refused: list[str] = []
    account = Account(lambda place, reason: refused.append(reason))
    import_file(archive, Source(tmp_path / "posts.jsonl"), account)
    assert refused == ["its file is another one than its name says"] * 2
    assert archive.db.execute("SELECT count(*) FROM media WHERE state = 'held'").fetchone() == (0,)
    assert not list((tmp_path / "archive.media").rglob("*.*"))
