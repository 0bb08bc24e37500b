"""What a person wants purged, by names that hold in every copy of an archive."""

from dataclasses import dataclass

from sqlite_utils import Database

from archive.lookup import candidates, find, spellings
from archive.rows import Row, first, rows
from scraper.configuration import ConfigurationError


@dataclass(frozen=True, slots=True)
class Wanted:
    """Posts by platform, handle and `source_id`; with a profile, by platform and handle, all of its."""

    posts: frozenset[tuple[str, str, str]] = frozenset()
    profiles: frozenset[tuple[str, str]] = frozenset()

    def __or__(self, other: "Wanted") -> "Wanted":
        return Wanted(self.posts | other.posts, self.profiles | other.profiles)

    @property
    def platforms(self) -> list[str]:
        """The platforms on which they are."""
        return sorted({platform for platform, *_ in (*self.posts, *self.profiles)})


def wanted(database: Database, name: str) -> Wanted:
    """What a name or an address stands for. Raises ConfigurationError unless that is one thing.

    An address is a profile's only if it is that of its row: half of a post's address is not enough.
    """
    profile = profile_of(database, name)
    if profile is None:
        post = find(database, name)
        handle = first(database, "SELECT handle FROM profiles WHERE id = ?", post["profile_id"])
        assert handle
        return Wanted(posts=frozenset({(post["platform"], handle["handle"], post["source_id"])}))
    if candidates(database, name):
        raise ConfigurationError(f"{name} is a profile and a post: give the post's database id")
    return Wanted(profiles=frozenset({(profile["platform"], profile["handle"])}))


def profile_of(database: Database, name: str) -> Row | None:
    """The row of a profile with an address, or that is called `platform:handle`."""
    known = spellings(name) if "//" in name else []
    for row in rows(database, "SELECT platform, handle, url FROM profiles ORDER BY id"):
        if row["url"] in known or f"{row['platform']}:{row['handle']}" == name:
            return row
    return None


def post_ids(database: Database, chosen: Wanted) -> list[int]:
    """The ids of the posts in a database that has them under ids of its own."""
    found = rows(database, ALL)
    return [
        row["id"]
        for row in found
        if (row["platform"], row["handle"], row["source_id"]) in chosen.posts
        or (row["platform"], row["handle"]) in chosen.profiles
    ]


ALL = """
SELECT posts.id, posts.platform, handle, source_id FROM posts
JOIN profiles ON profiles.id = profile_id ORDER BY posts.id
"""


def profile_ids(database: Database, chosen: Wanted) -> list[int]:
    """The ids of the profiles."""
    found = rows(database, "SELECT id, platform, handle FROM profiles ORDER BY id")
    return [row["id"] for row in found if (row["platform"], row["handle"]) in chosen.profiles]
