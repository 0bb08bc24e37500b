"""What became of a post over time, and how two of its versions differ."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sqlite_utils import Database

from archive.rows import Row, rows
from scraper.configuration import ConfigurationError

#: One Chinese or Japanese character, one word of anything else, or one run of spaces.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+?(?=[\u3040-\u9fff]|\W|$)|\s+|\W")

#: So many pairs of words are compared; passages of 10,000 words each take some two seconds.
THOROUGH = 100_000_000

Change = Literal["same", "gone", "new"]


@dataclass(frozen=True, slots=True)
class Event:
    """A version, or an observation.

    `at` is our time, UTC; `site_time` what the site says of the version, `number` counts versions from 1.
    """

    at: str
    what: str
    detail: str
    number: int | None = None
    site_time: str | None = None


def timeline(database: Database, post: Row) -> list[Event]:
    """Everything that was seen of a post, oldest first."""
    seen = [
        (row["observed_at"], 1, Event(row["observed_at"], row["seen"], row["reason"]))
        for row in rows(database, OBSERVATIONS, post["id"])
    ]
    seen += [
        (version["seen_at"], 0, version_event(number, version))
        for number, version in enumerate(versions(database, post["id"]), 1)
    ]
    return [event for _, _, event in sorted(seen, key=lambda event: event[:2])]


OBSERVATIONS = "SELECT * FROM observations WHERE post_id = ? ORDER BY id"


def version_event(number: int, version: Row) -> Event:
    """A version as an event; the site's time is its update, or its publication."""
    size = len(version["body_text"] or "")
    return Event(
        at=version["seen_at"],
        what="version",
        detail=f"{version['title']} ({size} characters{', cut' if version['cut'] else ''})",
        number=number,
        site_time=version["updated_at"] or version["published_at"],
    )


def versions(database: Database, post_id: int) -> list[Row]:
    """The versions of a post in their order, each with its newest rendering."""
    return rows(database, VERSIONS, post_id)


VERSIONS = """
SELECT post_versions.*, body_markdown, body_text FROM post_versions
LEFT JOIN renderings ON renderings.id =
    (SELECT max(id) FROM renderings AS newest WHERE newest.version_id = post_versions.id)
WHERE post_id = ? ORDER BY post_versions.id
"""


def two_versions(
    database: Database, post: Row, older: int | None, newer: int | None
) -> tuple[Row, Row]:
    """The versions with two numbers, or the last two. Raises ConfigurationError."""
    found = versions(database, post["id"])
    if len(found) < 2:
        raise ConfigurationError(f"{post['url']} has {len(found)} version: nothing to compare")
    last = len(found)
    chosen = (last - 1 if older is None else older, last if newer is None else newer)
    for number in chosen:
        if not 1 <= number <= len(found):
            raise ConfigurationError(f"{post['url']} has versions 1 to {last}, no {number}")
    return found[chosen[0] - 1], found[chosen[1] - 1]


def document(version: Row) -> str:
    """A version as one text: its title, its tags, its body."""
    return f"# {version['title']}\n\ntags: {version['tags']}\n\n{version['body_markdown'] or ''}\n"


def unified(older: Row, newer: Row) -> str:
    """The difference as `diff -u` writes it, by line."""
    lines = difflib.unified_diff(
        document(older).splitlines(keepends=True),
        document(newer).splitlines(keepends=True),
        f"seen {older['seen_at']}",
        f"seen {newer['seen_at']}",
    )
    return "".join(lines)


def by_word(older: Row, newer: Row) -> Iterator[tuple[Change, str]]:
    """The difference as runs of text, by word, and by character in Chinese.

    Lines are compared first, and words where lines differ: of an article of 60,000 characters, all
    words at once take 48 seconds.
    """
    before, after = (document(row).splitlines(keepends=True) for row in (older, newer))
    # Lines that occur all over, such as empty ones, are no hold in a long document.
    for same, was, now in runs(before, after, autojunk=True):
        if same:
            yield "same", was
        else:
            yield from words(was, now)


def words(before: str, after: str) -> Iterator[tuple[Change, str]]:
    """How two passages differ by word; long ones, which were written anew, as a whole."""
    was, now = WORD.findall(before), WORD.findall(after)
    if len(was) * len(now) > THOROUGH:
        was, now = [before], [after]
    for same, gone, new in runs(was, now, autojunk=False):
        if same:
            yield "same", gone
        else:
            yield "gone", gone
            yield "new", new


def runs(before: list[str], after: list[str], *, autojunk: bool) -> Iterator[tuple[bool, str, str]]:
    """Runs of two lists of pieces, joined: whether they are the same, the older one, the newer one."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk)
    for tag, i, j, k, m in matcher.get_opcodes():
        yield tag == "equal", "".join(before[i:j]), "".join(after[k:m])
