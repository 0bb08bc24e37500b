"""What a blog still has to show of what it showed before: its feed, its sitemap, its posts. Pure.

A blog that shows nothing of it was redesigned, or somebody else's is at its address. Both happen on
hosts of static sites without an error: every address answers, and the crawl would find another blog.
"""

from collections.abc import Iterable, Iterator

from scraper.before import KnownPost
from scraper.blog.addresses import path_of
from scraper.blog.listing import FEED, PAGES, Listed
from scraper.blog.metadata import PageFacts
from scraper.blog.site import Site
from scraper.items import Entry
from scraper.pages import Changed, Login
from scraper.plausible import ARCHIVED, FEW, SHOWN, OtherPosts

#: Characters of a page that shows nothing but the question for a password.
WALL = 500


def surprises(site: Site, listed: list[Listed]) -> list[Changed]:
    """What a blog shows no more; `listed` are the entries of both listings."""
    return [*lost_sources(site), *lost_posts(site, listed)]


def check_post(entry: Entry, known: KnownPost, facts: PageFacts, reason: str | None) -> None:
    """Raise Login or Changed for a page that was a post; `reason` is why it looks like none now.

    One that only sends on may be a post that has moved, which its listing tells.
    """
    if facts.asks_password and len(facts.prose) < WALL:
        raise Login(f"{entry.url} asks for a password")
    if reason and not facts.redirects:
        raise Changed(f"{entry.url} {reason}, and was a post", "article", facts.title)
    slug = path_of(entry.url).rpartition("/")[2]
    if not facts.title and not entry.title and known.title != slug:
        raise Changed(f"{entry.url} has no title", "h1", facts.prose)


def lost_sources(site: Site) -> Iterator[Changed]:
    """A feed and a sitemap that were there, and have neither moved nor are known to be broken."""
    for name, found in ((FEED, site.feed_url or site.broken), (PAGES, site.sitemap)):
        gone = [url for url in site.known_sources(name) if url in site.instead]
        if gone and not found:
            kind = "feed" if name == FEED else "sitemap"
            yield Changed(
                f"the {kind} of {site.home} is where it was no more, nor elsewhere",
                missing=gone[0],
                found=site.instead[gone[0]],
            )


def lost_posts(site: Site, listed: list[Listed]) -> Iterator[Changed]:
    """The known posts, when none is listed, or not half of them where a sitemap lists all."""
    known, found = site.before.posts, [one.entry for one in listed]
    names = {name for entry in found for name in names_of(entry.source_id, entry.title)}
    left = sum(not names.isdisjoint(names_of(*post)) for post in titles(site))
    shown = "; ".join([entry.title or entry.url for entry in found][:SHOWN]) or site.name
    if found and not left and len(known) > 1:
        yield OtherPosts(f"{site.home} has other posts", missing=ARCHIVED, found=shown)
    elif found and site.sitemap and len(known) >= FEW and left * 2 < len(known):
        gone = f"{site.home} lists {left} of {len(known)} archived posts"
        yield Changed(gone, missing=ARCHIVED, found=shown)


def titles(site: Site) -> Iterable[tuple[str, str]]:
    """The known posts, by id and title."""
    return ((source_id, post.title) for source_id, post in site.before.posts.items())


def names_of(source_id: str, title: str) -> set[str]:
    """By what a post is known again, also after its address changed: id, end of the address, title."""
    return set(filter(None, (source_id, path_of(f"//{source_id}").rpartition("/")[2], title)))
