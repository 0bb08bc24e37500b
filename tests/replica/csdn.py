"""CSDN as the spider meets it: JSON lists with a total, list pages, articles, tombstones and walls."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from aiohttp import web

from tests.replica.csdn_lists import list_page, profile_page
from tests.replica.csdn_pages import TOMBSTONE, article
from tests.replica.prose import Block, paragraph
from tests.replica.prose import article as invented

SEEDS = Path(__file__).parent.parent / "fixtures/seeds/expected.json"
API = "/community/home-api/v1/"


@dataclass
class CsdnPost:
    """A post as its author and its readers made it; times are Beijing's, as the site writes them."""

    id: int
    title: str
    published: str
    summary: str = ""
    type: int = 1
    updated: str | None = None
    views: int = 0
    likes: int = 0
    collects: int = 0
    comments: int = 0
    tags: tuple[str, ...] = ("vLLM", "显存")
    columns: tuple[str, ...] = ()
    source: str = ""
    blocks: list[Block] = field(default_factory=list)
    era: int = 2025
    locked: bool = False
    gone: bool = False


@dataclass
class CsdnSite:
    """One user's blog.

    `page_limit` is the most posts that a page of any list shows. `domain` is a domain of the user's
    own, to which article addresses redirect, by http. `before_list` is called with the page's number
    before each page of the JSON list: a test lets posts come and go there. `held_back` answers of
    that list have `list: null`. `tabs` overrides what get-tab-total says.
    """

    user: str
    posts: list[CsdnPost]
    name: str = "某位作者"
    page_limit: int = 100
    pinned: int = 0
    domain: str | None = None
    questions: int = 8
    columns: int = 3
    held_back: int = 0
    tabs: dict[str, int] = field(default_factory=dict)
    before_list: Callable[[int], None] = lambda number: None
    hosts = ("blog.csdn.net", ".blog.csdn.net", "passport.csdn.net")

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        if path == "/robots.txt":
            return web.Response(text="User-agent: *\nAllow: /\n")
        if path.startswith(API):
            return self.json(path.removeprefix(API), request)
        if found := re.fullmatch(r"(?:/[^/]+)?/article/details/(\d+)", path):
            return self.article(int(found[1]), request)
        if found := re.fullmatch(rf"/{self.user}/article/list/(\d+)", path):
            return page(list_page(self, self.part(int(found[1]), 20), int(found[1])))
        return page(profile_page(self) if path == f"/{self.user}" else TOMBSTONE)

    def json(self, name: str, request: web.Request) -> web.Response:
        """An answer of the API, in its envelope."""
        if request.query["username"] != self.user:
            return envelope({"list": [], "total": 0, "blog": 0})
        if name == "get-tab-total":
            counts = {"blog": len(self.posts), "ask": self.questions, "blogColumn": self.columns}
            return envelope({**counts, "download": 0, "bbs": 0, **self.tabs})
        number = int(request.query["page"])
        self.before_list(number)
        if self.held_back:
            self.held_back -= 1
            return envelope({"list": None, "total": len(self.posts)})
        listed = [self.item(post) for post in self.part(number, int(request.query["size"]))]
        return envelope({"list": listed, "total": len(self.posts)})

    def part(self, number: int, size: int) -> list[CsdnPost]:
        """A page of the posts, newest first; the first `pinned` of them lead every page, once more."""
        size = min(size, self.page_limit)
        part = self.posts[(number - 1) * size : number * size]
        return [*self.posts[: self.pinned], *part] if part else []

    def item(self, post: CsdnPost) -> dict[str, object]:
        """A post as the JSON list has it."""
        return {
            "articleId": post.id,
            "title": post.title,
            "description": post.summary,
            "url": self.address(post),
            "type": post.type,
            "top": False,
            "forcePlan": False,
            "viewCount": post.views,
            "commentCount": post.comments,
            "editUrl": f"https://editor.csdn.net/md?articleId={post.id}",
            "postTime": post.published,
            "diggCount": post.likes,
            "formatTime": "3 年前",
            "picList": [],
            "collectCount": post.collects,
        }

    def address(self, post: CsdnPost) -> str:
        return f"https://blog.csdn.net/{self.user}/article/details/{post.id}"

    def article(self, number: int, request: web.Request) -> web.Response:
        """The post, by way of the user's own domain if there is one; 200 also for a tombstone."""
        if self.domain and request.host != self.domain:
            raise web.HTTPFound(f"http://{self.domain}/article/details/{number}")
        post = next((p for p in self.posts if p.id == number and not p.gone), None)
        return page(article(self, post) if post else TOMBSTONE)


def page(html: str) -> web.Response:
    return web.Response(text=html, content_type="text/html", charset="utf-8")


def envelope(data: dict[str, object]) -> web.Response:
    answer = {"code": 200, "message": "success", "data": data}
    return web.json_response(answer, dumps=lambda value: json.dumps(value, ensure_ascii=False))


def invented_posts(number: int, characters: int = 2000) -> list[CsdnPost]:
    """Posts of a day each, newest first, of all eras and kinds."""
    first = datetime.fromisoformat("2023-01-31 08:00:00")
    return [
        CsdnPost(
            id=130_000_000 + n,
            title=f"第{n}篇：显存与带宽",
            published=f"{first - timedelta(days=n):%Y-%m-%d %H:%M:%S}",
            summary=paragraph(Random(n))[:120],
            views=n * 7,
            comments=n % 3,
            likes=n % 5,
            collects=n % 4,
            blocks=invented(n, characters),
            era=2025 if n % 2 else 2020,
        )
        for n in range(1, number + 1)
    ]


def seed_site(user: str = "seed_author") -> CsdnSite:
    """The 35 posts of the seed, its 8 questions, and the 11 posts that it counts and does not show."""
    seed = json.loads(SEEDS.read_text(encoding="utf-8"))["csdn"]
    shown = [
        CsdnPost(
            id=160_000_000 - n,
            title=post["title"],
            published=post["published_at"][:19].replace("T", " "),
            summary=post["summary"],
            views=post["view_count"],
            comments=post["comment_count"],
            blocks=invented(n),
        )
        for n, post in enumerate(seed["posts"])
    ]
    missing = seed["declared"]["blog"] - len(shown)
    return CsdnSite(user, [*shown, *invented_posts(missing)], questions=seed["declared"]["ask"])
