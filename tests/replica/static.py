"""Any folder of static sites, `<root>/<host>/…`, served the way GitHub Pages serves them."""

import hashlib
import mimetypes
from pathlib import Path
from urllib.parse import quote, unquote

from aiohttp import web

#: GitHub Pages sends feeds as application/xml or by their own type; these are not in every mimetypes.
TYPES = {".xml": "application/xml", ".rss": "application/rss+xml", ".md": "text/markdown"}


class StaticSites:
    """Addresses without `.html`, 301 to a folder's `/`, ETag and 304, the site's own 404.html."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def hosts(self) -> tuple[str, ...]:
        return tuple(folder.name for folder in self.root.iterdir() if folder.is_dir())

    async def answer(self, request: web.Request) -> web.StreamResponse:
        site = self.root / request.headers["Host"]
        path = unquote(request.raw_path.split("?")[0])
        wanted = (site / path.lstrip("/")).resolve()
        if not wanted.is_relative_to(site.resolve()):
            return web.Response(status=400)
        if wanted.is_dir() and not path.endswith("/"):
            return web.Response(status=301, headers={"Location": quote(path) + "/"})
        plain = [] if path.endswith("/") else [wanted, wanted.with_name(wanted.name + ".html")]
        for file in (*plain, wanted / "index.html"):
            if file.is_file():
                return sent(request, file)
        return not_found(site / "404.html")


def sent(request: web.Request, file: Path) -> web.Response:
    """A file with its validator, or 304 where the request has it already."""
    body = file.read_bytes()
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    if request.headers.get("If-None-Match") == etag:
        return web.Response(status=304, headers={"ETag": etag})
    kind = (
        TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    )
    charset = "utf-8" if kind.startswith("text/") else None
    headers = {"ETag": etag, "Content-Type": f"{kind}; charset={charset}" if charset else kind}
    return web.Response(body=body, headers=headers)


def not_found(page: Path) -> web.Response:
    body = page.read_bytes() if page.is_file() else b"<h1>404</h1>"
    return web.Response(status=404, body=body, content_type="text/html")
