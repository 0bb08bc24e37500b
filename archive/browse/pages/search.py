"""The search page: hits, filters with counts, and what else to try where there is nothing."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape
from sqlite_utils import Database

from archive.browse.visit import Visit
from archive.search import RANKED, Sort, search
from archive.search.counts import Counts, counts
from archive.search.filters import Filters
from archive.search.hit import Hit
from archive.search.near import Near, near
from archive.search.query import Query, parse
from archive.search.snippet import Span

if TYPE_CHECKING:
    from datasette.utils.asgi import Response

PER_PAGE = 20
#: Characters. Of short words so many make a query of half a second.
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address of a search page says."""

    query: str
    filters: Filters
    sort: Sort
    page: int

    @classmethod
    def of(cls, visit: Visit) -> Asked:
        """Whatever an address says, something that can be answered."""
        chosen = {field.name: visit.asked(field.name) for field in fields(Filters)}
        sort = visit.asked("sort")
        return cls(
            query=visit.asked("q")[:LONGEST],
            filters=Filters(**chosen),
            sort="date" if sort == "date" or not visit.asked("q") else "rank",
            page=min(max(visit.number("page", 1), 1), RANKED // PER_PAGE),
        )

    def arguments(self, **other: Any) -> dict[str, Any]:
        """The arguments of the address of this search, or of one that is other in something."""
        mine = {"q": self.query, **self.filters.chosen}
        if self.query and self.sort == "date":
            mine["sort"] = "date"
        return mine | other


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found. `elsewhere`: how many posts there would be without the filters."""

    query: Query
    hits: list[Hit]
    further: bool
    counts: Counts
    near: list[Near]
    elsewhere: int


async def answered(visit: Visit, asked: Asked) -> Answer:
    """Ask an archive for hits and counts, in one thread: two take no less time and more of the CPU."""
    hits, found = await visit.read(lambda database: hits_and_counts(database, asked))
    query = parse(asked.query)
    everywhere, others = found, list[Near]()
    if not found.posts:
        everywhere = await visit.read(lambda database: counts(database, asked.query))
    if not everywhere.posts:
        others = await visit.read(lambda database: near(database, query))
    return Answer(
        query=query,
        hits=hits[:PER_PAGE],
        further=len(hits) > PER_PAGE,
        counts=found,
        near=others,
        elsewhere=everywhere.posts,
    )


def hits_and_counts(database: Database, asked: Asked) -> tuple[list[Hit], Counts]:
    """The hits of a page, and one more where there is another page; and the counts of all."""
    hits = search(
        database,
        asked.query,
        PER_PAGE + 1,
        filters=asked.filters,
        sort=asked.sort,
        offset=(asked.page - 1) * PER_PAGE,
    )
    return hits, counts(database, asked.query, asked.filters)


async def search_page(visit: Visit) -> Response:
    """Hits, filters with counts, and what else to try where there are none."""
    asked = Asked.of(visit)
    found = await answered(visit, asked)

    def link(**other: Any) -> str:
        return visit.url("search", **asked.arguments(**other))

    shown: dict[str, Any] = {"asked": asked, "found": found, "link": link, "marked": marked}
    title = f"{asked.query}: search" if asked.query else "All posts"
    return await visit.page("search.html", title=title, query=asked.query, **shown)


def marked(text: str, marks: tuple[Span, ...]) -> Markup:
    """A text as HTML with what was found in it marked."""
    edges = [0, *(edge for mark in marks for edge in mark), len(text)]
    pieces = [str(escape(text[start:end])) for start, end in zip(edges, edges[1:], strict=False)]
    pieces[1::2] = [f"<mark>{piece}</mark>" for piece in pieces[1::2]]
    return Markup("".join(pieces))
