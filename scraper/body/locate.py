"""Where on a page the post is: by host, by the container of a known theme, else by trafilatura.

A name is a selector of one class (`.post-body`), one id (`#content_views`), one `itemprop` or one
`role` (`=articleBody`, `=main`). Nothing else is needed, and the whole table costs one look at the
elements of a page.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from scraper.body.article import article_node
from scraper.body.tree import Element, holds, select, text_length

# Platforms and the container of their posts, oldest layouts last.
# Sources: saved pages of each platform; RSSHub and simpread keep the same selectors.
HOSTS: dict[str, tuple[str, ...]] = {
    "csdn.net": ("#content_views", "#article_content"),
    "cloud.tencent.com": (".rno-markdown", ".J-articleContent", ".mod-content__markdown"),
    "cloud.tencent.com.cn": (".rno-markdown", ".J-articleContent", ".mod-content__markdown"),
    "github.com": (".markdown-body",),
    "cnblogs.com": ("#cnblogs_post_body",),
    "juejin.cn": ("#article-root", ".article-viewer", ".article-content"),
    "zhihu.com": (".Post-RichText", ".RichText"),
    "mp.weixin.qq.com": ("#js_content",),
    "jianshu.com": (".show-content-free", "=article"),
    "segmentfault.com": (".article-content", ".fmt"),
    "oschina.net": (".article-detail", ".content"),
    "51cto.com": (".article-content-wrap", ".article-content"),
    "developer.aliyun.com": (".article-content",),
    "infoq.cn": (".article-preview", ".ProseMirror"),
    "dev.to": ("#article-body",),
    "substack.com": (".available-content", ".body"),
    "huggingface.co": (".blog-content",),
}

# Body containers of generators and themes, the narrowest first: where two match, the first wins.
THEMES: tuple[str, ...] = (
    "#content_views", "#cnblogs_post_body", "#js_content", ".rno-markdown",  # mirrors of platforms
    "#article-container", ".post-body", ".article-entry", "#articleContent",  # Hexo: Butterfly, NexT, Landscape, Matery
    ".markdown-content", ".custom-md", ".sl-markdown-content",  # Astro: Fuwari, Firefly, Starlight
    ".theme-default-content", ".vp-doc", ".theme-hope-content",  # VuePress, VitePress, Hope
    ".theme-doc-markdown", "#__blog-post-container",  # Docusaurus: documents, blog
    ".md-content__inner", "#quarto-document-content", ".popover-hint",  # MkDocs Material, Quarto, Quartz
    ".bd-article", ".rst-content", ".td-content", ".book-article",  # Sphinx, Read the Docs, Docsy, Hugo Book
    ".gh-content", ".page__content", ".blog-post",  # Ghost, Minimal Mistakes, Beautiful Jekyll
    ".notion-page-content", "#notion-article", ".nextra-content", ".nextra-body",  # NotionNext, Nextra
    ".markdown-section", "#article-body", ".tl_article_content",  # docsify and GitBook, Forem, Telegraph
    "=articleBody", ".e-content",  # schema.org, microformats
    ".entry-content", ".post-content", ".article-content", ".blog-content",  # WordPress, PaperMod, Stack …
    ".post__content", ".article__content", ".article-body", ".post-text", ".blog-post-content",
    ".single-content", ".content__default", ".article-post", ".post-article", ".typo",
    "article>.content",  # Chirpy
    ".markdown-body", ".markdown", ".markdown-text", ".prose", ".heti",
)  # fmt: skip

_WANTED = frozenset(THEMES).union(*HOSTS.values())
_UNKNOWN = select(".//span[@class='unknown']")  # placeholders of draftjs and prosemirror
_CONTAINERS = ("div", "article", "section", "main", "td", "span", "body")
_SHOWS = holds(".//img|.//iframe|.//video|.//pre|.//*[@dataurl]")


class Place(NamedTuple):
    """A container and how it was found: `host`, `theme`, `article` or `text` (trafilatura's own).

    `name` is the selector that found it, or what the element is called on the page.
    """

    node: Element
    found: str
    name: str = ""


def locate(tree: Element, html: str, url: str) -> Place | None:
    """The element that holds the post and nothing wider, or None where nothing reads as a post."""
    named = _named(tree)
    if place := _first(named, _of_host(urlsplit(url).hostname or ""), "host"):
        return place if _shows_something(place.node) else None
    if (place := _first(named, THEMES, "theme")) and _shows_something(place.node):
        return place
    article = article_node(tree, html, url)
    return article and Place(*article, name=_called(article[0]))


def _called(node: Element) -> str:
    return ".".join([str(node.tag), *(node.get("class") or "").split()])


def _first(named: dict[str, list[Element]], names: Iterable[str], found: str) -> Place | None:
    """The longest of the elements that bear the first name that any bears."""
    for name in names:
        if bearers := named.get(name):
            return Place(max(bearers, key=text_length), found, name)
    return None


def _shows_something(node: Element) -> bool:
    return bool(text_length(node)) or _SHOWS(node)


def doubts(place: Place, url: str) -> tuple[str, ...]:
    """What the way a container was found says against it."""
    if place.found == "text":
        return ("no container was found: this is trafilatura's text alone",)
    if place.found in ("theme", "article") and _of_host(urlsplit(url).hostname or ""):
        return (f"the container is not where this platform has it (found by {place.found})",)
    unknown = len(_UNKNOWN(place.node))
    return (f"{unknown} parts are of a kind that nobody here can show",) if unknown else ()


def _of_host(host: str) -> tuple[str, ...]:
    """The names for a host: of the longest domain of it that is in the table."""
    labels = host.split(".")
    for start in range(len(labels)):
        if names := HOSTS.get(".".join(labels[start:])):
            return names
    return ()


def _named(tree: Element) -> dict[str, list[Element]]:
    """The elements that bear a name of the tables, by name."""
    named: dict[str, list[Element]] = {}
    for element in tree.iter(*_CONTAINERS):
        parent = element.getparent()
        within = "article>" if parent is not None and parent.tag == "article" else ""
        role = element.get("itemprop") or element.get("role") or ""
        for name in _borne(within, element.get("class") or "", element.get("id") or "", role):
            named.setdefault(name, []).append(element)
    return named


@lru_cache(maxsize=8192)
def _borne(within: str, class_names: str, identifier: str, role: str) -> tuple[str, ...]:
    names = [f".{name}" for name in class_names.split()]
    names += [f"{within}{name}" for name in names] if within else []
    return tuple(name for name in (*names, f"#{identifier}", f"={role}") if name in _WANTED)
