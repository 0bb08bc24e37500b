"""What a post's own page says about it: any generator's, any theme's. Pure: a page's text in.

The order of trust: JSON-LD of an article, the page's `<meta>`, what a reader sees beside the title.
"""

from dataclasses import dataclass
from datetime import datetime

from lxml.html import HtmlElement

from scraper.blog.addresses import absolute, key
from scraper.blog.metadata.jsonld import article_data, name_of, words_of
from scraper.blog.metadata.meta import Metas
from scraper.blog.metadata.prose import prose_of
from scraper.blog.metadata.tags import linked_tags
from scraper.blog.metadata.times import Times, times_of
from scraper.blog.metadata.title import heading_of, without_site
from scraper.body.tree import parse
from scraper.items import Link, Moment
from scraper.text import folded, unique


@dataclass(kw_only=True, slots=True)
class PageFacts:
    """A page's word on itself. `published` is the page's own time, not one of a teaser on it.

    `redirects`: the page only sends on to another. `hidden`: from search engines. `is_article`: it is
    one in schema.org's words; `about_site`: it is the site in Open Graph's. `teasers` counts its
    `<article>`s. `prose` is its text without code, menus and formulas. `asks_password`: it has a field for one.
    """

    title: str
    published: Moment | None = None
    updated: Moment | None = None
    tags: tuple[str, ...] = ()
    summary: str | None = None
    author: str | None = None
    language: str | None = None
    links: tuple[Link, ...] = ()
    canonical: str | None = None
    redirects: bool = False
    hidden: bool = False
    is_article: bool = False
    about_site: bool = False
    teasers: int = 0
    prose: str = ""
    asks_password: bool = False


def page_facts(html: str, url: str, now: datetime, site: str = "") -> PageFacts:
    """The facts of the page at `url`; `site` is the blog's name, which is no part of a title.

    `now` is the aware instant of the fetch. Raises ValueError for a page without markup.
    """
    tree = parse(html)
    metas, data = Metas(tree), article_data(tree)
    names = frozenset(filter(None, map(folded, [site, *metas.all("og:site_name")])))
    heading = heading_of(tree, metas, names)
    title = folded(str(data.get("headline") or "")) or heading.text or without_site(metas, names)
    times: Times = times_of(tree, heading.element, metas, data, now)
    return PageFacts(
        title=title,
        published=times.published,
        updated=times.updated,
        tags=linked_tags(tree) or metas.tags() or unique(words_of(data.get("keywords"))),
        summary=metas.first("description", "og:description"),
        author=name_of(data.get("author")) or metas.author(),
        language=(tree.get("lang") or "").partition("-")[0].lower() or None,
        links=variants(tree, url),
        canonical=next((absolute(href, url) for href in hrefs(tree, "canonical")), None),
        redirects=any("url=" in text.lower() for text in metas.all("refresh")),
        hidden=any("noindex" in text.lower() for text in metas.all("robots")),
        is_article=bool(data),
        about_site=metas.first("og:type") == "website" and not data,
        teasers=len(tree.findall(".//article")),
        prose=prose_of(tree),
        asks_password=asks_password(tree),
    )


def asks_password(tree: HtmlElement) -> bool:
    """Whether a page has a field for a password."""
    return tree.find(".//input[@type='password']") is not None


def hrefs(tree: HtmlElement, rel: str) -> list[str]:
    """The addresses of the page's `<link>`s of one kind."""
    links = (link for link in tree.iter("link") if rel in (link.get("rel") or "").lower().split())
    return [link.get("href") for link in links if link.get("href")]


def variants(tree: HtmlElement, url: str) -> tuple[Link, ...]:
    """The same page in other languages, as `hreflang` names them."""
    found = {}
    for link in tree.iter("link"):
        language = link.get("hreflang")
        if not language or language == "x-default":
            continue
        address = absolute(link.get("href") or "", url)
        if address and key(address) != key(url):
            found[address] = Link(role="language_variant", url=address, language=language)
    return tuple(found.values())
