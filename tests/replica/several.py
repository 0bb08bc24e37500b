"""Several profiles of one platform, behind the hosts that they share."""

from collections.abc import Awaitable, Callable, Mapping

from aiohttp import web

from tests.replica import Site


class Several:
    """Sites by the handle of their profile; `whose` tells of a request whose it is, "" for nobody's.

    `before` is called with the handle and the request before each answer: a test lets posts come and
    go there, between two pages of a list.
    """

    def __init__(
        self, sites: Mapping[str, Site], whose: Callable[[web.Request], Awaitable[str]]
    ) -> None:
        self.sites, self.whose = sites, whose
        self.hosts = tuple({host for site in sites.values() for host in site.hosts})
        self.before: Callable[[str, web.Request], object] = lambda handle, request: None

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/robots.txt":
            return web.Response(text="User-agent: *\nAllow: /\n")
        handle = await self.whose(request)
        if handle not in self.sites:
            return web.Response(status=404, text=f"nobody is called {handle}")
        self.before(handle, request)
        return await self.sites[handle].answer(request)
