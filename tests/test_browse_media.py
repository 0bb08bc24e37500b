"""Held pictures and files are served by their digest, as what they are, and run nothing."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from archive.media.files import folder_of, keep, name_of
from archive.rows import insert
from archive.store import Archive
from tests.datasette import PYTHONS, serving

DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
FILES = {
    "image/png": b"png",
    "image/svg+xml": DRAWING,
    "application/pdf": b"pdf",
    "text/plain": "文".encode(),
    "image/gif": b"lost",
}


@pytest.fixture(scope="module", params=PYTHONS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    path: Path = tmp_path_factory.mktemp("media") / "archive.db"
    (path.parent / "secret.txt").write_text("secret")
    with Archive.open(path, create=True) as archive, archive.writing():
        for kind, content in FILES.items():
            row = {"sha256": keep(folder_of(path), content, kind, "test"), "type": kind, "bytes": 1}
            insert(archive.db, "media_files", row)
            NAMES[kind] = name_of(row["sha256"], kind)  # type: ignore[arg-type]
    (folder_of(path) / NAMES["image/gif"]).unlink()
    planted = (folder_of(path) / NAMES["image/png"]).with_suffix(".svg")
    planted.write_bytes(b"secret")
    shutil.copy(path, path.with_name("copy.db"))
    with serving(request.param, path, path.with_name("copy.db")) as client:
        yield client


#: What the files are called, by their type.
NAMES: dict[str, str] = {}


def ask(site: httpx.Client, name: str, **headers: str) -> httpx.Response:
    return site.get(f"/archive/-/media/{name}", headers=headers)


@pytest.mark.parametrize("kind", ["image/png", "image/svg+xml", "application/pdf", "text/plain"])
def test_a_file_comes_as_what_it_is(site: httpx.Client, kind: str) -> None:
    answer = ask(site, NAMES[kind])
    assert answer.content == FILES[kind]
    assert answer.headers["content-type"] == kind
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_pictures_are_shown_and_files_are_saved(site: httpx.Client) -> None:
    assert "content-disposition" not in ask(site, NAMES["image/png"]).headers
    for kind in ("application/pdf", "text/plain"):
        saved = ask(site, NAMES[kind]).headers["content-disposition"]
        assert saved == f'attachment; filename="{NAMES[kind][3:]}"'


def test_a_drawing_by_itself_runs_nothing(site: httpx.Client) -> None:
    policy = ask(site, NAMES["image/svg+xml"]).headers["content-security-policy"]
    assert "sandbox" in policy.split("; ")
    assert "default-src 'none'" in policy
    assert "script-src" not in policy


def test_it_is_asked_for_once(site: httpx.Client) -> None:
    first = ask(site, NAMES["image/png"])
    assert "immutable" in first.headers["cache-control"]
    again = ask(site, NAMES["image/png"], **{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_names_that_the_archive_did_not_give_lead_nowhere(site: httpx.Client) -> None:
    name = NAMES["image/png"]
    other = ("ab", "00")[name.startswith("ab")] + name[2:]
    wrong = [
        name.replace(".png", ".svg"),
        name.upper(),
        other,
        f"{'0' * 2}/{'0' * 64}.png",
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        f"{name}/../../../secret.txt",
        "ab/../../secret.txt",
        f"{name}%00",
        "//etc/passwd",
    ]
    for address in wrong:
        answer = ask(site, address)
        assert answer.status_code in (400, 404), address
        assert "secret" not in answer.text.replace("secret.txt", ""), address


def test_a_file_that_is_lost_is_not_found(site: httpx.Client) -> None:
    assert ask(site, NAMES["image/gif"]).status_code == 404


def test_another_archive_has_its_own_folder(site: httpx.Client) -> None:
    assert site.get(f"/copy/-/media/{NAMES['image/png']}").status_code == 404
