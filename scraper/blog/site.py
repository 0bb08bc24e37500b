"""What a crawl has found out about one blog, handed on from request to request."""

from collections import deque
from dataclasses import dataclass, field, replace
from datetime import datetime
from urllib.parse import urljoin, urlsplit

from scraper.before import Before
from scraper.blog.addresses import host_of, moved_to, path_of, same_site
from scraper.blog.feeds import Feed
from scraper.blog.side_pages import Path, segments
from scraper.blog.sitemap import Location
from scraper.items import Profile
from scraper.net.redact import redact
from scraper.pages import AuthorGone, Changed, Failed, Login, PageError


@dataclass(slots=True)
class Site:
    """The blog of `handle` at `home`, the address that its first page has after redirects.

    `base` is the blog's own path on its host, in parts; `now` when the crawl read it.
    `feeds` and `sitemaps` are still to be tried, in this order, until one is good. `parts` are all to
    be read: what robots.txt names, and the files of an index, which are `required`. `indexes` are
    listing pages, and `linked` what they link to, for a blog without a sitemap. `broken` are feeds without an entry,
    `instead` what is at an address that may have listed posts and does not, `troubles` the reasons why
    the listing is not complete, `undecided` the pages that may prove to be posts. `before` is what
    earlier runs saw.
    """

    handle: str
    home: str
    base: Path
    now: datetime
    name: str = ""
    description: str = ""
    language: str | None = None
    is_hexo: bool = False
    asks_password: bool = False
    home_gone: bool = False
    feed: Feed | None = None
    feeds: deque[str] = field(default_factory=deque)
    broken: list[Changed] = field(default_factory=list)
    instead: dict[str, str] = field(default_factory=dict)
    sitemap: str | None = None
    sitemaps: deque[str] = field(default_factory=deque)
    parts: deque[str] = field(default_factory=deque)
    required: set[str] = field(default_factory=set)
    indexes: deque[str] = field(default_factory=deque)
    asked: set[str] = field(default_factory=set)
    pages: dict[str, Location] = field(default_factory=dict)
    linked: list[Location] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    undecided: set[str] = field(default_factory=set)
    has_posts: bool = False
    before: Before = field(default_factory=Before)

    @property
    def feed_url(self) -> str | None:
        """The address of the feed, if the blog has one."""
        return self.feed.url if self.feed else None

    def known_sources(self, listing: str) -> list[str]:
        """The feeds, or the sitemaps, that listed posts before, the newest first."""
        known = [source for name, source in self.before.sources if name == listing]
        return [source for source in known if source.startswith("http")]

    def take(self, feed: Feed) -> None:
        """Remember the blog's feed. The folder of its posts may list them all, if no sitemap does."""
        self.feed = feed
        self.is_hexo = self.is_hexo or feed.generator.startswith("Hexo")
        folder = urljoin(feed.entries[0].url.rstrip("/"), ".")
        if self.here(folder) and not folder.rstrip("/").rpartition("/")[2].isdigit():
            self.indexes.append(folder)

    def here(self, url: str) -> str | None:
        """An address of this site on the host where it is served; None for another site's."""
        return moved_to(self.home, url) if same_site(url, self.home) or self.renamed(url) else None

    def renamed(self, url: str) -> bool:
        """Whether an address has the name that the blog was crawled by before it moved."""
        return host_of(url) == host_of(f"//{self.handle}")

    def identity(self, url: str) -> str:
        """The key of a page of this site. It names the handle's host, wherever the site has moved."""
        return host_of(f"//{self.handle}") + path_of(url)

    def below(self, url: str) -> Path | None:
        """The path of an address in parts, below the blog's own; None for one that is not below."""
        parts = segments(path_of(url))
        return parts[len(self.base) :] if parts[: len(self.base)] == self.base else None

    def add(self, pages: list[Location]) -> None:
        """Remember pages of this site, each under its first address."""
        for page in pages:
            if address := self.here(page.url):
                self.pages.setdefault(self.identity(address), Location(address, page.modified))

    def unasked(self, queue: deque[str]) -> str | None:
        """The next of some addresses that was not asked for yet."""
        while queue:
            url = queue.popleft()
            if url not in self.asked:
                self.asked.add(url)
                return url
        return None


def site_of(handle: str, home: str, now: datetime, before: Before | None = None) -> Site:
    """What is known of a blog before anything is asked."""
    base = segments(path_of(f"//{handle}"))
    return Site(handle=handle, home=home, base=base, now=now, before=before or Before())


def robots_of(home: str) -> str:
    """The address of a site's robots.txt."""
    return urlsplit(home)._replace(path="/robots.txt", query="", fragment="").geturl()


def card(profile: Profile, site: Site) -> Profile:
    """The profile with what the blog says of itself, its feed first."""
    feed = site.feed or Feed(url=site.home)
    return replace(
        profile,
        url=site.home,
        name=feed.title or site.name or None,
        bio=feed.description or site.description or None,
        language=(feed.language or site.language or "").replace("_", "-") or None,
    )


class NoPosts(Changed):
    """No post where some were: `posts` names that, and is no selector to tell people of."""

    def __str__(self) -> str:
        return redact(str(self.args[0]))


class NoBlog(NoPosts):
    """No blog at an address from which nothing ever came: rather a wrong address than a changed site."""

    counted = "no_blog"


def no_blog(site: Site) -> PageError:
    """That no post was found, and where it was looked for; or why none is shown to us any more."""
    if site.before.posts and site.asks_password:
        return Login(f"{site.home} asks for a password")
    if site.before.posts and site.home_gone:
        return AuthorGone(f"{site.home} answered 404, and nothing else of the blog is there")
    sources = [
        f"the feed {site.feed.url} lists none" if site.feed else "no feed",
        f"the sitemap {site.sitemap} names none" if site.sitemap else "no sitemap",
    ]
    kind = NoPosts if site.before.posts else NoBlog
    return kind(f"{site.home} is not a blog ({', '.join(sources)})", "posts", site.name)


def faults(site: Site) -> list[PageError]:
    """What is wrong with what lists a blog's posts, and is to be reported.

    An empty feed never means that the posts are gone; half a feed is whole at another time. Without a
    sitemap nothing is wrong, but nobody knows whether the feed has all.
    """
    found: list[PageError] = []
    if not site.feed:
        found += site.broken
    elif site.feed.truncated:
        found.append(Failed(f"{site.feed.url} is cut off after {len(site.feed.entries)} entries"))
    if not site.sitemap:
        site.add(site.linked)
        site.troubles.append("there is no sitemap, and a feed alone may lack posts")
    return found
