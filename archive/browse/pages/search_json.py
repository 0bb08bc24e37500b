"""The search page for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from archive.browse.pages.search import Asked, answered
from archive.browse.visit import Visit, answer
from archive.search.hit import Hit
from archive.search.query import Query

if TYPE_CHECKING:
    from datasette.utils.asgi import Response


async def search_json(visit: Visit) -> Response:
    """The same as JSON: marks count characters (code points), `next` is the address of more."""
    asked = Asked.of(visit)
    found = await answered(visit, asked)
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
