"""Hosts of pictures, one of every kind, below `pictures.example`. Pictures are drawn here, never files.

Each host is a method that is named as it: `bare` plays bare.pictures.example, whatever the path.
"""

import struct
import zlib
from contextlib import suppress
from io import BytesIO
from random import Random

from aiohttp import web
from PIL import Image

DOMAIN = "pictures.example"
PLATFORM = "https://blog.csdn.net/"  # whose hosts these are
SCRIPTED = (
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"'
    ' onload="alert(1)"><script>fetch("http://tracker.example")</script>'
    '<rect width="120" height="80" fill="teal"/></svg>'
)
PDF = b"%PDF-1.7\n" + b"0" * 200
CHUNK = bytes(64 * 1024)
HEAVY = 30 * 1024 * 1024  # bytes


def drawn(name: str, kind: str = "PNG", size: tuple[int, int] = (40, 30)) -> bytes:
    """A picture of its own for each name: noise, so that it has some bytes."""
    noise = Random(name).randbytes(size[0] * size[1] * 3)
    out = BytesIO()
    Image.frombytes("RGB", size, noise).save(out, kind)
    return out.getvalue()


def declared(width: int, height: int) -> bytes:
    """A whole PNG that says to be of a size; to decode it would take three bytes a pixel."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b""))
    )


class PictureHosts:
    """All of them as one site."""

    hosts = (f".{DOMAIN}",)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        host = request.headers["Host"].removesuffix(f".{DOMAIN}")
        if request.path == "/robots.txt":
            rule = "/" if host == "closed" else ""
            return web.Response(text=f"User-agent: *\nDisallow: {rule}\n")
        if host in ("heavy", "endless"):
            return await self.streamed(request, HEAVY if host == "heavy" else None)
        return getattr(self, host)(request, request.headers.get("Referer", ""))

    def open(self, request: web.Request, referer: str) -> web.Response:
        """Sends to everybody what the ending of the path says; `?x-oss-process=image/resize,…` smaller."""
        kinds = {"jpg": "JPEG", "gif": "GIF", "webp": "WEBP", "bmp": "BMP", "avif": "AVIF"}
        ending = request.path.rpartition(".")[2]
        if ending == "svg":
            return web.Response(text=SCRIPTED, content_type="image/svg+xml")
        if ending == "pdf":
            return web.Response(body=PDF, content_type="application/pdf")
        size = (20, 15) if "resize" in request.query_string else (40, 30)
        return sent(drawn(request.path, kinds.get(ending, "PNG"), size))

    def bare(self, request: web.Request, referer: str) -> web.Response:
        return web.Response(status=403) if referer else sent(drawn(request.path))

    def own(self, request: web.Request, referer: str) -> web.Response:
        return sent(drawn(request.path)) if referer == PLATFORM else web.Response(status=403)

    def article(self, request: web.Request, referer: str) -> web.Response:
        shown = "/article/details/" in referer
        return sent(drawn(request.path)) if shown else web.Response(status=403)

    def foreign(self, request: web.Request, referer: str) -> web.Response:
        """Refuses a Referer of others; none, and its own, it takes."""
        fine = not referer or referer.startswith(PLATFORM)
        return sent(drawn(request.path)) if fine else web.Response(status=403)

    def never(self, request: web.Request, referer: str) -> web.Response:
        return web.Response(status=403)

    def lock(self, request: web.Request, referer: str) -> web.Response:
        """One picture of a lock for all, with status 200, without the article's Referer."""
        shown = "/article/details/" in referer
        return sent(drawn(request.path) if shown else drawn("lock"))

    def pixel(self, request: web.Request, referer: str) -> web.Response:
        return sent(drawn("pixel", "GIF", (1, 1)))

    def empty(self, request: web.Request, referer: str) -> web.Response:
        """As img-blog.csdn.net in 2018: nothing, with status 200, without its own Referer."""
        return sent(drawn(request.path) if referer == PLATFORM else b"")

    def disguised(self, request: web.Request, referer: str) -> web.Response:
        """A WebP, whatever the name and the type say."""
        return sent(drawn(request.path, "WEBP"), "image/png")

    def page(self, request: web.Request, referer: str) -> web.Response:
        return web.Response(text="<!DOCTYPE html><h1>登录</h1>", content_type="text/html")

    def missing(self, request: web.Request, referer: str) -> web.Response:
        return web.Response(status=404)

    def half(self, request: web.Request, referer: str) -> web.Response:
        return sent(drawn(request.path)[:-200])

    def vast(self, request: web.Request, referer: str) -> web.Response:
        return sent(declared(50_000, 50_000))

    def private(self, request: web.Request, referer: str) -> web.Response:
        there = {"Location": "http://169.254.169.254/latest/meta-data/"}
        return web.Response(status=302, headers=there)

    def moved(self, request: web.Request, referer: str) -> web.Response:
        """To another host of its own, which wants the platform's Referer."""
        there = {"Location": f"https://own.{DOMAIN}/moved{request.path}"}
        return web.Response(status=301, headers=there)

    def weibo(self, request: web.Request, referer: str) -> web.Response:
        there = {"Location": "https://ww1.sinaimg.cn/images/default_s_large.gif"}
        return web.Response(status=302, headers=there)

    def dead(self, request: web.Request, referer: str) -> web.Response:
        if request.transport:
            request.transport.abort()
        return web.Response()

    def busy(self, request: web.Request, referer: str) -> web.Response:
        return web.Response(status=500)

    def closed(self, request: web.Request, referer: str) -> web.Response:
        return sent(drawn(request.path))

    async def streamed(self, request: web.Request, size: int | None) -> web.StreamResponse:
        """So many bytes, or bytes until nobody reads them."""
        response = web.StreamResponse(headers={"Content-Type": "image/png"})
        response.content_length = size
        await response.prepare(request)
        written = 0
        with suppress(ConnectionError):  # whoever asked has gone
            while size is None or written < size:
                await response.write(CHUNK)
                written += len(CHUNK)
        return response


class Weibo:
    """Where Weibo sends those who ask for what is no more."""

    hosts = ("ww1.sinaimg.cn",)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        return sent(drawn("crying", "GIF"), "image/gif")


def sent(body: bytes, content_type: str = "image/png") -> web.Response:
    return web.Response(body=body, content_type=content_type)
