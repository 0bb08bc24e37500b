"""Which of the posts found are wanted."""

from dataclasses import asdict, dataclass, fields

from sqlite_utils import Database

from archive.rows import rows
from archive.search.query import parse

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
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value}

    @property
    def condition(self) -> str:
        """What a post has to be, in SQL; the values are `parameters`."""
        return " AND ".join(CONDITIONS[name] for name in self.chosen) or "true"


EVERYTHING = Filters()


def known_values(database: Database, name: str) -> list[str]:
    """The values that the archive has for a filter, `platform`, `profile` or `kind`, in their order."""
    return [row["value"] for row in rows(database, KNOWN[name])]


KNOWN = {
    "platform": "SELECT DISTINCT platform AS value FROM profiles ORDER BY value",
    "profile": "SELECT platform || ':' || handle AS value FROM profiles ORDER BY value",
    "kind": "SELECT DISTINCT kind AS value FROM posts WHERE kind IS NOT NULL ORDER BY value",
}


def source(query: str, filters: Filters = EVERYTHING, *, joined: bool = False) -> tuple[str, str]:
    """The posts that a query finds and filters let through, as the end of a SELECT, and their id there.

    `joined`: with the columns of `posts` even where no filter needs them. CROSS keeps the index outermost, which gives the newest matches first without sorting them.
    """
    profiles = "JOIN profiles ON profiles.id = posts.profile_id"
    if not query.strip():
        return f"posts {profiles} WHERE posts.state <> 'purged' AND {filters.condition}", "posts.id"
    posts = f"CROSS JOIN posts ON posts.id = posts_fts.rowid {profiles}"
    tables = f"posts_fts {posts if joined or filters.chosen else ''}"
    return f"{tables} WHERE posts_fts MATCH :match AND {filters.condition}", "posts_fts.rowid"


def parameters(query: str, filters: Filters) -> dict[str, str]:
    """What the conditions refer to."""
    return {"match": parse(query).match(), **asdict(filters)}
