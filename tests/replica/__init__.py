"""The four platforms, played on 127.0.0.1 by `Host` header, so that no test needs the internet.

    replica = Replica([CsdnSite(...), StaticSites(folder)])
    with replica.running():            # replica.address == "127.0.0.1:PORT"
        ...                            # scrapy crawl … -s REPLICA=<address>
    replica.asked("blog.csdn.net")     # the paths asked for, in order

A site says which hosts it plays (a leading dot: all hosts below) and answers requests; it keeps its
posts in plain attributes, so that a test edits, deletes or breaks them between two crawls.
"""

import asyncio
import hashlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from aiohttp import web


class Site(Protocol):
    """What plays one platform."""

    hosts: tuple[str, ...]

    async def answer(self, request: web.Request) -> web.StreamResponse: ...


@dataclass(frozen=True)
class Asked:
    """One request as the replica got it; `path` as sent, with its query, `at` in seconds that only grow."""

    host: str
    method: str
    path: str
    headers: dict[str, str]
    at: float


@dataclass
class Fault:
    """Answer a path with `status` and `body` instead, `times` times (None: always).

    Status 0 is no answer: the connection is cut.
    """

    status: int = 503
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    times: int | None = None


def saving(request: web.Request, answer: web.StreamResponse) -> web.StreamResponse:
    """An answer with its validator, compressed; or 304 where the request has it already."""
    if answer.status != 200 or not isinstance(answer, web.Response):
        return answer
    assert isinstance(answer.body, bytes)
    etag = f'"{hashlib.sha256(answer.body).hexdigest()[:16]}"'
    answer.headers.setdefault("ETag", etag)
    if request.headers.get("If-None-Match") == answer.headers["ETag"]:
        return web.Response(status=304, headers={"ETag": answer.headers["ETag"]})
    answer.enable_compression()
    return answer


class Replica:
    """All sites behind one port. With `good_server` they send ETags, 304 and gzip, which not every site does.

    `faults` are answers in the place of a site's by host and path, with or without the query;
    `fault_at` gives one for a host and a path as sent, where a rule says it better.
    """

    def __init__(self, sites: Iterable[Site], *, good_server: bool = False) -> None:
        self.sites, self.good_server = list(sites), good_server
        self.log: list[Asked] = []
        self.faults: dict[tuple[str, str], Fault] = {}
        self.fault_at: Callable[[str, str], Fault | None] = lambda host, path: None
        self.address = ""

    def asked(self, host: str, *, robots: bool = False) -> list[str]:
        """The paths asked of a host, in order; robots.txt only if wanted."""
        paths = [seen.path for seen in self.log if seen.host == host]
        return [path for path in paths if robots or path != "/robots.txt"]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        host = (request.headers.get("Host") or "").lower()
        path = request.raw_path
        self.log.append(Asked(host, request.method, path, dict(request.headers), time.monotonic()))
        named = self.faults.get((host, path)) or self.faults.get((host, path.split("?")[0]))
        fault = named or self.fault_at(host, path)
        if fault and fault.times != 0:
            fault.times = fault.times and fault.times - 1
            if fault.status == 0 and request.transport:
                request.transport.abort()
            return web.Response(status=fault.status or 500, body=fault.body, headers=fault.headers)
        for site in self.sites:
            if any(host.endswith(h) if h.startswith(".") else host == h for h in site.hosts):
                answer = await site.answer(request)
                return saving(request, answer) if self.good_server else answer
        return web.Response(status=404, text=f"nobody plays {host}")

    def app(self) -> web.Application:
        application = web.Application()
        application.router.add_route("*", "/{path:.*}", self.answer)
        return application

    async def serve(self, port: int = 0) -> web.AppRunner:
        """Start on a port (0: any free one); the caller cleans the runner up."""
        runner = web.AppRunner(self.app(), access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        self.address = f"127.0.0.1:{runner.addresses[0][1]}"
        return runner

    @contextmanager
    def running(self) -> Iterator["Replica"]:
        """Serve from a thread of this process while the block runs."""
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        runner = asyncio.run_coroutine_threadsafe(self.serve(), loop).result()
        try:
            yield self
        finally:
            asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
