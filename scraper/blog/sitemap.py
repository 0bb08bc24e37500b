"""Sitemaps: which pages a site has, by its own word (sitemaps.org/protocol.html). Pure: bytes in."""

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lxml import etree

from scraper.blog.addresses import absolute, host_of
from scraper.blog.decoding import clean_xml, decoded, overfull

GZIP = b"\x1f\x8b"
#: Bytes, as of what is not zipped (DOWNLOAD_MAXSIZE): twice the 50,000 addresses that one may hold.
LARGEST = 8 * 1024 * 1024
NAMED_IN_ROBOTS = re.compile(r"^[ \t]*sitemap[ \t]*:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)
#: So many pages of one `lastmod`, and a tenth of all: it is the time of the build, not of an edit.
FEW = 3

#: Where the root's end tag is looked for; a comment of the generator's may follow it.
END_CHARACTERS = 2000


class NotASitemap(ValueError):
    """Something else in a sitemap's place; the message is one sentence with the address."""


@dataclass(frozen=True, slots=True)
class Location:
    """A page, and what the sitemap says of its last change, as it writes it ("" for nothing)."""

    url: str
    modified: str = ""


@dataclass(slots=True)
class Sitemap:
    """The pages of a sitemap, or the sitemaps that an index names; addresses absolute.

    `truncated`: its end is missing.
    """

    pages: list[Location] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)
    truncated: bool = False


def parse_sitemap(body: bytes, url: str, content_type: str = "") -> Sitemap:
    """The sitemap at `url`: XML, an index, plain text with one address a line, or either in gzip.

    Raises NotASitemap, also for one without an address.
    """
    text = decoded(unzipped(body, url), content_type).strip()
    if text.startswith(("http://", "https://")):
        return Sitemap(pages=[Location(link) for link in links(text.split(), url)])
    if overfull(text):
        raise NotASitemap(f"{url} has more elements than a sitemap may have")
    root = xml_root(text)
    kind = etree.QName(root).localname if root is not None else ""
    if root is None or kind not in ("urlset", "sitemapindex"):
        raise NotASitemap(f"{url} is not a sitemap")
    found = [location for child in root.iterchildren("*") if (location := read(child, url))]
    if not found:
        raise NotASitemap(f"{url} is a sitemap without addresses")
    truncated = not re.search(rf"</(?:\w+:)?{kind}\s*>", text[-END_CHARACTERS:])
    if kind == "sitemapindex":
        return Sitemap(sitemaps=[location.url for location in found], truncated=truncated)
    return Sitemap(pages=found, truncated=truncated)


def unzipped(body: bytes, url: str) -> bytes:
    """The content of a .gz, as far as it goes. Raises NotASitemap for one beyond all bounds."""
    if not body.startswith(GZIP):
        return body
    unzip = zlib.decompressobj(wbits=31)
    try:
        content = unzip.decompress(body, LARGEST)
    except zlib.error as error:
        raise NotASitemap(f"{url} cannot be unzipped: {error}") from error
    if unzip.unconsumed_tail:
        raise NotASitemap(f"{url} is larger than {LARGEST} bytes")
    return content


def xml_root(text: str) -> etree._Element | None:
    """The root element, recovered where the XML is broken; None where there is none."""
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(clean_xml(text).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None


def read(element: etree._Element, url: str) -> Location | None:
    """A `<url>` or `<sitemap>`. Only its own `<loc>`: an image has one too, one level deeper."""
    own = {
        etree.QName(child).localname: (child.text or "").strip()
        for child in element.iterchildren("*")
    }
    address = absolute(own["loc"], url) if own.get("loc") else None
    return Location(address, own.get("lastmod", "")) if address else None


def links(lines: Sequence[str], url: str) -> list[str]:
    return [address for address in (absolute(line, url) for line in lines) if address]


def named_in_robots(robots: str, url: str) -> list[str]:
    """The sitemaps that a robots.txt names on its own host; `url` is the robots.txt's address.

    A copied robots.txt names those of another author (seen: yousazoe → weilining.github.io).
    """
    named = links(NAMED_IN_ROBOTS.findall(robots), url)
    return [address for address in named if host_of(address) == host_of(url)]


def without_build_times(pages: Sequence[Location]) -> list[Location]:
    """The pages, without the `lastmod` that many share: nothing was edited then, all was built."""
    shared = Counter(page.modified for page in pages)
    bound = max(FEW, len(pages) // 10)
    return [replace(page, modified="") if shared[page.modified] > bound else page for page in pages]
