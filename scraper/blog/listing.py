"""From what was found out about a blog to the entries of its two listings, the feed and the sitemap.

A post that both list has an entry in both. So it is no change when it drops out of a feed that holds
the last ten: the sitemap still shows of it what it showed before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scraper.blog.addresses import path_of
from scraper.blog.feeds import FeedEntry
from scraper.blog.metadata.kind import DATE
from scraper.blog.post_dates import as_days, edits
from scraper.blog.shapes import Fit, Shapes
from scraper.blog.side_pages import Path, is_side_page, segments
from scraper.blog.site import Site
from scraper.blog.sitemap import without_build_times
from scraper.dates import moment
from scraper.items import Entry

PLATFORM = "github_pages"
#: The names of the two listings; `pages` are those of the sitemap, or of what stands in for it.
FEED, PAGES = "feed", "pages"
#: An address below which as many others lie is a section's list, not a post with a part two.
SECTION_PAGES = 2


class Listed(NamedTuple):
    """An entry, and how surely it is a post: SURE in a feed, else by how its address fits."""

    entry: Entry
    fit: Fit


class OwnEntry(NamedTuple):
    """An entry of the feed that is a page of the blog, with its path below the blog's own."""

    entry: FeedEntry
    path: Path
    dated: bool


def listings(site: Site) -> tuple[list[Listed], list[Listed]]:
    """The entries of the feed, and those of the sitemap or of what stands in for it."""
    posts = posts_in_feed(site)
    shapes = Shapes(post.path for post in posts if post.dated) or Shapes(p.path for p in posts)
    in_feed = list(feed_listing(site, [post.entry for post in posts]))
    known = {listed.entry.source_id for listed in in_feed}
    return [*in_feed, *foreign(site, len(in_feed))], list(sitemap_listing(site, known, shapes))


def posts_in_feed(site: Site) -> list[OwnEntry]:
    """The feed's entries that are posts of this blog.

    Hugo's feed has all pages of a site, those without a date among them (seen: `/faq/`), Quartz' has
    folders. But a post may have no date either: it lies where the dated ones do.
    """
    own = own_entries(site)
    folders = sections(entry.path for entry in own)
    posts = [e for e in own if not is_side_page(e.path) and e.path not in folders]
    if len(posts) * 2 < len(own):
        posts = own  # rules that stop most of a feed are wrong for it
    shapes = Shapes(entry.path for entry in posts if entry.dated)
    return [e for e in posts if e.dated or not shapes or shapes.fit(e.path)]


def own_entries(site: Site) -> list[OwnEntry]:
    """The feed's entries on this site, each page once. A truncated feed's last may be cut short."""
    given = site.feed.entries[: -1 if site.feed.truncated else None] if site.feed else []
    own = {site.identity(entry.url): entry for entry in reversed(given) if site.here(entry.url)}
    entries = list(reversed(own.values()))
    if entries and not any(site.below(entry.url) for entry in entries):
        site.base = ()  # the blog was given by a page beside its posts
    return [
        OwnEntry(
            entry,
            site.below(entry.url) or segments(path_of(entry.url)),
            bool(moment(entry.published, now=site.now)),
        )
        for entry in entries
    ]


def sections(paths: Iterable[Path]) -> set[Path]:
    """The addresses that list those below them."""
    above = Counter(path[:depth] for path in set(paths) for depth in range(1, len(path)))
    return {path for path, pages in above.items() if pages >= SECTION_PAGES}


def feed_listing(site: Site, posts: list[FeedEntry]) -> Iterator[Listed]:
    """The entries of posts in a feed. The times of files (Hexo) and of builds are no edits."""
    published = as_days([moment(post.published, now=site.now) for post in posts])
    updated = edits([moment(post.updated, now=site.now) for post in posts], published)
    for place, post in enumerate(posts):
        entry = entry_at(site, post.url, FEED, place + 1)
        entry.title, entry.summary, entry.tags = post.title, post.summary, post.tags
        entry.published, entry.version, entry.guid = published[place], post.digest, post.guid
        entry.updated = None if site.is_hexo else updated[place]
        yield Listed(entry, Fit.SURE)


def foreign(site: Site, own: int) -> Iterator[Listed]:
    """The feed's entries that are pages of other sites: recorded, not crawled."""
    others = [e for e in site.feed.entries if not site.here(e.url)] if site.feed else []
    for place, post in enumerate({post.url: post for post in others}.values(), own + 1):
        entry = entry_at(site, post.url, FEED, place)
        entry.title, entry.summary, entry.tags = post.title, post.summary, post.tags
        entry.source_id, entry.url, entry.state = post.url, post.url, "external"
        yield Listed(entry, Fit.SURE)


def sitemap_listing(site: Site, known: set[str], shapes: Shapes) -> Iterator[Listed]:
    """The entries of pages that are posts, by the feed or by their address, or that may be some."""
    pages = dict(zip(site.pages, without_build_times([*site.pages.values()]), strict=True))
    paths = {name: path for name, page in pages.items() if (path := site.below(page.url))}
    folders = sections(paths.values())
    dated = Shapes(by_date(paths.values()))
    place = 0
    for name, path in paths.items():
        if name not in known and (is_side_page(path) or path in folders):
            continue
        fit = Fit.SURE if name in known else shapes.fit(path)
        if not shapes:  # no feed to learn from
            fit = min(Fit.LOOSE, dated.fit(path)) if dated else Fit.LOOSE
        if fit is Fit.NONE:
            continue
        place += 1
        entry = entry_at(site, pages[name].url, PAGES, place)
        entry.updated = None if site.is_hexo else moment(pages[name].modified, now=site.now)
        entry.state = "candidate" if fit is Fit.LOOSE else "listed"
        yield Listed(entry, fit)


def by_date(paths: Iterable[Path]) -> list[Path]:
    """The paths that name a date, where most do: without a feed, these are the posts."""
    given = list(paths)
    dated = [path for path in given if DATE.search("/".join(path))]
    return dated if len(dated) * 2 > len(given) else []


def entry_at(site: Site, url: str, listing: str, place: int) -> Entry:
    """The entry of a page of this site; what more the listing shows of it is the caller's to add."""
    return Entry(
        platform=PLATFORM,
        handle=site.handle,
        source_id=site.identity(url),
        url=site.here(url) or url,
        title="",
        listing=listing,
        position=place,
    )
