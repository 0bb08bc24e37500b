"""A picture or a file of the vault, by its digest: what is there never changes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from archive.browse.visit import Visit, answer
from archive.media.files import folder_of, name_of
from archive.rows import first

if TYPE_CHECKING:
    from datasette.utils.asgi import Response

HEADERS = {
    # A drawing that is opened by itself is a page: it runs nothing and loads nothing, not even of ours.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, max-age=31536000, immutable",
}


async def media(visit: Visit) -> Response:
    """The file with a name that the archive gave it. Pictures are shown, anything else is saved."""
    name = visit.asked("name")
    sha256 = name[3:67]
    row = await visit.read(lambda database: first(database, TYPE, sha256))
    if row is None or not visit.served.path or name != name_of(sha256, row["type"]):
        return await visit.page("absent.html", status=404, title="No such file")
    headers = {**HEADERS, "ETag": f'"{sha256}"'}
    if headers["ETag"] in visit.request.headers.get("if-none-match", ""):
        return answer(b"", row["type"], 304, **headers)
    if not row["type"].startswith("image/"):
        headers["Content-Disposition"] = f'attachment; filename="{name[3:]}"'
    with suppress(OSError):
        path = folder_of(Path(visit.served.path)) / name
        return answer(await asyncio.to_thread(path.read_bytes), row["type"], 200, **headers)
    return await visit.page("absent.html", status=404, title="The file is not in its folder")


TYPE = "SELECT type FROM media_files WHERE sha256 = ?"
