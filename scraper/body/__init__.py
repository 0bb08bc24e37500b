"""A post's page → Markdown to read, text to search, and how much of the page came through.

Pure functions: no network, no Scrapy, the same page always gives the same body. The steps below are
the whole of it. Each works on the one tree that `locate` cut out of the page, and leaves a smaller
HTML behind: `<tex>` for a formula, `<pre lang>` with bare text for code, absolute addresses. The
writers (`markdown`, `text`) know that HTML and nothing of any highlighter, theme or platform.
"""

from collections.abc import Callable

from scraper.body.callouts import callouts
from scraper.body.clean import clean
from scraper.body.code import code
from scraper.body.embeds import embeds
from scraper.body.footnotes import footnotes
from scraper.body.images import images, join
from scraper.body.links import links
from scraper.body.locate import Place, doubts, locate
from scraper.body.markdown import to_markdown
from scraper.body.math import math
from scraper.body.quality import judge
from scraper.body.rawtex import rawtex
from scraper.body.sources import content_node, markdown_of
from scraper.body.survey import survey
from scraper.body.text import to_text
from scraper.body.tree import Element, parse, select
from scraper.items import Body, Image, SourceFormat

EXTRACTOR = "1"
"""Changes with every change of a step that changes bodies; a rendering names the one that made it."""

Step = Callable[[Element, str], None]

STEPS: tuple[Step, ...] = (
    # First: a drawn formula is hundreds of elements that no later step should look at, and its TeX
    # may lie in a script, which `clean` removes.
    math,
    # Before `clean`: gutters and buttons tell which wrapper belongs to a block.
    code,
    # Before `links`, which would make an absolute address of `#fn1`.
    footnotes,
    # Before `clean`, whose list of furniture knows neither kinds of boxes nor players.
    callouts,
    embeds,
    # Before `clean`: a lazy image may lie in `<noscript>`. Before `links`: a link around a picture is
    # told from a lightbox by the picture's settled address.
    images,
    links,
    # What is left and not the post.
    clean,
    # Last: `$…$` in the text of the post, and of nothing that has been removed.
    rawtex,
)


_BASES = select("//base[@href]")


class NoBody(ValueError):
    """Nothing on the page reads as a post."""


def page_to_markdown(html: str, url: str) -> str:
    """The post on a page, in Markdown. Raises `NoBody` where there is none."""
    place, base = _located(html, url)
    return to_markdown(_stepped(place.node, base))


def render(page: str, url: str, source_format: SourceFormat) -> Body:
    """The body of a post.

    `page` is the whole page as fetched, `url` its address, `source_format` what the page holds the
    content as. Markdown stays as its author wrote it but for absolute addresses; everything else is
    written anew. Raises `NoBody` where nothing reads as a post.
    """
    place, base = (
        _located(page, url) if source_format == "html" else _content(page, url, source_format)
    )
    before = survey(place.node)
    node = _stepped(place.node, base)
    markdown = markdown_of(page, url) if source_format == "markdown" else to_markdown(node)
    text = to_text(node)
    pictures = tuple(
        Image(url=image.get("src") or "", alt=image.get("alt") or "") for image in node.iter("img")
    )
    if not (text or pictures) or not markdown:
        raise NoBody(f"{url} holds a container and nothing in it to read or to see")
    quality = judge(before, node, markdown, text, doubts(place, url))
    return Body(markdown=markdown, text=text, images=pictures, quality=quality)


def container(html: str, url: str) -> Place:
    """Where on a page the post is. Raises `NoBody` where there is none."""
    return _located(html, url)[0]


def _located(html: str, url: str) -> tuple[Place, str]:
    """The container on a page, and the address that its links are relative to."""
    try:
        tree = parse(html)
    except ValueError as error:
        raise NoBody(f"{url}: {error}") from error
    place = locate(tree, html, url)
    if place is None:
        raise NoBody(f"nothing on {url} reads as a post")
    return place, next((join(url, href.get("href") or "") for href in _BASES(tree)), url)


def _content(page: str, url: str, source_format: SourceFormat) -> tuple[Place, str]:
    try:
        return Place(content_node(page, url, source_format), "content"), url
    except ValueError as error:
        raise NoBody(f"{url}: {error}") from error


def _stepped(node: Element, base: str) -> Element:
    for step in STEPS:
        step(node, base)
    return node
