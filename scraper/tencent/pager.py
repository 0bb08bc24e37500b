"""Where the pager of a list leads."""

from urllib.parse import urlencode, urljoin, urlsplit, urlunsplit

from lxml.html import HtmlElement

from scraper.body.tree import select
from scraper.tencent.markup import line

NEXT = select("//*[self::a or self::button or self::li][normalize-space(.)='下一页']")


def has_pager(root: HtmlElement) -> bool:
    return bool(NEXT(root))


def next_page(root: HtmlElement, url: str, number: int) -> str | None:
    """The address behind 下一页 on page `number` of a list; None on the last page.

    Where a script turns the page, the address is a guess, as far as the pager counts.
    """
    for marker in NEXT(root):
        link = next(marker.iter("a"), marker)
        href = str(link.get("href") or "")
        if "disabled" in f"{marker.get('class')} {link.get('class')} {link.get('disabled')}":
            continue
        if href and not href.startswith(("#", "javascript:")):
            return urljoin(url, href)
        if number < last_number(marker):
            return numbered(url, number + 1)
    return None


def last_number(marker: HtmlElement) -> int:
    """The highest page number beside 下一页."""
    pager = marker.getparent()
    texts = [line(item) for item in (pager if pager is not None else ())]
    return max((int(text) for text in texts if text.isdecimal()), default=0)


def numbered(url: str, number: int) -> str:
    """The address of another page of a profile: a guess, for none was seen."""
    return urlunsplit(urlsplit(url)._replace(query=urlencode({"page": number})))
