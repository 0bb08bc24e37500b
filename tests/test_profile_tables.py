"""profiles.toml with a profile more or less: whatever was in it, it can be read, and keeps its comments."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.configuration import ConfigurationError
from scraper.profiles import ProfilesFile

URLS = [f"https://blog{n}.example/" for n in range(4)]


@pytest.fixture(scope="module")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ProfilesFile]:
    """A file with a text."""
    path = tmp_path_factory.mktemp("profiles") / "profiles.toml"

    def written(text: str) -> ProfilesFile:
        path.write_text(text, encoding="utf-8")
        return ProfilesFile(path)

    return written


GAPS = st.sampled_from(["", "\n", "# Friends [[profiles]]\n", "\n# Bob's\n\n"])
SECTIONS = st.sampled_from(["[crawl]\nrequests = 9\n", "[media]\nfiles = true  # all\n"])


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A file whose profiles are tables, with others between them."""
    entry = st.sampled_from(URLS).map('[[profiles]]\nurl = "{}"\nenabled = true\n'.format)
    pieces = draw(st.lists(entry, max_size=3))
    for section in draw(st.lists(SECTIONS, unique=True)):
        pieces.insert(draw(st.integers(0, len(pieces))), section)
    return draw(GAPS) + "".join(piece + draw(GAPS) for piece in pieces)


@st.composite
def arrays(draw: st.DrawFn) -> str:
    """A file whose profiles are one array."""
    entries = [f'{{ url = "{url}" }}' for url in draw(st.lists(st.sampled_from(URLS), max_size=3))]
    gap = draw(st.sampled_from(["", "\n  ", "  # first\n  ", "\n  # [[profiles]]\n  "]))
    last = draw(st.sampled_from(["", ","])) if entries else ""
    tail = draw(st.sampled_from(["", "\n", " # none\n", " # last\n # end\n"]))
    text = f"profiles = [{gap}{f',{gap}'.join(entries)}{last}{tail}]  # all\n"
    return draw(GAPS) + text + draw(GAPS) + draw(SECTIONS)


def comments(text: str, before: str) -> Counter[str]:
    """Comments of a file, with what has to be `before` them on their line."""
    return Counter(re.findall(f"{before}(#.*)", text, re.MULTILINE))


@settings(max_examples=150, deadline=None)
@given(tables() | arrays(), st.lists(st.tuples(st.booleans(), st.sampled_from(URLS)), max_size=6))
def test_any_sequence_of_changes_leaves_a_file_that_can_be_read_with_its_comments(
    file_of, text, changes
):
    file = file_of(text)
    other = {key: value for key, value in tomllib.loads(text).items() if key != "profiles"}
    left = [table["url"] for table in file.tables]
    for add, url in changes:
        if add:
            file.add([url])
            left.append(url)
        elif url in left:
            file.remove(url)
            left.remove(url)
        file.save()
        file = ProfilesFile(file.path)
        assert sorted(table["url"] for table in file.tables) == sorted(left)
        assert {k: v for k, v in file.plain.items() if k != "profiles"} == other
    assert comments(text, before="^ *") <= comments(file.text, before="")


def test_what_is_added_stands_below_the_last_profile_and_what_was_below_it_stays_there(file_of):
    file = file_of('[[profiles]]\nurl = "a.io"\n\n# Slowly.\n[crawl]\nrequests = 9\n')
    file.add(["https://b.io/"])
    assert file.text == (
        '[[profiles]]\nurl = "a.io"\n\n[[profiles]]\nurl = "https://b.io/"\n\n'
        "# Slowly.\n[crawl]\nrequests = 9\n"
    )
    file.remove("a.io")
    file.remove("b.io")
    assert "profiles" not in file.text
    assert "# Slowly.\n[crawl]" in file.text


def test_an_array_that_was_left_empty_gives_way_to_tables(file_of):
    file = file_of("profiles = []\n[crawl]\nrequests = 9\n")
    file.add(["https://b.io/"])
    assert file.text == '[crawl]\nrequests = 9\n\n[[profiles]]\nurl = "https://b.io/"\n'


def test_a_header_in_a_text_of_the_user_is_no_profile(file_of):
    text = '[alerts]\ncommand = """\n[[profiles]]\n"""\n[[profiles]]\nurl = "a.io"\n'
    file = file_of(text)
    with pytest.raises(ConfigurationError, match="by hand"):
        file.remove("a.io")
    assert file.text == text


def test_a_profile_that_is_spelled_oddly_is_left_to_its_user(file_of):
    file = file_of('[["profile\\u0073"]]\nurl = "a.io"\n')
    with pytest.raises(ConfigurationError, match="by hand"):
        file.remove("a.io")


def test_an_array_may_end_with_comments_and_no_comma(file_of):
    file = file_of('profiles = [ # all\n  {url = "a.io"} # second\n  # end\n]\n')
    file.add(["https://b.io/", "https://c.io/"])
    assert list(file.addresses) == ["https://b.io/", "https://c.io/", "a.io"]
    assert file.text.count("#") == 3
