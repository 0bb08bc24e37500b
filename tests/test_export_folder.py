"""An export touches no file that is not its own, and leaves nothing behind."""

import pytest

from archive.export.folder import MANIFEST, Folder
from scraper.configuration import ConfigurationError


def fill(path, *names, form="markdown"):
    folder = Folder(path, form)
    for name in names:
        folder.write(name, name.encode())
    return folder.close()


def names(path):
    return {file.relative_to(path).as_posix() for file in path.rglob("*") if file.is_file()}


def test_what_an_export_has_no_more_is_removed_with_its_empty_folders(tmp_path):
    path = tmp_path / "out"
    fill(path, "a/1.md", "b/c/2.md")
    (path / "a/mine.md").write_text("mine")
    made = fill(path, "3.md")
    assert (made.written, made.removed, made.files) == (1, 2, 1)
    assert names(path) == {MANIFEST, "3.md", "a/mine.md"}
    assert not (path / "b").exists()


@pytest.mark.parametrize("form", ["site", "markdown"])
def test_a_folder_of_something_else_is_refused(tmp_path, form):
    (tmp_path / "holiday.jpg").write_bytes(b"jpg")
    if form == "site":
        (tmp_path / MANIFEST).write_text("# site, by blog-archiver\n")
    with pytest.raises(ConfigurationError, match="no export of this format"):
        Folder(tmp_path, "markdown")
    assert (tmp_path / "holiday.jpg").read_bytes() == b"jpg"


def test_a_folder_in_which_only_git_and_obsidian_have_something_is_taken(tmp_path):
    for hidden in (".git", ".obsidian"):
        (tmp_path / hidden).mkdir()
        (tmp_path / hidden / "config").write_text("theirs")
    assert fill(tmp_path, "1.md").written == 1
    assert fill(tmp_path).removed == 1
    assert (tmp_path / ".git/config").read_text() == "theirs"


def test_a_file_of_the_users_in_the_place_of_an_exported_one_is_left_alone(tmp_path):
    path = tmp_path / "out"
    fill(path, "1.md")
    (path / "2.md").write_text("mine")
    with pytest.raises(ConfigurationError, match="2.md is no file of this export"):
        fill(path, "1.md", "2.md")
    assert (path / "2.md").read_text() == "mine"


def test_an_export_that_was_broken_off_leaves_nothing_unknown(tmp_path):
    path = tmp_path / "out"
    Folder(path, "markdown").write("half/1.md", b"1")
    fill(path, "2.md")
    assert names(path) == {MANIFEST, "2.md"}


def test_an_edited_file_becomes_what_is_exported_again(tmp_path):
    path = tmp_path / "out"
    fill(path, "1.md")
    (path / "1.md").write_text("edited")
    assert fill(path, "1.md").written == 1
    assert (path / "1.md").read_text() == "1.md"


def test_a_manifest_from_elsewhere_removes_nothing_outside(tmp_path):
    path, outside = tmp_path / "out", tmp_path / "precious.txt"
    outside.write_text("precious")
    fill(path, "1.md")
    (path / "link").symlink_to(tmp_path)
    head = (path / MANIFEST).read_text().partition("\n")[0]
    lines = [head, "../precious.txt", str(outside), "link/precious.txt", "", ".", "missing.md"]
    (path / MANIFEST).write_text("\n".join(lines))
    fill(path, "2.md")
    assert outside.read_text() == "precious"


def test_names_that_differ_by_case_are_one_file_to_some_systems_and_it_stays(tmp_path):
    path = tmp_path / "out"
    Folder(path, "markdown").write("Same 1.md", b"same")
    (path / "same 1.md").hardlink_to(path / "Same 1.md")  # what such a system shows
    again = Folder(path, "markdown")
    again.write("same 1.md", b"same")
    assert again.close().removed == 0
    assert names(path) == {MANIFEST, "Same 1.md", "same 1.md"}


def test_a_manifest_is_sorted_and_holds_every_file(tmp_path):
    path = tmp_path / "out"
    fill(path, "b.md", "a.md", "中.md")
    text = (path / MANIFEST).read_text(encoding="utf-8")
    assert text == "# markdown, by blog-archiver\na.md\nb.md\n中.md\n"


def test_a_folder_that_is_whole_is_unchanged_and_one_that_may_become_more_is_not(tmp_path):
    path = tmp_path / "out"
    for lasting in (True, False, True):
        folder = Folder(path, "site", "of this")
        folder.write("1.html", b"1")
        folder.close(lasting=lasting)
        assert Folder(path, "site", "of this").is_unchanged() == lasting
        assert not Folder(path, "site", "of that").is_unchanged()
        assert not Folder(path, "site").is_unchanged()
