"""How many of the posts found there are for every choice of a filter."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from archive.rows import Row, rows
from archive.search.filters import CONDITIONS, EVERYTHING, VALUES, Filters, parameters, source

#: Counted are the newest so many matches: 20,000 rows are read in some 40 ms.
COUNTED = 20_000

#: How many posts have each combination of values, and whether they have the tag that is asked for.
COMBINED = """
SELECT {values}, {tagged} AS tagged, count(*) AS posts
FROM (SELECT {id} AS match FROM {found} ORDER BY {id} DESC LIMIT {counted})
CROSS JOIN posts ON posts.id = match JOIN profiles ON profiles.id = posts.profile_id
GROUP BY {columns}, tagged
"""
TAGS = """
SELECT name, posts FROM (
    SELECT tag_id, count(*) AS posts
    FROM (SELECT {id} AS match FROM {found} ORDER BY {id} DESC LIMIT {counted})
    CROSS JOIN post_tags ON post_id = match GROUP BY tag_id
) JOIN tags ON tags.id = tag_id
"""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many posts were found, and for every filter its values with the posts each would leave.

    Values go by their posts, most first, but years newest first. `more`: there are over COUNTED, and
    only those newest are counted.
    """

    posts: int
    more: bool
    values: Mapping[str, Sequence[tuple[str, int]]]


def counts(db: Database, query: str, filters: Filters = EVERYTHING) -> Counts:
    """Counts of what a query finds. What is chosen in a filter leaves out nothing of its own counts."""
    combined = combinations(db, query, filters)
    wanted = {name: value for name, value in filters.chosen.items() if name != "tag"}
    values = {name: counted(combined, name, wanted) for name in VALUES}
    values["tag"] = tags(db, query, filters)
    left = sum(row["posts"] for row in combined if row["tagged"] and passes(row, wanted))
    total = sum(row["posts"] for row in combined)
    return Counts(left, total == COUNTED, {name: found for name, found in values.items() if found})


def combinations(db: Database, query: str, filters: Filters) -> list[Row]:
    """Every combination of values among the posts that a query finds."""
    found, number = source(query)
    sql = COMBINED.format(
        values=", ".join(f"{value} AS {name}" for name, value in VALUES.items()),
        columns="posts.profile_id, posts.kind, year",
        tagged=CONDITIONS["tag"] if filters.tag else "1",
        found=found,
        id=number,
        counted=COUNTED,
    )
    return rows(db, sql, **parameters(query, filters))


def counted(combined: list[Row], name: str, wanted: Mapping[str, str]) -> list[tuple[str, int]]:
    """The values of a filter with the posts that the other filters leave."""
    others = {other: value for other, value in wanted.items() if other != name}
    found: Counter[str] = Counter()
    for row in combined:
        if row[name] and row["tagged"] and passes(row, others):
            found[row[name]] += row["posts"]
    newest_first = sorted(found.items(), reverse=True)
    return newest_first if name == "year" else ordered(found)


def passes(row: Row, wanted: Mapping[str, str]) -> bool:
    """Whether a combination has all the values wanted."""
    return all(row[name] == value for name, value in wanted.items())


def tags(db: Database, query: str, filters: Filters) -> list[tuple[str, int]]:
    """The tags of the posts that a query and the other filters leave."""
    found, number = source(query, replace(filters, tag=""))
    sql = TAGS.format(found=found, id=number, counted=COUNTED)
    return ordered({r["name"]: r["posts"] for r in rows(db, sql, **parameters(query, filters))})


def ordered(found: Mapping[str, int]) -> list[tuple[str, int]]:
    """Most posts first."""
    return sorted(found.items(), key=lambda value: (-value[1], value[0]))
