"""An index as its README writes it → entries whose addresses are known."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from scraper.dates import moment
from scraper.github.indexed import Indexed
from scraper.github.repository import Repository
from scraper.items import Entry, Link, Profile

#: Links of an entry that lead to the same work: they are recorded with it.
SAME_WORK = frozenset({"language_variant", "crosspost", "co_primary"})


def entries(
    index: Iterable[Indexed], profile: Profile, repository: Repository, readme: str
) -> list[Entry]:
    """The entries of a README. A link to another README only switches the language of the index."""
    notes = [
        found
        for found in index
        if repository.target(found.href, readme).path not in repository.readmes
    ]
    return [
        entry(found, place, profile, repository, readme) for place, found in enumerate(notes, 1)
    ]


def entry(
    found: Indexed, position: int, profile: Profile, repository: Repository, readme: str
) -> Entry:
    target = repository.target(found.href, readme)
    return Entry(
        platform=profile.platform,
        handle=profile.handle,
        source_id=target.path or target.url,
        url=target.url,
        title=found.title,
        listing=readme,
        position=position,
        summary=found.description,
        published=moment(found.date, now=datetime.now(UTC)) if found.date else None,
        tags=found.tags,
        section=found.section,
        review_status=found.review_status,
        links=tuple(resolved(link, repository, readme) for link in found.links),
        version=repository.version(target.path) if target.path else None,
        state="listed" if target.path else "external",
    )


def resolved(link: Link, repository: Repository, readme: str) -> Link:
    return replace(link, url=repository.target(link.url, readme).url)


def linked(found: Iterable[Entry], repository: Repository, readme: str) -> Iterator[Entry]:
    """What entries link as the same work, as entries of a listing of their own.

    They bear the title of the entry that links them: a label such as "知乎" is none.
    """
    links = [(one, link) for one in found for link in one.links if link.role in SAME_WORK]
    for position, (one, link) in enumerate(links, 1):
        target = repository.target(link.url, readme)
        yield replace(
            one,
            source_id=target.path or target.url,
            url=target.url,
            listing=f"{readme} links",
            position=position,
            summary=None,
            language=link.language,
            review_status=None,
            links=(),
            version=repository.version(target.path) if target.path else None,
            state="listed" if target.path else "external",
        )
