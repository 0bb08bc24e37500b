"""Blogs on GitHub Pages, and any other static blog: by their feed, their sitemap and their pages.

Addresses: a blog's (https://someone.github.io/ or with a path below), its feed's, or a bare host.

A feed holds the last few posts or is missing, and its announcement may be wrong; a sitemap holds all
pages, posts or not. So: home page → robots.txt → feeds, announced and at known places, until one is
good → sitemaps, likewise → posts. What the feed lists are posts. What only the sitemap lists is one if
its address has the shape of theirs; where that says too little, its page decides (scraper.blog). Where
there is no sitemap, the blog's own listing pages are read, and the listing is not complete.

Seen, by 2026-11, in saved copies of twelve sites: two without a feed, two without a sitemap, a
robots.txt that names another author's sitemap, addresses that GitHub Pages serves without `.html`. Not
seen: Gatsby, Eleventy, Zola, VuePress and Next.js, whose feeds and sitemaps are known from documents.
A site that is no blog, or whose feed is empty, is reported as `changed`: it may have been one before.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from scrapy import Request
from scrapy.http import Response, TextResponse
from twisted.python.failure import Failure

from scraper.blog.addresses import path_of
from scraper.blog.article import article
from scraper.blog.expected import check_post, surprises
from scraper.blog.handle import blog_at
from scraper.blog.listing import FEED, PAGES, entry_at, listings
from scraper.blog.metadata import PageFacts, page_facts
from scraper.blog.metadata.kind import why_no_post
from scraper.blog.shapes import Fit
from scraper.blog.site import Site, card, faults, no_blog, site_of
from scraper.blog.walk import BlogWalk
from scraper.items import Entry, Observation, Profile
from scraper.middlewares import broken_listing
from scraper.pages import Gone, text_of
from scraper.plausible import OtherPosts


class GithubPagesSpider(BlogWalk):
    name = "github_pages"
    hosts = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sites: dict[str, Site] = {}  # by handle, as this run has read them

    @classmethod
    def profile_from(cls, address: str) -> Profile:
        """The blog at an address, or that whose feed is there."""
        handle, url = blog_at(address)
        return Profile(platform=cls.name, handle=handle, url=url)

    def conclude(self, profile: Profile, site: Site) -> Iterator[Any]:
        """The blog's card, its posts, and how far what lists them is complete."""
        in_feed, in_pages = listings(site)
        surprising = surprises(site, [*in_feed, *in_pages])
        yield from (self.trouble(site, known) for known in [*faults(site), *surprising])
        if any(isinstance(known, OtherPosts) for known in surprising):
            yield broken_listing(profile, PAGES, site.home, site.troubles[-1])
            return
        self.sites[profile.handle] = site
        yield card(profile, site)
        if not in_feed and not in_pages:
            yield self.trouble(site, no_blog(site))
        site.undecided = {entry.source_id for entry, fit in in_pages if fit is Fit.LOOSE}
        site.has_posts = len(in_feed) + len(in_pages) > len(site.undecided)
        fed = {entry.source_id for entry, _ in in_feed}
        for entry, fit in [*in_feed, *in_pages]:
            silent = entry.listing == PAGES and entry.source_id in fed and not entry.updated
            request = None if silent else self.page(entry, profile, fit, site)
            yield from self.listed(entry, request)
        for name, url, posts in ((FEED, site.feed_url, in_feed), (PAGES, site.sitemap, in_pages)):
            if url or posts:
                yield self.end_listing(
                    profile,
                    name,
                    url or site.home,
                    complete=not site.troubles,
                    seen=len(posts),
                    source=url or "links",
                    reason="; ".join(site.troubles) or None,
                )

    def post_request(self, entry: Entry, profile: Profile) -> Request | None:
        """None for a blog that was not read: its name, which titles end with, is not known then."""
        site = self.sites.get(profile.handle)
        return self.page(entry, profile, Fit.SURE, site) if site else None

    def page(self, entry: Entry, profile: Profile, fit: Fit, site: Site) -> Request:
        """The request for a page that is a post, as far as its address tells (`fit`)."""
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

    @classmethod
    def post_at(cls, url: str, page: str, known: Collection[Profile]) -> Entry | None:
        """A page of a known blog, that of the longest path; the page decides whether it is a post."""
        now = datetime.now(UTC)
        sites = [site_of(profile.handle, profile.url, now) for profile in known]
        here = [site for site in sites if site.here(url) and site.below(url)]
        if not here:
            return None
        site = max(here, key=lambda site: len(site.base))
        return replace(entry_at(site, url, PAGES, 0), state="candidate")

    def no_candidate(self, failure: Failure) -> Iterator[Any]:
        """A sitemap may name pages that are not there: a post is only what has been one."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, Gone):
            yield from self.rejected(
                request.meta["entry"], request.cb_kwargs["site"], "is not there"
            )
        else:
            yield from self.failed(failure)

    def parse_post(
        self,
        response: Response,
        profile: Profile,
        entry: Entry,
        fit: Fit | None = None,
        site: Site | None = None,
    ) -> Iterator[Any]:
        """A post, if the page is one; `fit` is how far its address tells that it is."""
        site = site or self.unknown_site(profile)
        known = site.before.posts.get(entry.source_id)
        fit = fit or (Fit.LOOSE if entry.state == "candidate" else Fit.SURE)
        facts, reason = read(response, entry, Fit.SURE if known else fit, site)
        if known:
            check_post(entry, known, facts, reason)
        if reason:
            yield from self.rejected(entry, site, reason)
            return
        site.has_posts = True
        if entry.state == "candidate":
            yield replace(entry, state="listed")
        yield article(facts, entry, site)

    def rejected(self, entry: Entry, site: Site, reason: str) -> Iterator[Observation]:
        """What is said of a page that is no post; and of the site, if it was the last hope for one."""
        yield Observation(
            platform=entry.platform,
            handle=entry.handle,
            url=entry.url,
            seen="no_post",
            reason=f"{entry.url} {reason}",
            source_id=entry.source_id,
        )
        was_last = site.undecided == {entry.source_id}
        site.undecided.discard(entry.source_id)
        if was_last and not site.has_posts:
            yield self.trouble(site, no_blog(site))


def read(response: Response, entry: Entry, fit: Fit, site: Site) -> tuple[PageFacts, str | None]:
    """What a page says of itself, and why it is no post; None where it is one."""
    try:
        text = text_of(response) if isinstance(response, TextResponse) else ""
        facts = page_facts(text, entry.url, site.now, site.name)
    except ValueError:
        return PageFacts(title=""), "is no web page"
    return facts, why_no_post(facts, path_of(entry.url), fit, entry.listing == FEED)
