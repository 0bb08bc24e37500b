"""What is new, edited, gone and returned in the whole archive, as a page and as an Atom feed."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from archive import atom
from archive.browse.visit import Visit, answer
from archive.history import changes as archive_changes
from archive.history.changes import KINDS
from archive.rows import Row, first

if TYPE_CHECKING:
    from datasette.utils.asgi import Response

#: Changes of a page, and of the feed.
MOST = 50
#: SQLite counts to 2⁶³; nobody turns so many pages.
LAST_PAGE = 1_000_000


async def changes(visit: Visit) -> Response:
    """The changes of a `kind` or a `profile`, or all; 50 on a `page`, by day."""
    page = min(max(1, visit.number("page", 1)), LAST_PAGE)
    found = await asked(visit, MOST + 1, MOST * (page - 1))
    owner = visit.number("profile")
    profile = await visit.read(lambda database: first(database, PROFILE, owner))
    return await visit.page(
        "changes.html",
        title="Changes",
        days=[
            (day, list(run)) for day, run in groupby(found[:MOST], key=lambda row: row["at"][:10])
        ],
        kinds=KINDS,
        kind=chosen(visit),
        profile=profile,
        page=page,
        more=len(found) > MOST,
    )


PROFILE = "SELECT id, platform, handle, name FROM profiles WHERE id = ?"


async def changes_atom(visit: Visit) -> Response:
    """The newest 50 of the same changes, for feed readers."""
    entries = [entry(visit, row) for row in await asked(visit, MOST, 0)]
    kept = {"kind": chosen(visit), "profile": visit.number("profile") or None}
    title = f"Changes in {visit.served.name}"
    own, page = (absolute(visit, visit.url(name, **kept)) for name in ("changes.atom", "changes"))
    return answer(atom.feed(title, own, page, entries).decode(), atom.KIND)


async def asked(visit: Visit, limit: int, offset: int) -> list[Row]:
    """The changes that a request asks for."""
    kind, profile = chosen(visit), visit.number("profile")
    return await visit.read(
        lambda database: archive_changes.changes(
            database, kind=kind, profile=profile, limit=limit, offset=offset
        )
    )


def chosen(visit: Visit) -> str:
    """The kind of changes asked for; empty for all, and for what is no kind."""
    return visit.asked("kind") if visit.asked("kind") in KINDS else ""


def entry(visit: Visit, change: Row) -> atom.Entry:
    """A change as the feed tells it."""
    post = f"post/{change['post_id']}"
    edit = {"from": change["number"] - 1, "to": change["number"]}
    where = visit.url(f"{post}/diff", **edit) if change["what"] == "edited" else visit.url(post)
    return atom.Entry(
        name="\n".join(str(change[part]) for part in IDENTITY),
        title=f"{change['what'].capitalize()}: {change['title']}",
        at=change["at"],
        author=change["author"],
        category=change["what"],
        link=absolute(visit, where),
        via=change["url"],
        summary=change["detail"] or f"{change['title']} is {change['what']}.",
    )


#: What names a change wherever the same archive is rebuilt: no id of a row.
IDENTITY = ("platform", "handle", "source_id", "what", "at")


def absolute(visit: Visit, path: str) -> str:
    """An address of ours as it is reached from elsewhere."""
    found: str = visit.datasette.absolute_url(visit.request, path)
    return found
