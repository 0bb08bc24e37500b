"""Names of exported files are safe on every system, stable, and never the same for two posts."""

import unicodedata
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.export.addresses import Reference
from archive.export.names import DEVICE, path_of, relative, safe
from tests.leaving import TITLES

ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=400)


def named(title: str, source_id: str = "1", handle: str = "linshen") -> str:
    return path_of(Reference("csdn", handle, source_id, title), ".md")


def is_safe(name: str) -> bool:
    """Whether Windows, macOS and Linux take one part of a path, and give it back as it is."""
    windows = PureWindowsPath(name)
    return (
        len(name.encode()) <= 143
        and name == unicodedata.normalize("NFC", name)
        and name.strip(" .") == name != ""
        and windows.name == name == PurePosixPath(name).name
        and not any(ord(character) < 32 or character in '<>:"/\\|?*' for character in name)
        and not DEVICE.match(name)
    )


@pytest.mark.parametrize("title", TITLES, ids=ascii)
def test_an_odd_title_is_a_safe_name(title):
    assert all(map(is_safe, PurePosixPath(named(title)).parts))


@given(ANY, ANY, ANY)
def test_any_title_identity_and_handle_is_a_safe_path_of_three_parts(title, source_id, handle):
    parts = named(title, source_id, handle).split("/")
    assert len(parts) == 3
    assert all(map(is_safe, parts))


def test_titles_that_differ_by_case_spelling_or_nothing_have_names_of_their_own():
    found = {named(title, str(number)).casefold() for number, title in enumerate(TITLES)}
    assert len(found) == len(TITLES)


def test_a_name_depends_on_the_post_alone():
    assert named("显存优化") == "csdn/linshen/显存优化 90c787ba21.md"
    assert named("cafe\u0301") == named("café")
    assert named("看不\u200b见") == named("看不见")


def test_a_handle_that_is_a_device_or_a_path_is_a_folder_of_one_name():
    assert safe("nul.github.io") == "_nul.github.io"
    assert safe("../..") == "untitled"
    assert safe("someone.github.io/blog") == "someone.github.io blog"


def test_a_way_from_file_to_file_is_an_address_of_markdown():
    assert relative("media/ab/c.png", "csdn/a/b.md") == "../../media/ab/c.png"
    assert relative("csdn/a/$x (y &lt.md", "csdn/a/b.md") == "%24x%20%28y%20%26lt.md"
