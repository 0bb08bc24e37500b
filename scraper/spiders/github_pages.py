"""Blogs on GitHub Pages, and any other static blog: by their feed, their sitemap and their pages.

Addresses: a blog's (https://someone.github.io/ or with a path below), its feed's, or a bare host.

A feed holds the last few posts or is missing, and its announcement may be wrong; a sitemap holds all
pages, posts or not. So: home page → robots.txt → feeds, announced and at known places, until one is
good → sitemaps, likewise → posts. What the feed lists are posts. What only the sitemap lists is one if
its address has the shape of theirs; where that says too little, its page decides (scraper.blog). Where
there is no sitemap, the blog's own listing pages are read, and the listing is not complete.

Seen, 2026-08 to 2026-11, in saved copies of twelve sites: two without a feed, four without a sitemap, a
robots.txt that names another author's sitemap, addresses that GitHub Pages serves without `.html`. Not
seen: Gatsby, Eleventy, Zola, VuePress and Next.js, whose feeds and sitemaps are known from documents.
A site that is no blog, or whose feed is empty, is reported as `changed`: it may have been one before.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from scrapy import Request
from scrapy.http import Response, TextResponse
from twisted.python.failure import Failure

from scraper.blog.addresses import path_of
from scraper.blog.article import article
from scraper.blog.discovery import found_in, links_in
from scraper.blog.feeds import EmptyFeed, Feed, NotAFeed, parse_feed
from scraper.blog.handle import blog_at
from scraper.blog.listing import FEED, PAGES, listings
from scraper.blog.metadata import page_facts
from scraper.blog.metadata.kind import why_no_post
from scraper.blog.shapes import Fit
from scraper.blog.site import Site, card, faults, no_blog, robots_of, site_of
from scraper.blog.sitemap import NotASitemap, named_in_robots, parse_sitemap
from scraper.items import Entry, Observation, Profile
from scraper.pages import Changed, Failed, Gone, PageError, page_error
from scraper.spider import ProfileSpider


class GithubPagesSpider(ProfileSpider):
    name = "github_pages"
    hosts = ()

    @classmethod
    def profile_from(cls, address: str) -> Profile:
        """The blog at an address, or that whose feed is there."""
        handle, url = blog_at(address)
        return Profile(platform=cls.name, handle=handle, url=url)

    def listings(self, profile: Profile) -> Iterator[Request]:
        site = site_of(profile.handle, profile.url, datetime.now(UTC))
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
        if known.transient or request.url in site.required:
            site.troubles.append(str(known))
            yield from self.failed(failure)
        yield from self.go_on(request.meta["profile"], site)

    def no_home(self, failure: Failure, site: Site) -> Iterator[Any]:
        """Without a home page there may be a blog all the same: of a host's root, nothing is asked."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if not isinstance(failure.value, Gone):
            yield from self.failed(failure)
            return
        found_in(site, None)
        yield self.ask(robots_of(site.home), self.parse_robots, request.meta["profile"], site)

    def parse_home(self, response: Response, profile: Profile, site: Site) -> Iterator[Any]:
        """The blog's first page, or its feed."""
        site.home = response.url
        feed = self.feed_in(response, site)
        if site.broken:
            raise Changed(site.broken.pop())
        if not feed and not isinstance(response, TextResponse):
            raise Changed(f"{response.url} is neither a web page nor a feed")
        site.feed = feed
        found_in(site, None if feed else response.text)
        yield self.ask(robots_of(site.home), self.parse_robots, profile, site)

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
        site.feed = self.feed_in(response, site)
        yield from self.go_on(profile, site)

    def parse_sitemap(self, response: Response, profile: Profile, site: Site) -> Iterator[Any]:
        """A sitemap, or an index of several."""
        try:
            found = parse_sitemap(response.body, response.url, content_type(response))
        except NotASitemap as error:
            if response.url in site.required:
                site.troubles.append(str(error))
        else:
            site.sitemap = site.sitemap or response.url
            site.add(found.pages)
            files = [url for url in found.sitemaps if site.here(url)]
            site.parts.extend(files)
            site.required.update(files)
        yield from self.go_on(profile, site)

    def parse_index(self, response: TextResponse, profile: Profile, site: Site) -> Iterator[Any]:
        """A page of the blog that lists posts."""
        if isinstance(response, TextResponse):
            links_in(site, response.text, response.url)
        yield from self.go_on(profile, site)

    def feed_in(self, response: Response, site: Site) -> Feed | None:
        """The feed that a response is; one without entries is remembered as broken."""
        try:
            feed = parse_feed(response.body, response.url, content_type(response))
        except EmptyFeed as error:
            site.broken.append(str(error))
        except NotAFeed:
            pass
        else:
            return feed
        return None

    def conclude(self, profile: Profile, site: Site) -> Iterator[Any]:
        """The blog's card, its posts, and how far what lists them is complete."""
        yield card(profile, site)
        yield from (self.trouble(profile, site.home, known) for known in faults(site))
        in_feed, in_pages = listings(site)
        if not in_feed and not in_pages:
            yield self.trouble(profile, site.home, no_blog(site))
        site.undecided = {entry.source_id for entry, fit in in_pages if fit is Fit.LOOSE}
        site.has_posts = len(in_feed) + len(in_pages) > len(site.undecided)
        for entry, fit in [*in_feed, *in_pages]:
            yield from self.listed(entry, self.post_request(profile, entry, fit, site))
        for name, posts in ((FEED, in_feed), (PAGES, in_pages)):
            source = site.feed and site.feed.url if name == FEED else site.sitemap
            yield self.end_listing(
                profile,
                name,
                source or site.home,
                complete=not site.troubles,
                seen=len(posts),
                source=source or "links",
                reason="; ".join(site.troubles) or None,
            )

    def post_request(self, profile: Profile, entry: Entry, fit: Fit, site: Site) -> Request:
        request = self.request(
            entry.url,
            self.parse_post,
            profile,
            kind="post",
            entry=entry,
            conditional=True,
            cb_kwargs={"fit": fit, "site": site},
        )
        return request.replace(errback=self.no_candidate) if fit is Fit.LOOSE else request

    def no_candidate(self, failure: Failure) -> Iterator[Any]:
        """A sitemap may name pages that are not there: a post is only what has been one."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, Gone):
            yield from self.rejected(**request.cb_kwargs, reason="is not there")
        else:
            yield from self.failed(failure)

    def parse_post(
        self, response: Response, profile: Profile, entry: Entry, fit: Fit, site: Site
    ) -> Iterator[Any]:
        """A post, if the page is one."""
        try:
            facts = page_facts(text_of(response), entry.url, site.now, site.name)
        except ValueError:
            yield from self.rejected(profile, entry, fit, site, "is no web page")
            return
        if reason := why_no_post(facts, path_of(entry.url), fit, entry.listing == FEED):
            yield from self.rejected(profile, entry, fit, site, reason)
            return
        site.has_posts = True
        if entry.state == "candidate":
            yield replace(entry, state="listed")
        yield article(facts, entry, site)

    def rejected(
        self, profile: Profile, entry: Entry, fit: Fit, site: Site, reason: str
    ) -> Iterator[Observation]:
        """What is said of a page that is no post; and of the site, if it was the last hope for one."""
        yield Observation(
            platform=profile.platform,
            handle=profile.handle,
            url=entry.url,
            seen="no_post",
            reason=f"{entry.url} {reason}",
            source_id=entry.source_id,
        )
        site.undecided.discard(entry.source_id)
        if not site.undecided and not site.has_posts:
            yield self.trouble(profile, site.home, no_blog(site))

    def trouble(self, profile: Profile, url: str, known: PageError) -> Observation:
        """What is wrong with a blog as a whole; the run's exit code says so, too."""
        self.logger.error("%s", known)
        self.crawler.stats.inc_value(f"pages/{known.seen}")
        return Observation(
            platform=profile.platform,
            handle=profile.handle,
            url=url,
            seen=known.seen,
            reason=str(known),
            transient=known.transient,
        )


def content_type(response: Response) -> str:
    """The header that says what a response is, "" for none."""
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def text_of(response: Response) -> str:
    """A page's text. Raises ValueError for what is no text."""
    if not isinstance(response, TextResponse):
        raise ValueError(f"{response.url} is no text")
    return response.text
