"""The addresses at which a page shows its pictures: other sizes of them, or with the site's mark.

Such a picture is asked for, and kept, at one address. A browser that replays the page asks for the
address that the page has.
"""

from collections.abc import Iterable, Iterator
from urllib.parse import urljoin

from archive.export.warc.fetched import Fetch
from archive.media.shown import key
from scraper.body.tree import parse, select

SOURCES = select("//img/@*[contains(., '/')] | //source/@src | //a/@href[contains(., '/')]")
BASE = select("(//base/@href)[1]")


def also_shown(fetch: Fetch, body: bytes, pictures: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Addresses on a page, each with that of the picture which is to be seen there, by our addresses."""
    kept = {key(url): url for url in pictures}
    if not kept or "html" not in fetch.headers.get("content-type", "html"):
        return
    try:
        tree = parse(body.decode(fetch.encoding, errors="replace"))
    except ValueError:
        return
    base = urljoin(fetch.url, str(next(iter(BASE(tree)), "")))
    for source in map(str, SOURCES(tree)):
        address = joined(base, source)
        if (url := kept.get(key(address))) and address != url:
            yield address, url


def joined(base: str, address: str) -> str:
    """An absolute address without its fragment, or an empty one for what is none."""
    try:
        return urljoin(base, address.strip()).partition("#")[0]
    except ValueError:
        return ""
