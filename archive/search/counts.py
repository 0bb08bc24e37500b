"""How many of the posts found there are for every choice of a filter."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from archive.rows import Row, rows
from archive.search.filters import CONDITIONS, EVERYTHING, VALUES, Filters, parameters, source

#: Counted are the newest so many matches: 20,000 rows are read in some 40 ms.
COUNTED = 20_000

#: How many posts have each combination of values, and whether they have the tag that is asked for;
#: then, with a tag's name, how many have it. Once for both, since finding them is what takes time.
COUNTS = """
WITH matches AS MATERIALIZED (
    SELECT {id} AS match FROM {found} ORDER BY {id} DESC LIMIT {counted}
)
SELECT NULL AS tag, {values}, {tagged} AS tagged, count(*) AS posts
FROM matches CROSS JOIN posts ON posts.id = match JOIN profiles ON profiles.id = posts.profile_id
GROUP BY posts.profile_id, posts.kind, year, tagged
UNION ALL
SELECT name, NULL, NULL, NULL, NULL, NULL, posts FROM (
    SELECT tag_id, count(*) AS posts FROM matches {filtered}
    CROSS JOIN post_tags ON post_id = match WHERE {conditions} GROUP BY tag_id
) JOIN tags ON tags.id = tag_id
"""
FILTERED = "CROSS JOIN posts ON posts.id = match JOIN profiles ON profiles.id = posts.profile_id"


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
    found = rows(db, counting(query, filters), **parameters(query, filters))
    combined = [row for row in found if row["tag"] is None]
    wanted = {name: value for name, value in filters.chosen.items() if name != "tag"}
    values = {name: counted(combined, name, wanted) for name in VALUES}
    values["tag"] = ordered({row["tag"]: row["posts"] for row in found if row["tag"] is not None})
    left = sum(row["posts"] for row in combined if row["tagged"] and passes(row, wanted))
    total = sum(row["posts"] for row in combined)
    return Counts(left, total == COUNTED, {name: some for name, some in values.items() if some})


def counting(query: str, filters: Filters) -> str:
    """The statement for a query and filters."""
    found, number = source(query)
    others = replace(filters, tag="")
    return COUNTS.format(
        found=found,
        id=number,
        counted=COUNTED,
        values=", ".join(f"{value} AS {name}" for name, value in VALUES.items()),
        tagged=CONDITIONS["tag"] if filters.tag else "1",
        filtered=FILTERED if others.chosen else "",
        conditions=others.condition,
    )


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


def ordered(found: Mapping[str, int]) -> list[tuple[str, int]]:
    """Most posts first."""
    return sorted(found.items(), key=lambda value: (-value[1], value[0]))
