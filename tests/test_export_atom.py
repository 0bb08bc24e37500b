"""A feed of posts is valid Atom, with the whole text of each, safe to be shown."""

from pathlib import Path

import feedparser
import pytest
from lxml import etree

from archive.browse.typesetter import Typesetter
from archive.export import Selection, export
from archive.export.atom import html
from tests.leaving import fill, fill_with_titles
from tests.made import address, crawl, entry, post

SCHEMA = etree.RelaxNG(file=Path(__file__).with_name("fixtures") / "atom" / "feed.rng")


def exported(archive, path):
    export("atom", Selection(archive), path)
    SCHEMA.assertValid(etree.parse(path))
    read = feedparser.parse(path.read_bytes(), sanitize_html=False, resolve_relative_uris=False)
    assert not read.bozo
    return read


@pytest.fixture
def path(tmp_path):
    return tmp_path / "posts.atom"


def test_posts_have_their_text_times_tags_and_rights(archive, path):
    fill(archive)
    read = exported(archive, path)
    first, *others = read.entries
    assert (read.feed.title, read.feed.updated, len(others)) == (
        *("all posts", "2026-01-08T04:00:00Z", 2),
    )
    assert (first.published, first.updated) == ("2026-01-05T04:00:00Z", "2026-01-07T04:00:00Z")
    assert [tag.term for tag in first.tags] == ["显存", "CUDA Graph"]
    assert first.rights == "林深 · 原创 · CC 4.0 BY-SA"
    assert first.link == address("1")
    assert '<img src="https://img.example/a_(1).png' in first.content[0].value
    assert "林深 · 原创 · CC 4.0 BY-SA" in first.content[0].value


def test_any_title_is_valid_and_every_entry_has_an_id_of_its_own(archive, path):
    fill_with_titles(archive)
    found = [one.id for one in exported(archive, path).entries]
    assert len(set(found)) == len(found) > 20


def test_nothing_of_a_hostile_body_runs(archive, path):
    text = "<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>" * 9
    crawl(archive, entry("1"), post("1", text=text))
    shown = exported(archive, path).entries[0].content[0].value
    assert "<script" not in shown
    assert "<img" not in shown
    assert 'href="javascript' not in shown


def test_a_body_that_holds_up_is_there_as_its_markdown(archive):
    crawl(archive, entry("1"), post("1", text="[" * 390_000))
    (made,) = Selection(archive)
    typesetter = Typesetter(seconds=0.5)
    content = html(made, typesetter)
    typesetter.end()
    assert content.startswith("<pre>")
    assert typesetter.given_up == 1


def test_it_is_the_same_file_as_long_as_the_posts_are_the_same(archive, path, tmp_path):
    fill(archive)
    exported(archive, path)
    before = path.stat()
    again = export("atom", Selection(archive), path)
    assert (again.posts, again.files, again.written) == (3, 1, 0)
    assert path.stat().st_ino == before.st_ino
    exported(archive, other := tmp_path / "other.xml")
    assert other.read_bytes() == path.read_bytes()
