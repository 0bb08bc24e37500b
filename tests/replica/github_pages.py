"""A blog as Astro builds it and GitHub Pages serves it: home, feed, sitemap, posts, lists, 404.html."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import quote, unquote

from aiohttp import web

from tests.replica.astro import markup
from tests.replica.prose import Block, article

SEEDS = Path(__file__).parent.parent / "fixtures" / "seeds" / "expected.json"


@dataclass
class BlogPost:
    """One post; `published` is an aware instant, in Astro's templates always midnight UTC."""

    slug: str
    title: str
    summary: str
    published: datetime
    tags: list[str]
    blocks: list[Block]


@dataclass
class BlogSite:
    """One blog at `https://HOST/BASE`. `feed_limit` is how many posts the feed holds.

    `feed_body` is served in place of the feed, however broken.
    """

    host: str
    name: str
    about: str
    posts: list[BlogPost]
    language: str = "en"
    base: str = ""
    feed_limit: int | None = None
    feed_body: bytes | None = None
    sitemap: bool = True
    redirects: dict[str, str] = field(default_factory=dict)

    @property
    def hosts(self) -> tuple[str, ...]:
        return (self.host,)

    @property
    def home(self) -> str:
        return f"https://{self.host}/{self.base}"

    def url(self, post: BlogPost) -> str:
        return f"{self.home}blog/{quote(post.slug)}/"

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = unquote(request.raw_path.split("?")[0])
        if path in self.redirects:
            return web.Response(status=301, headers={"Location": self.redirects[path]})
        pages = self.pages()
        if path not in pages and f"{path}/" in pages:
            return web.Response(status=301, headers={"Location": f"{quote(path)}/"})
        if path not in pages:
            return html_page("404", "<h1>404</h1>", status=404)
        body = pages[path]()
        content = body if isinstance(body, bytes) else body.encode()
        etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        if request.headers.get("If-None-Match") == etag:
            return web.Response(status=304, headers={"ETag": etag})
        headers = {"ETag": etag, "Content-Type": HTML if path.endswith("/") else XML}
        return web.Response(body=content, headers=headers)

    def pages(self) -> dict[str, Callable[[], str | bytes]]:
        """Every file of the site: its path, and what makes it."""
        files: dict[str, Callable[[], str | bytes]] = dict(self.html())
        files["rss.xml"] = lambda: self.rss() if self.feed_body is None else self.feed_body
        if self.sitemap:
            files |= {"sitemap-index.xml": self.sitemap_index, "sitemap-0.xml": self.urlset}
        pages = {f"/{self.base}{name}": make for name, make in files.items()}
        return pages | {"/robots.txt": self.robots}

    def robots(self) -> str:
        named = f"Sitemap: {self.home}sitemap-index.xml\n" if self.sitemap else ""
        return f"User-agent: *\nAllow: /\n{named}"

    def html(self) -> dict[str, Callable[[], str]]:
        """The web pages, by their path below the blog's own."""
        lists = {"": self.name, "blog/": "Blog", "tags/": "Tags", "about/": "About"}
        lists |= {f"tags/{tag}/": f"#{tag}" for post in self.posts for tag in post.tags}
        pages = {path: partial(self.list_page, title) for path, title in lists.items()}
        return pages | {f"blog/{post.slug}/": partial(self.post_page, post) for post in self.posts}

    def list_page(self, title: str) -> str:
        return self.frame(title, self.teasers())

    def frame(self, title: str, main: str, *, head: str = "", kind: str = "website") -> str:
        """A page of the site."""
        full = title if title == self.name else f"{title} | {self.name}"
        return (
            f'<!DOCTYPE html><html lang="{self.language}"><head><meta charset="utf-8">'
            f"<title>{escape(full)}</title>"
            '<meta name="generator" content="Astro v5.16.8">'
            f'<link rel="sitemap" href="/{self.base}sitemap-index.xml">'
            '<link rel="alternate" type="application/rss+xml"'
            f' title="{escape(self.name)}" href="{self.home}rss.xml">'
            f'<meta property="og:title" content="{escape(title)}">'
            f'<meta property="og:site_name" content="{escape(self.name)}">'
            f'<meta property="og:type" content="{kind}">{head}</head>'
            f'<body><header><nav><a href="/{self.base}blog/">Blog</a>'
            f' <a href="/{self.base}tags/">Tags</a> <a href="/{self.base}about/">About</a>'
            f"</nav></header><main>{main}</main><footer>© {escape(self.name)}</footer></body></html>"
        )

    def teasers(self) -> str:
        return "<ul>{}</ul>".format(
            "".join(
                f'<li><time datetime="{post.published.isoformat()}">{day(post)}</time>'
                f' <a href="{self.url(post)}">{escape(post.title)}</a></li>'
                for post in self.posts
            )
        )

    def post_page(self, post: BlogPost) -> str:
        tags = "".join(
            f'<a class="tag" href="/{self.base}tags/{quote(tag)}/">{escape(tag)}</a>'
            for tag in post.tags
        )
        head = (
            f'<meta name="description" content="{escape(post.summary)}">'
            f'<link rel="canonical" href="{self.url(post)}">'
            '<meta property="article:published_time"'
            f' content="{post.published:%Y-%m-%dT%H:%M:%S.000Z}">'
        )
        main = (
            f'<article><header><h1>{escape(post.title)}</h1><div class="meta">'
            f'<time datetime="{post.published.isoformat()}">{day(post)}</time>'
            f'<span class="tags">{tags}</span></div></header>'
            f'<div class="prose">{"".join(map(markup, post.blocks))}</div></article>'
        )
        return self.frame(post.title, main, head=head, kind="article")

    def rss(self) -> str:
        """The feed as @astrojs/rss writes it: newest first, a description only, midnight GMT."""
        newest = sorted(self.posts, key=lambda post: post.published, reverse=True)
        items = "".join(self.item(post) for post in newest[: self.feed_limit])
        return (
            '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
            f"<title>{escape(self.name)}</title><description>{escape(self.about)}</description>"
            f"<link>{self.home}</link><language>{self.language}</language>{items}</channel></rss>"
        )

    def item(self, post: BlogPost) -> str:
        categories = "".join(f"<category>{escape(tag)}</category>" for tag in post.tags)
        return (
            f"<item><title>{escape(post.title)}</title><link>{self.url(post)}</link>"
            f'<guid isPermaLink="true">{self.url(post)}</guid>'
            f"<description>{escape(post.summary)}</description>"
            f"<pubDate>{format_datetime(post.published, usegmt=True)}</pubDate>{categories}</item>"
        )

    def sitemap_index(self) -> str:
        return (
            '<?xml version="1.0" encoding="UTF-8"?>'
            f'<sitemapindex xmlns="{SITEMAPS}"><sitemap><loc>{self.home}sitemap-0.xml</loc>'
            "</sitemap></sitemapindex>"
        )

    def urlset(self) -> str:
        locations = "".join(
            f"<url><loc>{self.home}{quote(path)}</loc></url>" for path in sorted(self.html())
        )
        return (
            f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="{SITEMAPS}">{locations}</urlset>'
        )


