"""What a search finds: an article, and the posts of the archive that have its text."""

from dataclasses import asdict, dataclass
from typing import Any

from archive.search.snippet import Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where an article is: a post of the archive. `profile` is `platform:handle`."""

    id: int
    url: str
    title: str
    platform: str
    profile: str
    author: str
    published_on: str | None


@dataclass(frozen=True, slots=True)
class Hit:
    """An article found, where it ranks best, and the other places `also` that have the same text.

    `score`: the higher the better, 0 where hits are in the order of time. `marks` are the found words
    in `snippet`, `title_marks` those in the title, as (start, end).
    """

    place: Place
    snippet: str
    score: float
    marks: tuple[Span, ...]
    title_marks: tuple[Span, ...]
    kind: str | None
    tags: tuple[str, ...]
    also: tuple[Place, ...]

    @property
    def title(self) -> str:
        return self.place.title

    @property
    def url(self) -> str:
        return self.place.url

    @property
    def places(self) -> tuple[Place, ...]:
        """All places of the article, that of the hit first."""
        return (self.place, *self.also)

    def mapping(self) -> dict[str, Any]:
        """All of it for programs."""
        found = ("score", "snippet", "marks", "title_marks", "kind", "tags")
        mine = asdict(self.place) | {name: getattr(self, name) for name in found}
        return mine | {"also": [asdict(place) for place in self.also]}
