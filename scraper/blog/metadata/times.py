"""When a page was published and changed, by its own word: head, JSON-LD, and beside the title."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from lxml.html import HtmlElement

from scraper.blog.metadata.beside import TEASERS, Dated, times_beside
from scraper.blog.metadata.meta import Metas
from scraper.blog.post_dates import agreed, without_midnight
from scraper.body.tree import text_of
from scraper.dates import moment
from scraper.items import Moment
from scraper.text import folded

PUBLISHED = (
    "datepublished",
    "dcterms.date",
    "dcterms.created",
    "dc.date",
    "dc.date.issued",
    "date",
    "publishdate",
    "pubdate",
)
UPDATED = ("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified")
CREATED_CLASS = re.compile(r"\b(?:dt-published|published|post-date|date-published|created)\b")


class Times(NamedTuple):
    """The times of a page; None where it states none of its own."""

    published: Moment | None = None
    updated: Moment | None = None


def times_of(
    tree: HtmlElement,
    heading: HtmlElement | None,
    metas: Metas,
    data: dict[str, Any],
    now: datetime,
) -> Times:
    """The times that a page states of itself; `heading` is its title's element, where it has one."""

    def read(texts: Sequence[object]) -> list[Moment]:
        found = (moment(text, now=now) for text in texts if isinstance(text, str))
        return [known for known in map(without_midnight, found) if known]

    # Hexo gives every page a published_time; of one that calls itself the site it says nothing.
    stated = [] if metas.first("og:type") == "website" else metas.all("article:published_time")
    beside = times_beside(heading, now) if heading is not None else Dated()
    first, second = own_times(tree, heading)
    published = [
        *read([data.get("datePublished"), *stated, *metas.all(*PUBLISHED)]),
        *beside.published,
        *read(first),
    ]
    updated = [
        *read([data.get("dateModified"), *metas.all(*UPDATED)]),
        *beside.updated,
        *read(second),
    ]
    return Times(agreed(published), agreed(updated))


def own_times(
    tree: HtmlElement, heading: HtmlElement | None
) -> tuple[Sequence[object], Sequence[object]]:
    """The page's own `<time>`, in markup and as shown, and a second one: MkDocs has both so.

    Of more than two nobody can tell whose they are, but for one that says it is the post's birth.
    """
    times = [t for t in tree.iter("time") if t.get("datetime") and not is_teaser(t, heading)]
    born = [t for t in times if claims_birth(t)]
    values = {t.get("datetime"): folded(text_of(t)) for t in born or times}
    if not values or len(values) > 2 or (born and len(values) > 1):
        return [], []
    first, *rest = values.items()
    return first, rest[0] if rest else []


def claims_birth(element: HtmlElement) -> bool:
    """Whether a `<time>` says, by schema.org or a class, that it is when the post was published."""
    if "datePublished" in (element.get("itemprop") or ""):
        return True
    return bool(CREATED_CLASS.search(element.get("class") or ""))


def is_teaser(element: HtmlElement, heading: HtmlElement | None) -> bool:
    """Whether a time belongs to another post, of which the page shows a teaser."""
    item = next((around for around in element.iterancestors() if around.tag in TEASERS), None)
    if item is None or (heading is not None and item in heading.iterancestors()):
        return False
    return item.find(".//a[@href]") is not None
