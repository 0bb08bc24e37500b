"""A page of a list of CSDN's posts, whichever way it is written: its entries, and how many there are."""

from dataclasses import dataclass, field

from scraper.items import Entry, Profile


@dataclass(kw_only=True)
class ListPage:
    """One page of a list of posts.

    `total` is how many the site says there are; `broken` says of each unreadable item what it is;
    `columns` are addresses of more such lists, each of a part of the posts.
    """

    entries: list[Entry] = field(default_factory=list)
    total: int | None = None
    broken: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)

    def beyond(self, seen: frozenset[str]) -> list[Entry]:
        """The entries not seen yet, each once: a pinned post stands on its own place, too."""
        first: dict[str, Entry] = {}
        for entry in self.entries:
            if entry.source_id not in seen:
                first.setdefault(entry.source_id, entry)
        return list(first.values())


def entry_of(profile: Profile, article: str, url: str | None = None) -> Entry:
    """An entry of which only the identity is known."""
    return Entry(
        platform=profile.platform,
        handle=profile.handle,
        source_id=article,
        url=url or f"https://blog.csdn.net/{profile.handle}/article/details/{article}",
        title="",
        listing="posts",
        position=0,
    )
