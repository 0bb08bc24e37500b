"""A profile of any number of posts on each platform, with pinned and doubled entries in its lists."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from aiohttp import web

from tests.replica.csdn import CsdnSite, invented_posts
from tests.replica.github import GitHubSite, Repository, note
from tests.replica.github_pages import BlogPost, BlogSite, invented_blog
from tests.replica.prose import article
from tests.replica.several import Several
from tests.replica.tencent_cloud import FORMS, Article, TencentSite

CHARACTERS = 120
PINNED = 2  # how many posts lead a list, besides standing on their own place


@dataclass
class Stage:
    """One platform. `posts` are the lists that the replica shows, by handle; tests change them.

    `source_id` is what the archive calls a post of a handle, `new` makes one more for it. A list is
    half read when the request comes whose path matches `half_read`, for the `turn`th time.
    """

    platform: str
    site: Several
    posts: Mapping[str, list[Any]]
    source_id: Callable[[str, Any], str]
    new: Callable[[str, int], Any]
    half_read: str
    turn: int

    @property
    def profiles(self) -> str:
        """All profiles, as `-a profile=` takes them."""
        return " ".join(self.posts)

    def ids(self, handle: str) -> set[str]:
        """What the archive must hold of a profile, at this moment."""
        return {self.source_id(handle, post) for post in self.posts[handle]}

    def when_half_read(self, shift: Callable[[str], object]) -> None:
        """Call `shift` with each handle once, when its list has been read in part."""
        seen: dict[str, int] = {}

        def before(handle: str, request: web.Request) -> None:
            if re.search(self.half_read, request.path_qs):
                seen[handle] = seen.get(handle, 0) + 1
                if seen[handle] == self.turn:
                    shift(handle)

        self.site.before = before


# CSDN: the pinned posts lead every page of the list, once more


def csdn(sizes: Iterable[int], page: int, pinned: int = PINNED) -> Stage:
    sites = {
        f"author{number}_{size}": CsdnSite(
            f"author{number}_{size}",
            invented_posts(size, CHARACTERS),
            page_limit=page,
            pinned=pinned,
        )
        for number, size in enumerate(sizes)
    }

    async def whose(request: web.Request) -> str:
        own = (handle for handle, site in sites.items() if site.domain == request.host)
        return next(own, "") or request.query.get("username") or request.path.split("/")[1]

    return Stage(
        "csdn",
        Several(sites, whose),
        {handle: site.posts for handle, site in sites.items()},
        lambda handle, post: str(post.id),
        lambda handle, number: invented_posts(900 + number, CHARACTERS)[-1],
        half_read="get-business-list",
        turn=2,
    )


# Tencent Cloud: likewise


@dataclass
class PinningSite(TencentSite):
    """Its first articles lead every page of the list, once more."""

    pinned: int = PINNED

    def page_of(self, articles: list[Article], number: int) -> list[Article]:
        part = super().page_of(articles, number)
        return [*articles[: self.pinned], *part] if part else []


def tencent_article(uid: str, number: int) -> Article:
    at = int(datetime(2026, 8, 1, tzinfo=UTC).timestamp()) - number * 86400
    return Article(
        id=str(int(uid) * 1000 + number),
        title=f"第{number}篇：训练手记",
        summary=f"第{number}篇的摘要。",
        published=at,
        listed=at,
        relative=f"{number}天前",
        tags=["训练"],
        blocks=article(number, CHARACTERS),
        form=FORMS[number % len(FORMS)],
    )


def tencent_cloud(sizes: Iterable[int], page: int, pinned: int = PINNED) -> Stage:
    uids = {str(7000 + place): size for place, size in enumerate(sizes)}
    sites = {
        uid: PinningSite(
            uid,
            f"作者{uid}",
            [tencent_article(uid, n) for n in range(size)],
            page_size=page,
            pinned=pinned,
        )
        for uid, size in uids.items()
    }

    async def whose(request: web.Request) -> str:
        if request.method == "POST":
            return str((await request.json())["payload"]["uid"])
        kind, number = request.path.split("/")[2:4]
        return number if kind == "user" else str(int(number) // 1000)

    return Stage(
        "tencent_cloud",
        Several(sites, whose),
        {uid: site.articles for uid, site in sites.items()},
        lambda uid, post: post.id,
        lambda uid, number: tencent_article(uid, 900 + number),
        half_read="user-center",
        turn=2,
    )


# GitHub Pages: the feed holds ten, two of them twice; the sitemap writes some addresses in two ways


class DoublingBlog(BlogSite):
    """Its feed shows the newest posts once more at its top, its sitemap has them with `.html` too."""

    def rss(self) -> str:
        newest = sorted(self.posts, key=lambda post: post.published)[-PINNED:]
        return super().rss().replace("<item>", "".join(map(self.item, newest)) + "<item>", 1)

    def urlset(self) -> str:
        again = "".join(
            f"<url><loc>{self.url(post).rstrip('/')}.html</loc></url>"
            for post in self.posts[-PINNED:]
        )
        return super().urlset().replace("</urlset>", f"{again}</urlset>")


def blog_post(number: int) -> BlogPost:
    (post,) = invented_blog("", 1, CHARACTERS).posts
    post.slug, post.title = f"late-{number}", f"后来的第{number}篇"
    post.published += timedelta(days=1000 + number)
    return post


def github_pages(sizes: Iterable[int], page: int, pinned: int = PINNED) -> Stage:
    sites = {}
    for place, size in enumerate(sizes):
        host = f"blog{place}.github.io"
        posts = invented_blog(host, size, CHARACTERS).posts[::-1]
        sites[host] = DoublingBlog(host, "林间手记", "学习笔记", posts, "zh", feed_limit=10)

    async def whose(request: web.Request) -> str:
        return request.headers["Host"]

    return Stage(
        "github_pages",
        Several(sites, whose),
        {host: site.posts for host, site in sites.items()},
        lambda host, post: f"{host}/blog/{post.slug}",
        lambda host, number: blog_post(number),
        half_read="sitemap-0.xml",
        turn=1,
    )


# GitHub: the README lists two notes a second time


@dataclass
class Note:
    path: str
    title: str
    content: bytes


@dataclass
class IndexSite(GitHubSite):
    """One repository whose README lists `notes`, what is in it now, in the way of `rewritten`."""

    notes: list[Note] = field(default_factory=list)
    rewritten: Callable[[str], str] = str

    def found(self, handle: str) -> Repository | None:
        self.repositories[0].files = {note.path: note.content for note in self.notes}
        lines = [f"- [{note.title}](./{note.path})" for note in self.notes]
        index = ["# 学习笔记", "", "## 置顶", *lines[:PINNED], "", "## 全部", *lines]
        self.repositories[0].files["README.md"] = self.rewritten("\n".join(index)).encode()
        return super().found(handle)


def github_note(number: int) -> Note:
    title = f"第{number}篇笔记"
    return Note(f"notes/{number:03}.md", title, note(number, title, CHARACTERS))


def github_readme(sizes: Iterable[int], page: int, pinned: int = PINNED) -> Stage:
    handles = {f"someone/notes{place}": size for place, size in enumerate(sizes)}
    sites = {
        handle: IndexSite([Repository(handle, {})], notes=[github_note(n) for n in range(size)])
        for handle, size in handles.items()
    }

    async def whose(request: web.Request) -> str:
        parts = request.path.removeprefix("/repos").split("/")
        return "/".join(parts[1:3])

    return Stage(
        "github_readme",
        Several(sites, whose),
        {handle: site.notes for handle, site in sites.items()},
        lambda handle, post: post.path,
        lambda handle, number: github_note(900 + number),
        half_read="/HEAD/README.md",
        turn=1,
    )


STAGES: list[Callable[..., Stage]] = [csdn, tencent_cloud, github_pages, github_readme]
