"""The tags that a page links to as its own."""

from urllib.parse import urlsplit

from lxml.html import HtmlElement

from scraper.body.tree import text_of
from scraper.text import unique

#: Folders that list the posts of one tag.
FOLDERS = frozenset({"tag", "tags", "标签"})
#: Menus and margins, where the tags of all posts may stand.
ELSEWHERE = frozenset({"nav", "aside", "footer", "li-of-posts"})
#: More are a tag cloud.
MOST = 30


def linked_tags(tree: HtmlElement) -> tuple[str, ...]:
    """The texts of the links to tags: `rel="tag"`, else a tag's listing and a class that says so."""
    links = [link for link in tree.iter("a") if link.get("href")]
    related = [link for link in links if "tag" in (link.get("rel") or "").split()]
    found = related or [link for link in links if is_tag(link)]
    texts = unique(text_of(link).strip().lstrip("#").strip() for link in found)
    return texts if len(texts) <= MOST else ()


def is_tag(link: HtmlElement) -> bool:
    """Whether a link goes to a tag's listing from the post itself."""
    folders = urlsplit(link.get("href")).path.strip("/").split("/")[:-1]
    if not FOLDERS & {folder.lower() for folder in folders}:
        return False
    around = list(link.iterancestors())[:4]
    classes = " ".join(element.get("class") or "" for element in [link, *around[:3]])
    return "tag" in classes and not any(
        element.tag in ELSEWHERE for element in link.iterancestors()
    )
