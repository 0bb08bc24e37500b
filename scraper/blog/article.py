"""From a post's page, and the entry that led to it, to the post."""

from scraper.blog.addresses import key, path_of
from scraper.blog.metadata import PageFacts
from scraper.blog.metadata.kind import date_in
from scraper.blog.post_dates import settled
from scraper.blog.site import Site
from scraper.items import Entry, Link, Post
from scraper.language import language_of


def article(facts: PageFacts, entry: Entry, site: Site) -> Post:
    """The post. Its address is the one it is listed under, wherever the server sends to from there."""
    path = path_of(entry.url)
    return Post(
        platform=entry.platform,
        handle=entry.handle,
        source_id=entry.source_id,
        url=entry.url,
        title=facts.title or entry.title or path.rpartition("/")[2],
        summary=entry.summary or own_summary(facts, site),
        language=language_of(facts.prose or facts.title) or facts.language,
        author=facts.author,
        published=settled(entry.published, facts.published) or date_in(path, site.now),
        updated=facts.updated,
        tags=facts.tags or entry.tags,
        links=(*facts.links, *original(facts, entry)),
    )


def own_summary(facts: PageFacts, site: Site) -> str | None:
    """The page's description, unless it is that of the whole site."""
    return facts.summary if facts.summary not in (site.name, site.description) else None


def original(facts: PageFacts, entry: Entry) -> list[Link]:
    """Where a page says that it was published first, on another site."""
    elsewhere = facts.canonical and key(facts.canonical).partition("/")[0]
    if not facts.canonical or elsewhere == key(entry.url).partition("/")[0]:
        return []
    return [Link(role="original", url=facts.canonical)]
