"""What earlier runs know of a profile: a site that shows nothing of it is not believed at once."""

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class KnownPost:
    """A post whose body is archived; `published_on` is None for one that the site never dated.

    `listings` are the names of those that show it.
    """

    title: str
    published_on: date | None = None
    listings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Before:
    """What the last runs saw of a profile: nothing on its first, and without an archive.

    `posts` is source id → post, of those that were listed; `sources` are the listings that had any,
    by name and source (scraper.items.Listing), the newest first. `agreed` is what crawls of a week
    lacked, and had instead (scraper.pages.Changed): it is how the site is.
    """

    posts: dict[str, KnownPost] = field(default_factory=dict)
    sources: tuple[tuple[str, str], ...] = ()
    agreed: frozenset[tuple[str, str]] = frozenset()

    def in_listing(self, name: str) -> set[str]:
        """The posts that a listing showed, by their ids."""
        return {source_id for source_id, post in self.posts.items() if name in post.listings}
