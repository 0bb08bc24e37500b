"""Answers that are made to fill memory, or to take for ever."""

import asyncio
import gzip
import zlib
from collections.abc import Awaitable, Callable, Iterator

import brotli
from aiohttp import web
from backports import zstd

from tests.replica import Site

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
MIB = 1024 * 1024
HTML = {"Content-Type": "text/html"}


class Hostile:
    """A site, some of whose paths are answered otherwise."""

    def __init__(self, site: Site, answers: dict[str, Answer]) -> None:
        self.site, self.answers, self.hosts = site, answers, site.hosts

    async def answer(self, request: web.Request) -> web.StreamResponse:
        return await self.answers.get(request.path, self.site.answer)(request)


def bomb(encoding: str, size: int = 200 * MIB) -> Answer:
    """`size` bytes of nothing, compressed once by `encoding`, or layer by layer (`gzip, gzip`)."""

    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(body=body, headers={**HTML, "Content-Encoding": encoding})

    layers = encoding.split(", ")
    body = compressed(layers[0], size)
    for layer in layers[1:]:
        body = compressed_whole(layer, body)
    return answer


def compressed(encoding: str, size: int) -> bytes:
    """Zeros, in pieces: the tests must not need the memory that the crawl may not take."""
    if encoding == "br":
        press = brotli.Compressor()
        pieces = [press.process(bytes(MIB)) for _ in range(size // MIB)]
        return b"".join([*pieces, press.finish()])
    press = {
        "gzip": lambda: zlib.compressobj(wbits=31),
        "deflate": zlib.compressobj,
        "zstd": zstd.ZstdCompressor,
    }[encoding]()
    return b"".join([*(press.compress(bytes(MIB)) for _ in range(size // MIB)), press.flush()])


def compressed_whole(encoding: str, body: bytes) -> bytes:
    return {"gzip": gzip.compress, "zstd": zstd.compress, "br": brotli.compress}[encoding](body)


def large(size: int) -> Answer:
    """A page of `size` bytes, announced as such."""

    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(body=b"<p>" * (size // 3), headers=HTML)

    return answer


async def endless(request: web.Request) -> web.StreamResponse:
    """A page without an announced size and without an end."""
    response = web.StreamResponse(headers=HTML)
    await response.prepare(request)
    while True:
        await response.write(b"<p>on and on" * 10_000)


async def slow_body(request: web.Request) -> web.StreamResponse:
    """A page that comes byte by byte."""
    response = web.StreamResponse(headers=HTML)
    await response.prepare(request)
    while True:
        await response.write(b"<")
        await asyncio.sleep(0.1)


async def slow_header(request: web.Request) -> web.StreamResponse:
    """A header that comes line by line, for ever."""
    return await raw(request, (b"X-%d: 1\r\n" % n for n in range(10**9)), pause=0.1)


async def endless_headers(request: web.Request) -> web.StreamResponse:
    """A header without an end, as fast as it is read."""
    return await raw(request, (b"X-%d: %s\r\n" % (n, b"a" * 8000) for n in range(10**9)))


async def endless_header_line(request: web.Request) -> web.StreamResponse:
    """One line of a header, continued for ever."""
    return await raw(request, (b" %s\r\n" % (b"a" * 8000) for n in range(10**9)), first=b"X: 1\r\n")


async def raw(
    request: web.Request, lines: Iterator[bytes], first: bytes = b"", pause: float = 0
) -> web.StreamResponse:
    """Write to the connection itself, until the other end has enough."""
    transport = request.transport
    assert transport
    transport.write(b"HTTP/1.1 200 OK\r\n" + first)
    for line in lines:
        if transport.is_closing():
            break
        transport.write(line)
        await asyncio.sleep(pause)
        while transport.get_write_buffer_size() > MIB and not transport.is_closing():
            await asyncio.sleep(0.01)
    raise web.HTTPServiceUnavailable


async def around(request: web.Request) -> web.StreamResponse:
    """A redirect to where it comes from."""
    return web.Response(status=302, headers={"Location": request.path})
