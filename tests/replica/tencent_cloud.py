"""Tencent Cloud's developer community, as the spider meets it: a list API, profiles, articles."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from aiohttp import web

from tests.replica.prose import Block, article
from tests.replica.tencent_content import Form
from tests.replica.tencent_pages import CHALLENGE, api_row, article_page, profile_page

SEEDS = Path(__file__).parent.parent / "fixtures" / "seeds" / "expected.json"
LISTS = "/developer/services/ajax/user-center"
FORMS: tuple[Form, ...] = ("draftjs", "markdown", "prosemirror", "draftjs text")


@dataclass
class Article:
    """One article; `published`, `listed` and `updated` are seconds since 1970."""

    id: str
    title: str
    summary: str
    published: int
    listed: int
    relative: str
    tags: list[str]
    blocks: list[Block]
    form: Form = "draftjs"
    source_type: int = 1
    original: str = ""
    status: int = 2
    updated: int = 0
    views: int = 951
    likes: int = 3
    payload_id: str = ""
    walled: bool = False


@dataclass
class TencentSite:
    """One author's corner of the community.

    `era` is the markup of the profile's list, `payloads` whether articles carry their JSON, `api`
    whether the list API answers at all; `client` is the address that pages tell their reader.
    """

    uid: str
    name: str
    articles: list[Article]
    era: Literal["old", "new", "json"] = "old"
    api: bool = True
    payloads: bool = True
    page_size: int = 20
    total_off_by: int = 0
    activities: str = ""
    client: str = "203.0.113.7"
    level: str = "LV0"
    joined: str = "2019-10-14"
    likes: int = 12
    reads: str = "3.7K"
    following: int = 1
    followers: int = 11
    column: str = "训练系统手记"
    column_id: int = 101234
    after_list: list[Callable[[], object]] = field(default_factory=list)
    hosts: tuple[str, ...] = ("cloud.tencent.com", "cloud.tencent.com.cn")

    def page_of(self, articles: list[Article], number: int) -> list[Article]:
        return articles[(number - 1) * self.page_size : number * self.page_size]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        if path == "/robots.txt":
            return web.Response(text="User-agent: *\nDisallow: /search\n")
        if path == LISTS and self.api and request.query.get("action") == "FetchUserArticles":
            return self.listed((await request.json())["payload"])
        if path == f"/developer/user/{self.uid}":
            return page(profile_page(self, int(request.query.get("page", "1"))))
        found = next((a for a in self.articles if path == f"/developer/article/{a.id}"), None)
        if found:
            return page(CHALLENGE if found.walled else article_page(self, found))
        return web.Response(status=404, text="<h1>404</h1>", content_type="text/html")

    def listed(self, asked: dict[str, int]) -> web.Response:
        """A page of FetchUserArticles; then whatever a test wants to happen between two pages."""
        rows = self.page_of(self.articles, asked["pageNumber"])
        data = {
            "total": len(self.articles) + self.total_off_by,
            "list": [api_row(self, article) for article in rows],
        }
        if self.after_list:
            self.after_list.pop(0)()
        return web.json_response({"code": 0, "msg": "ok", "data": data})


def page(html: str) -> web.Response:
    return web.Response(text=html, content_type="text/html")


def seconds(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


def seed_site() -> TencentSite:
    """The profile of the seed: its 20 articles, and 4 older ones that its second page would list."""
    seed = json.loads(SEEDS.read_text(encoding="utf-8"))["tencent_cloud"]
    posts = [*seed["posts"], *(older(number) for number in range(4))]
    articles = [
        Article(
            id=str(2_740_100 - number),
            title=post["title"],
            summary=post["summary"],
            published=seconds(post["published_at"]),
            listed=seconds(post["listed_at"]),
            relative=post["relative"],
            tags=post["tags"],
            blocks=article(number),
            form=FORMS[number % len(FORMS)],
        )
        for number, post in enumerate(posts)
    ]
    return TencentSite(uid="6649301", name=seed["profile"]["name"], articles=articles)


def older(number: int) -> dict[str, object]:
    """An article from before the seed's page."""
    at = f"2026-06-{28 - number}T20:15:0{number}+08:00"
    return {
        "title": f"{7 - number:02d}-读源码之前的准备",
        "summary": "先把环境搭好，再决定从哪一层读起。后面的文章都以这里的版本为准 ...",
        "published_at": at,
        "listed_at": at,
        "relative": f"{24 + number}天前",
        "tags": ["源码", "环境"],
    }
