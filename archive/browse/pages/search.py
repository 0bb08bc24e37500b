"""The search page, and the same for programs."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from archive.browse.visit import Visit, answer
from archive.query import Query, parse
from archive.search import RANKED, Sort, search
from archive.search.counts import Counts, counts
from archive.search.filters import EVERYTHING, Filters
from archive.search.hit import Hit
from archive.search.near import Near, near

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
        mine = {"q": self.query, **asdict(self.filters)}
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


def answered(database: Database, asked: Asked) -> Answer:
    """Ask an archive; one hit more than is shown tells whether there is another page."""
    query = parse(asked.query)
    hits = search(
        database,
        asked.query,
        PER_PAGE + 1,
        filters=asked.filters,
        sort=asked.sort,
        offset=(asked.page - 1) * PER_PAGE,
    )
    found = counts(database, asked.query, asked.filters)
    everywhere = found if found.posts else counts(database, asked.query, EVERYTHING)
    return Answer(
        query=query,
        hits=hits[:PER_PAGE],
        further=len(hits) > PER_PAGE,
        counts=found,
        near=[] if everywhere.posts else near(database, query),
        elsewhere=everywhere.posts,
    )


async def search_page(visit: Visit) -> Response:
    """Hits, filters with counts, and what else to try where there are none."""
    asked = Asked.of(visit)
    found = await visit.read(lambda database: answered(database, asked))

    def link(**other: Any) -> str:
        return visit.url("search", **asked.arguments(**other))

    shown: dict[str, Any] = {"asked": asked, "found": found, "link": link, "parts": parts}
    title = f"{asked.query}: search" if asked.query else "All posts"
    return await visit.page("search.html", title=title, query=asked.query, **shown)


def parts(text: str, marks: tuple[tuple[int, int], ...]) -> list[tuple[str, bool]]:
    """A text in pieces, and whether each was found."""
    edges = [0, *(edge for mark in marks for edge in mark), len(text)]
    pairs = zip(edges, edges[1:], strict=False)
    return [(text[start:end], bool(number % 2)) for number, (start, end) in enumerate(pairs)]


async def search_json(visit: Visit) -> Response:
    """The same as JSON: marks count characters (code points), `next` is the address of more."""
    asked = Asked.of(visit)
    found = await visit.read(lambda database: answered(database, asked))
    told = {
        "query": asked.query,
        "searched": searched(found.query),
        "filters": asked.filters.chosen,
        "sort": asked.sort,
        "posts": found.counts.posts,
        "more": found.counts.more,
        "hits": [told_hit(visit, hit) for hit in found.hits],
        "counts": {name: dict(values) for name, values in found.counts.values.items()},
        "near": [asdict(term) for term in found.near],
        "next": None,
    }
    if found.further:
        told["next"] = visit.url("search.json", **asked.arguments(page=asked.page + 1))
    return answer(json.dumps(told, ensure_ascii=False), "application/json; charset=utf-8")


def searched(query: Query) -> dict[str, Any]:
    """How a query was understood: a term of each list of `all_of`, and none of `none_of`."""
    groups = [[term.text for term in group] for group in query.required]
    return {"all_of": groups, "none_of": [term.text for term in query.excluded]}


def told_hit(visit: Visit, hit: Hit) -> dict[str, Any]:
    """A hit with the addresses of its pages here."""
    told = hit.mapping()
    for place in (told, *told["also"]):
        place["page"] = visit.url(f"post/{place['id']}")
    return told