HTML, XML = "text/html; charset=utf-8", "application/xml"
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def html_page(title: str, body: str, status: int = 200) -> web.Response:
    text = f"<!DOCTYPE html><title>{title}</title>{body}"
    return web.Response(status=status, text=text, content_type="text/html")


def day(post: BlogPost) -> str:
    return f"{post.published:%b %d, %Y}"


def invented_blog(host: str, posts: int, characters: int = 300) -> BlogSite:
    """A blog of so many posts, one a day."""
    start = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
    return BlogSite(
        host=host,
        name="林间手记",
        about="一个人的学习笔记",
        language="zh",
        posts=[
            BlogPost(
                slug=f"note-{number:04}",
                title=f"第{number}篇：调度器手记",
                summary=f"第{number}篇讲调度器的一个细节。",
                published=datetime.fromtimestamp(start + number * 86400, UTC),
                tags=["调度器", "Rust"] if number % 2 else ["显存池"],
                blocks=article(number, characters),
            )
            for number in range(1, posts + 1)
        ],
    )


def seed_site() -> BlogSite:
    """The blog that the project began with; its titles, tags' limits and bodies are invented."""
    seed = json.loads(SEEDS.read_text(encoding="utf-8"))["github_pages"]
    profile = seed["profile"]
    return BlogSite(
        host="swordlidev.github.io",
        name="swordlidev",
        about=profile["bio"],
        language=profile["language"],
        posts=[
            BlogPost(
                slug=post["slug"],
                title=post["slug"].replace("-", " ").capitalize() + "：笔记",
                summary=post["summary"],
                published=datetime.fromisoformat(post["published_at"]),
                tags=apart(post["tags_concatenated"]),
                blocks=article(number),
            )
            for number, post in enumerate(seed["posts"])
        ],
    )


def apart(joined: str) -> list[str]:
    """Tags whose limits the seed has lost, cut where the script changes."""
    return re.findall(r"[\x00-\x7f]+|[^\x00-\x7f]+", joined)
