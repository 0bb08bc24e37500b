"""Addresses as one site writes them in many ways, and the one name that they share.

A page is linked with and without `www.`, `/`, `index.html` and `.html`, percent-encoded or not; all
of these are one page on GitHub Pages. What is fetched and shown is the address as the site gave it;
what identifies a post is its `key`.
"""

import re
import unicodedata
from urllib.parse import quote, unquote, urljoin, urlsplit

#: RFC 3986: unreserved, reserved and the mark of what is encoded already.
SAFE = "/%:@!$&'()*+,;=~-._"
#: A percent sign that encodes nothing.
LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
#: Parameters that feeds add to see who comes from them.
TRACKING = "utm_"
#: The ways to write the same page: /a, /a/, /a.html, /a/index.html.
SAME_PAGE = re.compile(r"/(?:index\.html?)?$|\.html?$")
#: Sites that were built with the address of a template or of the author's own machine.
PLACEHOLDERS = frozenset(
    {"localhost", "127.0.0.1", "0.0.0.0", "example.com", "example.org", "yoursite.com"}
)
#: They go without saying: an address with them is the same one.
DEFAULT_PORTS = {"http": 80, "https": 443}
PAGES_HOST = ".github.io"


def absolute(link: str, base: str) -> str | None:
    """`link` as an http address, percent-encoded once, without fragment and tracking parameters.

    `base` is the address that a relative link is resolved against. None for what is no address of
    a page: another scheme, or none that can be read.
    """
    try:
        parts = urlsplit(urljoin(base, link.strip()))
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port not in (None, DEFAULT_PORTS.get(parts.scheme)) else ""
        ascii_host = host if host.isascii() else host.encode("idna").decode()
    except ValueError:  # UnicodeError included
        return None
    if parts.scheme not in ("http", "https") or not all(ascii_host.split(".")):
        return None
    kept = "&".join(part for part in parts.query.split("&") if not part.startswith(TRACKING))
    query = f"?{encoded(kept)}" if kept else ""
    return f"{parts.scheme}://{ascii_host}{port}{encoded(parts.path) or '/'}{query}"


def encoded(text: str) -> str:
    """Percent-encoded where that is needed; what is encoded already stays."""
    return quote(LONE_PERCENT.sub("%25", text), safe=SAFE)


def host_of(url: str) -> str:
    """The host of an address, in lower case, with its port but without `www.`."""
    return urlsplit(url).netloc.lower().removeprefix("www.")


def path_of(url: str) -> str:
    """The path of an address, decoded, NFC, without `/`, `index.html` or `.html` at its end."""
    decoded = unicodedata.normalize("NFC", unquote(urlsplit(url).path))
    return SAME_PAGE.sub("", re.sub("/{2,}", "/", decoded))


def key(url: str) -> str:
    """What identifies the page of an address: host and path, in one spelling."""
    return host_of(url) + path_of(url)


def same_site(url: str, home: str) -> bool:
    """Whether an address is meant for the site at `home`: its host, or a stand-in for it.

    Stand-ins are a placeholder that the author forgot, and the `github.io` name of a site that has
    a domain of its own (GitHub redirects it).
    """
    host, own = host_of(url), host_of(home)
    bare = host.partition(":")[0]
    renamed = host.endswith(PAGES_HOST) and not own.endswith(PAGES_HOST)
    return host == own or bare in PLACEHOLDERS or renamed


def moved_to(home: str, url: str) -> str:
    """An address of the same site on the host of `home`; its own host stays as it is written."""
    if host_of(url) == host_of(home):
        return url
    parts, at = urlsplit(url), urlsplit(home)
    return parts._replace(scheme=at.scheme, netloc=at.netloc).geturl()
