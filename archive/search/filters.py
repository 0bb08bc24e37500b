"""Which of the posts found are wanted, and how many there are for every choice."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlite_utils import Database

from archive.query import parse
from archive.rows import rows

#: Counted are the newest so many matches: 20,000 rows are read in some 30 ms.
COUNTED = 20_000

#: What each filter compares with what was asked for.
VALUES = {
    "platform": "posts.platform",
    "profile": "posts.platform || ':' || handle",
    "kind": "posts.kind",
    "year": "substr(published_on, 1, 4)",
}
CONDITIONS = {name: f"{value} = :{name}" for name, value in VALUES.items()} | {
    "tag": "posts.id IN (SELECT post_id FROM post_tags JOIN tags ON tags.id = tag_id WHERE name = :tag)"
}


@dataclass(frozen=True, slots=True)
class Filters:
    """Only posts of one platform, profile (`platform:handle`), kind, year, tag; empty: of any."""

    platform: str = ""
    profile: str = ""
    kind: str = ""
    year: str = ""
    tag: str = ""

    @property
    def chosen(self) -> dict[str, str]:
        """The filters that are set, by name."""
        return {name: value for name, value in asdict(self).items() if value}


EVERYTHING = Filters()


def source(query: str) -> tuple[str, str]:
    """The posts that a query finds, as the end of a SELECT, and the column of their ids there.

    CROSS keeps the index outermost, which gives the newest matches first without sorting them.
    """
    profiles = "JOIN profiles ON profiles.id = posts.profile_id"
    if not query.strip():
        return f"posts {profiles} WHERE posts.state <> 'purged'", "posts.id"
    found = f"posts_fts CROSS JOIN posts ON posts.id = posts_fts.rowid {profiles}"
    return f"{found} WHERE posts_fts MATCH :match", "posts_fts.rowid"


def where(filters: Filters, *, but: str = "") -> str:
    """The condition of filters, one of them left out."""
    wanted = (CONDITIONS[name] for name in filters.chosen if name != but)
    return " AND ".join(wanted) or "true"


def parameters(query: str, filters: Filters) -> dict[str, str]:
    """What the conditions refer to."""
    return {"match": parse(query).match(), **asdict(filters)}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many posts were found, and for every filter its values with the posts each would leave.

    `more`: there are over COUNTED, and only those newest are counted.
    """

    posts: int
    more: bool
    values: Mapping[str, Sequence[tuple[str, int]]]


COUNTS = """
WITH matches AS MATERIALIZED (
    SELECT posts.id, posts.platform, handle, posts.kind, published_on
    FROM {source} ORDER BY {newest} DESC LIMIT {counted}
)
SELECT '' AS filter, '' AS value, count(*) AS posts FROM matches
UNION ALL SELECT 'posts', '', count(*) FROM matches AS posts WHERE {where}
UNION ALL SELECT 'tag', name, count(*) FROM matches AS posts JOIN post_tags ON post_id = posts.id
    JOIN tags ON tags.id = tag_id WHERE {but_tag} GROUP BY tag_id
"""
COUNT = """
UNION ALL SELECT '{name}', {value}, count(*) FROM matches AS posts
    WHERE {value} <> '' AND {where} GROUP BY 2
"""


def counts(db: Database, query: str, filters: Filters = EVERYTHING) -> Counts:
    """Counts of what a query finds: values by their posts, most first, but years newest first."""
    found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for row in rows(db, _counting(query, filters), **parameters(query, filters)):
        found[row["filter"]].append((row["value"], row["posts"]))
    (_, matches), (_, posts) = *found.pop(""), *found.pop("posts")
    for name, values in found.items():
        values.sort(key=(lambda v: (-int(v[0]),)) if name == "year" else (lambda v: (-v[1], v[0])))
    return Counts(posts, matches == COUNTED, dict(found))


def _counting(query: str, filters: Filters) -> str:
    text, newest = source(query)
    conditions = {"where": where(filters), "but_tag": where(filters, but="tag")}
    total = COUNTS.format(source=text, newest=newest, counted=COUNTED, **conditions)
    return total + "".join(
        COUNT.format(name=name, value=value, where=where(filters, but=name))
        for name, value in VALUES.items()
    )
