"""2,000 CSDN pages of the size and the make-up of real ones, served on loopback by a process of its own.

A post of CSDN has 3,200 characters of text in the median and 19,000 at the 95th percentile (2,500
posts, 2001 to 2025); these have 5,000, with code, formulas, tables and pictures. What stands around every
post, recommended posts and scripts, makes up the rest of a page (seen: 145 KB and 197 KB in all).
"""

import asyncio
import gzip
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from aiohttp import web

from tests.replica import Replica
from tests.replica.csdn import CsdnSite, invented_posts

USER = "benchmark"
CHARACTERS = 5000
RECOMMENDED = """
<div class="recommend-item-box type_blog clearfix" data-url="https://blog.csdn.net/u{n}/article/details/{n}"
 data-report-view='{{"ab":"new","spm":"1001.2101.3001.6650.{n}","mod":"popu_387"}}'><div class="content-box">
<div class="content-blog display-flex"><div class="title-box"><a href="https://blog.csdn.net/u{n}/article/details/{n}"
 class="tit" target="_blank"><div class="left ellipsis-online ellipsis-online-1">第{n}篇推荐：另一位作者的标题</div></a></div>
<div class="info-box display-flex"><div class="info display-flex"><span class="info-block time">2024-11-0{d}</span>
<span class="info-block read"><img class="read-img" src="https://csdnimg.cn/release/blogv2/dist/pc/img/readCountWhite.png"
 alt="">阅读量 {n}</span></div></div></div><div class="desc-box"><a href="https://blog.csdn.net/u{n}/article/details/{n}">
<div class="desc ellipsis-online ellipsis-online-1">推荐文章的摘要，占两行左右的位置，说的是别的事情。</div></a></div></div></div>"""
SCRIPT = "<script>window.csdn=window.csdn||{};csdn.track=function(a,b){return a&&b?a.concat(b):[]};</script>\n"
AROUND = SCRIPT * 200 + "".join(RECOMMENDED.format(n=n, d=n % 9 + 1) for n in range(1, 41))


class RealisticSite(CsdnSite):
    """CSDN's pages with what stands around the posts, gzipped as CSDN sends them; each made once."""

    def __init__(self, posts: int) -> None:
        super().__init__(USER, invented_posts(posts, CHARACTERS))
        self.pages: dict[int, bytes] = {}

    def article(self, number: int, request: web.Request) -> web.Response:
        if number not in self.pages:
            page = super().article(number, request).text or ""
            self.pages[number] = gzip.compress(page.replace("</body>", f"{AROUND}</body>").encode())
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"}
        return web.Response(body=self.pages[number], headers=headers)


def serve(posts: int, ready: Connection) -> None:
    """Serve until killed; sends the address when it is known."""

    async def forever() -> None:
        replica = Replica([RealisticSite(posts)])
        await replica.serve()
        ready.send(replica.address)
        await asyncio.Event().wait()

    asyncio.run(forever())


@contextmanager
def served(posts: int) -> Iterator[str]:
    """The address of a server of `posts` pages, while the block runs."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(posts, there), daemon=True)
    process.start()
    there.close()  # so that a server that dies is an error here, and no endless wait
    try:
        yield here.recv()
    finally:
        process.kill()
        process.join()
