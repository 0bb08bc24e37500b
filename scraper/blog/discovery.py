"""Where a blog's feeds, sitemaps and listing pages are: named by its pages, else at known places. Pure.

Of twelve real sites three announce no feed or a wrong address, two announce what is none (a search
index, translations), so that neither the announcement nor the known places are enough.
"""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from scraper.blog.addresses import absolute, host_of, key
from scraper.blog.listing import FEED, PAGES
from scraper.blog.metadata import asks_password
from scraper.blog.metadata.meta import Metas
from scraper.blog.side_pages import is_index
from scraper.blog.site import Site
from scraper.blog.sitemap import Location
from scraper.body.tree import parse
from scraper.text import folded, unique

FEED_TYPES = re.compile(
    r"application/(?:(?:rss|atom|rdf)\+xml|(?:feed\+)?json|xml)|text/xml", re.IGNORECASE
)
#: A link that a reader may click to subscribe.
FEED_LINK = re.compile(r"(?:^|/)(?:(?:rss|atom|feed|index)[\w.-]*\.(?:xml|json|rss)|feed/?)$")
#: Where generators put their feed, the most frequent first: Hexo, Jekyll, Astro, Hugo, VitePress,
#: Eleventy, Docusaurus, Hugo's section, Pelican, MkDocs.
FEEDS = [
    "atom.xml",
    "feed.xml",
    "rss.xml",
    "index.xml",
    "rss2.xml",
    "feed.rss",
    "feed/feed.xml",
    "feed.json",
    "blog/atom.xml",
    "blog/rss.xml",
    "posts/index.xml",
    "feeds/all.atom.xml",
    "feed_rss_created.xml",
]
#: And their sitemap: nearly all, Astro and Next.js, WordPress' plugin, Gatsby, Eleventy's by hand.
SITEMAPS = [
    "sitemap.xml",
    "sitemap-index.xml",
    "sitemap_index.xml",
    "sitemap/sitemap-index.xml",
    "sitemap.txt",
]


#: Listing pages read of a blog without a sitemap: 100 with ten posts each.
MOST_INDEXES = 100


def found_in(site: Site, html: str | None) -> None:
    """Take down what a blog's home page names, if it has one, and then the known places."""
    tree = tree_of(html) if html else None
    if tree is not None:
        metas = Metas(tree)
        site.name = metas.first("og:site_name") or folded(tree.findtext(".//title") or "")
        site.description = metas.first("description", "og:description") or ""
        site.language = (tree.get("lang") or "").partition("-")[0] or None
        site.is_hexo = metas.is_hexo
        site.asks_password = asks_password(tree)
        site.feeds.extend(announced_feeds(tree, site.home))
        site.sitemaps.extend(announced_sitemaps(tree, site.home))
        take_links(site, tree, site.home)
    else:
        site.indexes.append(folder_of(site.home))
    site.feeds.extend(site.known_sources(FEED))
    site.sitemaps.extend(site.known_sources(PAGES))
    site.feeds.extend(known_places(site.home, FEEDS))
    site.sitemaps.extend(known_places(site.home, SITEMAPS))


def links_in(site: Site, html: str, url: str) -> None:
    """Take down the posts, and the further listing pages, that one listing page links to."""
    tree = tree_of(html)
    if tree is not None:
        take_links(site, tree, url)


def tree_of(html: str) -> HtmlElement | None:
    """The tree of a page, None for one without markup."""
    try:
        return parse(html)
    except ValueError:
        return None


def take_links(site: Site, tree: HtmlElement, url: str) -> None:
    """Sort a page's links to the blog into listing pages and others."""
    for link in links_of(tree, url):
        path = site.below(link)
        if path is None:
            continue
        if not is_index(path):
            site.linked.append(Location(link))
        elif link not in site.indexes and len(site.indexes) + len(site.asked) < MOST_INDEXES:
            site.indexes.append(link)


def folder_of(url: str) -> str:
    """The folder that an address is in, with its `/`: a page without an ending is a folder."""
    parts = urlsplit(url)
    folder, _, name = parts.path.rpartition("/")
    inside = folder if "." in name or not name else f"{folder}/{name}"
    return parts._replace(path=f"{inside}/", query="", fragment="").geturl()


def known_places(home: str, names: list[str]) -> tuple[str, ...]:
    """Files by their names, below the blog's folder and then below the host's root."""
    root = urlsplit(home)._replace(path="/", query="", fragment="").geturl()
    folders = dict.fromkeys([folder_of(home), root])
    return tuple(folder + name for folder in folders for name in names)


def announced_feeds(tree: HtmlElement, url: str) -> tuple[str, ...]:
    """The addresses that a page gives as its feeds, on its own site: in its head, then in its text."""
    base = base_of(tree, url)
    heads = (
        link.get("href")
        for link in tree.iter("link")
        if "alternate" in (link.get("rel") or "").lower().split()
        and FEED_TYPES.match(link.get("type") or "")
    )
    texts = (a.get("href") for a in tree.iter("a") if FEED_LINK.search(path_only(a.get("href"))))
    return own((*heads, *texts), base, url)


def announced_sitemaps(tree: HtmlElement, url: str) -> tuple[str, ...]:
    """The sitemaps that a page's head names (Astro)."""
    named = (link.get("href") for link in tree.iter("link") if link.get("rel") == "sitemap")
    return own(named, base_of(tree, url), url)


def links_of(tree: HtmlElement, url: str) -> tuple[str, ...]:
    """All pages of the same site that a page links to, each once, in their order."""
    base = base_of(tree, url)
    found = {key(link): link for link in own((a.get("href") for a in tree.iter("a")), base, url)}
    return tuple(found.values())


def own(hrefs: Iterable[str | None], base: str, url: str) -> tuple[str, ...]:
    """Those of some links that stay on the site of `url`, absolute."""
    addresses = (absolute(href, base) for href in hrefs if href)
    return unique(a for a in addresses if a and host_of(a) == host_of(url))


def base_of(tree: HtmlElement, url: str) -> str:
    """What a page's relative links are relative to."""
    base = tree.find(".//base[@href]")
    return (absolute(base.get("href"), url) if base is not None else None) or url


def path_only(href: str | None) -> str:
    """The path of a link, "" for one that cannot be read."""
    try:
        return urlsplit(href or "").path
    except ValueError:
        return ""
