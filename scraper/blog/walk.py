"""The way to a blog's posts: its first page, robots.txt, feeds and sitemaps, one after the other."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response, TextResponse
from twisted.python.failure import Failure

from scraper.blog.discovery import found_in, links_in
from scraper.blog.feeds import EmptyFeed, Feed, NotAFeed, parse_feed
from scraper.blog.listing import FEED
from scraper.blog.site import Site, robots_of, site_of
from scraper.blog.sitemap import NotASitemap, named_in_robots, parse_sitemap
from scraper.items import Observation, Page, Profile
from scraper.judge import page_error
from scraper.middlewares import broken_listing
from scraper.net.robots import robots_read
from scraper.pages import Changed, Failed, Gone, PageError, PutOff, text_of
from scraper.spider import ProfileSpider

#: Bytes that tell what an answer is.
SHOWN = 400


class BlogWalk(ProfileSpider):
    """Finds what lists a blog's posts, into a `Site`, and hands that to `conclude`.

    Everything is asked for conditionally: of an unchanged blog the answers are 304.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sitemaps: dict[str, list[str]] = {}  # of robots.txt, by the host that it is of

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.remember_robots, robots_read)
        return spider

    def remember_robots(self, page: Page) -> None:
        """Keep what the robots.txt names that is asked for before a host's first page."""
        named = named_in_robots(page.text, page.url) if page.status == 200 else []
        self.sitemaps[urlsplit(page.url).netloc] = named

    def conclude(self, profile: Profile, site: Site) -> Iterator[Any]:
        """What to make of all that was found."""
        raise NotImplementedError

    def unknown_site(self, profile: Profile) -> Site:
        """A blog of which only the address is known, and its name where the profile has one."""
        site = site_of(profile.handle, profile.url, datetime.now(UTC), self.known(profile))
        site.name = profile.name or ""
        return site

    def listings(self, profile: Profile) -> Iterator[Request]:
        site = self.unknown_site(profile)
        request = self.ask(profile.url, self.parse_home, profile, site, listing=FEED)
        yield request.replace(errback=partial(self.no_home, site=site))

    def ask(
        self, url: str, callback: Callable[..., Any], profile: Profile, site: Site, **kwargs: Any
    ) -> Request:
        """A request for what lists posts. That it is not there is no fault: it was only supposed."""
        request = self.request(
            url,
            callback,
            profile,
            conditional=True,
            dont_filter=True,  # two blogs of one host have the same robots.txt
            cb_kwargs={"site": site},
            **kwargs,
        )
        return request.replace(errback=partial(self.not_there, site=site))

    def not_there(self, failure: Failure, site: Site) -> Iterator[Any]:
        """Go on without a page; report it if it is there but was not got, or if it must be there."""
        request: Request = failure.request  # type: ignore[attr-defined]
        known = page_error(failure.value or Failed("no answer"), request.url)
        if isinstance(known, PutOff):  # the host is not asked for anything else, either
            yield from self.failed(failure)
            yield broken_listing(request.meta["profile"], FEED, site.home, str(known))
            return
        if known.transient or request.url in site.required:
            site.troubles.append(str(known))
            yield from self.failed(failure)
        else:
            site.instead[request.url] = str(known)
        yield from self.go_on(request.meta["profile"], site)

    def no_home(self, failure: Failure, site: Site) -> Iterator[Any]:
        """Without a home page there may be a blog all the same: of a host's root, nothing is asked."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if not isinstance(failure.value, Gone):
            yield from self.failed(failure)
            return
        site.home_gone = True
        found_in(site, None)
        yield from self.robots(request.meta["profile"], site)

    def parse_home(
        self, response: Response, profile: Profile, site: Site | None = None
    ) -> Iterator[Any]:
        """The blog's first page, or its feed."""
        site = site or self.unknown_site(profile)
        site.home = response.url
        feed = self.feed_in(response, site)
        if site.broken:
            raise site.broken.pop()
        if feed:
            site.home = feed.home if feed.home and site.here(feed.home) else site.home
            site.take(feed)
            found_in(site, None)
        elif isinstance(response, TextResponse):
            found_in(site, text_of(response))
        else:
            raise Changed(f"{response.url} is neither a web page nor a feed")
        yield from self.robots(profile, site)

    def robots(self, profile: Profile, site: Site) -> Iterator[Any]:
        """The sitemaps of robots.txt, which the manners have read: it is asked for where they have not.

        That is so in a run that obeys none, and where the feed tells another name of the host.
        """
        robots = robots_of(site.home)
        named = self.sitemaps.get(urlsplit(robots).netloc)
        if named is None:
            yield self.ask(robots, self.parse_robots, profile, site)
            return
        site.parts.extend(named)
        yield from self.go_on(profile, site)

    def parse_robots(self, response: Response, profile: Profile, site: Site) -> Iterator[Any]:
        """The sitemaps that the host's robots.txt names."""
        text = response.body.decode("utf-8", errors="replace")
        site.parts.extend(named_in_robots(text, response.url))
        yield from self.go_on(profile, site)

    def go_on(self, profile: Profile, site: Site) -> Iterator[Any]:
        """Ask for the next thing that may list posts; when there is none, list them."""
        for queue, callback, found in (
            (site.feeds, self.parse_feed, site.feed),
            (site.parts, self.parse_sitemap, None),
            (site.sitemaps, self.parse_sitemap, site.sitemap),
            (site.indexes, self.parse_index, site.sitemap),
        ):
            if not found and (url := site.unasked(queue)):
                yield self.ask(url, callback, profile, site)
                return
        yield from self.conclude(profile, site)

    def parse_feed(self, response: Response, profile: Profile, site: Site) -> Iterator[Any]:
        """A feed, where one may be."""
        if feed := self.feed_in(response, site):
            site.take(feed)
        else:
            site.instead[response.url] = beginning(response)
        yield from self.go_on(profile, site)

    def parse_sitemap(self, response: Response, profile: Profile, site: Site) -> Iterator[Any]:
        """A sitemap, or an index of several."""
        try:
            found = parse_sitemap(response.body, response.url, content_type(response))
        except NotASitemap as error:
            site.instead[response.url] = beginning(response)
            if response.url in site.required:
                part = f"{urlsplit(response.url).path} url"
                lacking = Changed(str(error), missing=part, found=beginning(response))
                yield self.trouble(site, lacking, response.url)
        else:
            site.sitemap = site.sitemap or response.url
            if found.truncated:
                cut = f"{response.url} is cut off after {len(found.pages or found.sitemaps)} addresses"
                yield self.trouble(site, Failed(cut), response.url)
            site.add(found.pages)
            files = [url for url in found.sitemaps if site.here(url)]
            site.parts.extend(files)
            site.required.update(files)
        yield from self.go_on(profile, site)

    def parse_index(self, response: Response, profile: Profile, site: Site) -> Iterator[Any]:
        """A page of the blog that lists posts."""
        if isinstance(response, TextResponse):
            links_in(site, text_of(response), response.url)
        yield from self.go_on(profile, site)

    def trouble(self, site: Site, known: PageError, url: str | None = None) -> Observation:
        """What is wrong with a blog as a whole: its listings are not complete, and the exit code says so.

        `url` is the page that shows it, else the blog's first one.
        """
        site.troubles.append(str(known))
        return self.noticed(known, site.handle, url or site.home)

    def feed_in(self, response: Response, site: Site) -> Feed | None:
        """The feed that a response is; one without entries is remembered as broken."""
        try:
            feed = parse_feed(response.body, response.url, content_type(response))
        except EmptyFeed as error:
            what = f"{urlsplit(response.url).path} {error.missing}"
            site.broken.append(Changed(str(error), missing=what, found=beginning(response)))
        except NotAFeed:
            pass
        else:
            return feed
        return None


def beginning(response: Response) -> str:
    """The first words of an answer, to tell what it is."""
    return response.body[:SHOWN].decode("utf-8", errors="replace")


def content_type(response: Response) -> str:
    """The header that says what a response is, "" for none."""
    return (response.headers.get("Content-Type") or b"").decode("latin-1")
