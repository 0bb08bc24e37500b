"""The list on a profile's own page: in its scripts, else in its HTML."""

from lxml.html import HtmlElement

from scraper.tencent.card import linked_name
from scraper.tencent.lists import embedded
from scraper.tencent.pager import has_pager, next_page, numbered
from scraper.tencent.panels import panels
from scraper.tencent.walk import PAGE_SIZE, ListPage


def list_on(root: HtmlElement, url: str, handle: str, number: int) -> tuple[str, ListPage] | None:
    """The name of the source and page `number` of the list on a profile's page; None without one.

    The longer of the two wins, the one in the scripts of two equals: a page may carry a list of a
    few pinned articles beside the real one.
    """
    found = {
        "profile page, scripts": embedded(root, handle),
        "profile page, HTML": panels(root, handle, linked_name(root, handle)),
    }
    lists = {source: page for source, page in found.items() if page}
    if not lists:
        return None
    source = max(lists, key=lambda source: len(lists[source].entries))
    return source, paged(lists[source], root, url, number)


def paged(page: ListPage, root: HtmlElement, url: str, number: int) -> ListPage:
    """The page with where it leads: by its pager, else to the next number while there may be one."""
    page.next_url = next_page(root, url, number)
    full = len(page.entries) + page.others >= PAGE_SIZE
    if not has_pager(root) and (full or page.total is not None):
        page.next_url = numbered(url, number + 1)
    page.last = not page.next_url
    return page
