"""How two versions of a post differ, side by side or in one text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from archive.browse.pages.history import known
from archive.browse.visit import Visit
from archive.history import two_versions
from archive.history.difference import Line, side_by_side
from scraper.configuration import ConfigurationError

if TYPE_CHECKING:
    from datasette.utils.asgi import Response

#: Lines that are the same and shown on either side of a change.
CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines one after the other. `folded`: they are the same, and far from any change."""

    lines: Sequence[Line]
    folded: bool


async def diff(visit: Visit) -> Response:
    """The difference of the versions `from` and `to`, counted from 1; else of the last two."""
    number, older, newer = (visit.number(name) for name in ("post", "from", "to"))
    try:
        found = await visit.read(lambda database: compared(database, number, older, newer))
    except ConfigurationError as error:
        return await visit.page("absent.html", status=404, title=str(error))
    if found is None:
        return await visit.page("absent.html", status=404, title="No such post")
    view = "inline" if visit.asked("view") == "inline" else "side"
    title = f"What changed in {found['post']['title']}"
    return await visit.page("diff.html", title=title, view=view, **found)


def compared(database: Database, number: int, older: int, newer: int) -> dict[str, Any] | None:
    """Two versions of a post and the passages in which they differ; 0 stands for one of the last two.

    None if there is no such post. Raises ConfigurationError if it has no such versions.
    """
    post = known(database, number)
    if post is None:
        return None
    pair = two_versions(database, post, older or None, newer or None)
    lines = list(side_by_side(*pair))
    return {
        "post": post,
        "older": pair[0],
        "newer": pair[1],
        "passages": list(passages(lines)),
        "gone": characters(lines, "gone"),
        "new": characters(lines, "new"),
    }


def characters(lines: Sequence[Line], change: str) -> int:
    """How many characters went or came."""
    return sum(len(text) for line in lines for kind, text in line.pieces if kind == change)


def passages(lines: Sequence[Line]) -> Iterator[Passage]:
    """The lines in their order: those near a change to be seen, long runs of others folded."""
    near = {
        place
        for number, line in enumerate(lines)
        if line.changed
        for place in range(number - CONTEXT, number + CONTEXT + 1)
    }
    for seen, run in groupby(enumerate(lines), key=lambda numbered: numbered[0] in near):
        found = [line for _, line in run]
        yield Passage(found, folded=not seen and len(found) > 1)  # the fold itself takes a line
