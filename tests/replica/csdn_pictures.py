"""The host of CSDN's pictures, `i-blog.csdnimg.cn`, and posts that show them."""

from dataclasses import dataclass, field

from aiohttp import web

from tests.replica.csdn import CsdnPost, CsdnSite, invented_posts
from tests.replica.pictures import drawn
from tests.replica.prose import Block

HOST = "i-blog.csdnimg.cn"


@dataclass
class CsdnPictures:
    """Draws a picture for each path. `missing`: none is there. `size` is that of a side in pixels.

    `guarded`: whoever does not come from an article gets a picture of a lock, with status 200.
    """

    missing: bool = False
    guarded: bool = False
    size: int = 20
    hosts: tuple[str, ...] = field(default=(HOST,))

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/robots.txt" or self.missing:
            return web.Response(status=404)
        foreign = "/article/details/" not in request.headers.get("Referer", "")
        name = "lock" if self.guarded and foreign else request.path
        return web.Response(body=drawn(name, size=(self.size, self.size)), content_type="image/png")


def illustrated(user: str, posts: int, pictures: int) -> CsdnSite:
    """A blog whose posts show so many pictures each."""
    return CsdnSite(user=user, posts=[with_pictures(post, pictures) for post in short(posts)])


def short(posts: int) -> list[CsdnPost]:
    return invented_posts(posts, characters=200)


def with_pictures(post: CsdnPost, pictures: int) -> CsdnPost:
    captions = [f"图{number} {post.id}" for number in range(pictures)]
    post.blocks = [b for b in post.blocks if b.kind != "image"]
    post.blocks += [Block("image", caption) for caption in captions]
    return post
