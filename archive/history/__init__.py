"""What became of a post over time.

difference.py  two versions of it, compared
changes.py     the same of all posts: what is new, edited, gone and back
courses.py     how the counters of a profile went
"""

from dataclasses import dataclass

from sqlite_utils import Database

from archive.rows import Row, first, rows
from scraper.configuration import ConfigurationError


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
        (version["seen_at"], 0, version_event(version))
        for version in versions(database, post["id"])
    ]
    return [event for _, _, event in sorted(seen, key=lambda event: event[:2])]


OBSERVATIONS = "SELECT * FROM observations WHERE post_id = ? ORDER BY id"


def version_event(version: Row) -> Event:
    """A version as an event; the site's time is its update, or its publication."""
    size = version["characters"] or 0
    return Event(
        at=version["seen_at"],
        what="version",
        detail=f"{version['title']} ({size} characters{', cut' if version['cut'] else ''})",
        number=version["number"],
        site_time=version["updated_at"] or version["published_at"],
    )


def versions(database: Database, post_id: int) -> list[Row]:
    """The versions of a post, each with its `number`, how many there are `of` it, its text's length."""
    return rows(database, VERSIONS, post_id)


VERSIONS = """
SELECT post_versions.*, length(body_text) AS characters, renderings.id AS rendering,
    row_number() OVER (ORDER BY post_versions.id) AS number, count(*) OVER () AS of
FROM post_versions LEFT JOIN renderings ON renderings.id =
    (SELECT max(id) FROM renderings AS newest WHERE newest.version_id = post_versions.id)
WHERE post_id = ? ORDER BY post_versions.id
"""


def two_versions(
    database: Database, post: Row, older: int | None, newer: int | None
) -> tuple[Row, Row]:
    """The versions with two numbers, or the last two, with their bodies. Raises ConfigurationError."""
    found = versions(database, post["id"])
    if len(found) < 2:
        raise ConfigurationError(f"{post['url']} has {len(found)} version: nothing to compare")
    last = len(found)
    chosen = (last - 1 if older is None else older, last if newer is None else newer)
    for number in chosen:
        if not 1 <= number <= len(found):
            raise ConfigurationError(f"{post['url']} has versions 1 to {last}, no {number}")
    older_row, newer_row = (with_body(database, found[number - 1]) for number in chosen)
    return older_row, newer_row


def with_body(database: Database, version: Row) -> Row:
    """A version and the Markdown of its newest rendering."""
    return version | (first(database, BODY, version["rendering"]) or {"body_markdown": None})


BODY = "SELECT body_markdown FROM renderings WHERE id = ?"
