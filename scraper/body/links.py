"""Links → absolute addresses, as the author set them: redirectors unwrapped, the site's own keywords undone."""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from urllib.parse import parse_qs, urlsplit

from scraper.body.images import join
from scraper.body.tree import Element, classes, doom, select, sweep, text_of, unwrap, words

# Where a platform sends a reader through a warning page: (host, path) → the parameter with the address
_REDIRECTORS = {
    ("link.csdn.net", "/"): "target",
    ("cloud.tencent.com", "/developer/tools/blog-entry"): "target",
    ("link.zhihu.com", "/"): "target",
    ("link.juejin.cn", "/"): "target",
    ("links.jianshu.com", "/go"): "to",
    ("link.jianshu.com", "/"): "t",
    ("www.jianshu.com", "/go-wild"): "url",
    ("gitee.com", "/link"): "target",
    ("xie.infoq.cn", "/link"): "target",
    ("www.oschina.net", "/action/GoToLink"): "url",
    ("developer.aliyun.com", "/redirect"): "target",
    ("sspai.com", "/link"): "target",
    ("blog.51cto.com", "/transfer"): "",
    ("www.douban.com", "/link2/"): "url",
    ("c.pc.qq.com", "/middlem.html"): "pfurl",
    ("www.google.com", "/url"): "q",
    ("www.youtube.com", "/redirect"): "q",
    ("l.facebook.com", "/l.php"): "u",
    ("steamcommunity.com", "/linkfilter/"): "url",
}
_ASIDE = re.compile(
    r"(?:^|/)(?:go|link|jump|redirect|out|external|leave|away)(?:\.html?|\.php)?/?$"
)
_PARAMETERS = ("target", "url", "to", "u", "goto", "link")
# Links that the site, not the author, puts on words
_KEYWORDS = re.compile(
    r"//so\.csdn\.net/so/search|cloud\.tencent\.com/(?:product/[^?#]*\?(?:[^#]*&)?from=|techpedia/)"
)
_ANCHOR_CLASS = re.compile(
    r"anchor|headerlink|hash-link|permalink|heading-link|header-link", re.IGNORECASE
)
_ANCHOR_SIGNS = frozenset(
    ("", "#", "¶", "§", "🔗", "link", "Link", "permalink", "Permalink", "∞", "\u200b", "\uf0c1")
)
_LIGHTBOX = words("popup img-link fancybox lightbox glightbox gallery-item image-link zoom")
_HEADING_ANCHORS = select(
    ".//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6]//a[@href or @class or @id]"
    " | .//*[contains(@class,'heading')]/a[starts-with(@href,'#')]"
)


def links(root: Element, base: str) -> None:
    """Settle every link below `root`; one that leads nowhere keeps its text."""
    for anchor in _HEADING_ANCHORS(root):
        _permalink(anchor)
    for anchor in root.iter("a"):
        _settle(anchor, base)
    sweep(root)


def _permalink(anchor: Element) -> None:
    """A heading's link to itself: its sign goes, the heading's own text stays."""
    sign = text_of(anchor).strip().strip("\u200b")
    if sign in _ANCHOR_SIGNS and next(anchor.iter("img"), None) is None:
        doom(anchor)
    elif (anchor.get("href") or "#").startswith("#") or _ANCHOR_CLASS.search(
        anchor.get("class") or ""
    ):
        unwrap(anchor)


def _settle(anchor: Element, base: str) -> None:
    href = (anchor.get("href") or "").strip()
    scheme = href.partition(":")[0].lower()
    if not href or scheme in ("javascript", "data", "vbscript") or _KEYWORDS.search(href):
        unwrap(anchor)
        return
    address = href if scheme in ("mailto", "tel", "magnet", "ftp") else unwrapped(join(base, href))
    if _shows_itself(anchor, address):
        unwrap(anchor)
    elif "has-card" in classes(anchor):
        _card(anchor)
    anchor.set("href", address)


def unwrapped(address: str) -> str:
    """The address behind a redirector, or the address itself."""
    for _ in range(3):  # a redirector may lead to a redirector; longer chains are somebody's joke
        target = _target(address)
        if not target:
            break
        address = target
    return address


def _target(address: str) -> str:
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return ""
    name = _REDIRECTORS.get(
        (host, parts.path or "/"), _REDIRECTORS.get((host, parts.path.rstrip("/")))
    )
    if name == "":
        return parts.query if parts.query.startswith("http") else ""
    names = (name,) if name else _PARAMETERS if _ASIDE.search(parts.path) else ()
    query = parse_qs(parts.query)
    return next(filter(None, (_http(query[key][0]) for key in names if key in query)), "")


def _http(value: str) -> str:
    """A parameter that is an address, plain or in base64."""
    if re.match(r"https?://", value):
        return value
    try:
        decoded = b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except (Base64Error, ValueError):
        return ""
    return decoded if re.match(r"https?://", decoded) else ""


def _shows_itself(anchor: Element, address: str) -> bool:
    """Whether a link around a picture only opens the picture."""
    pictures = list(anchor.iter("img"))
    if not pictures or text_of(anchor).strip():
        return False
    return any(picture.get("src") == address for picture in pictures) or not classes(
        anchor
    ).isdisjoint(_LIGHTBOX)


def _card(anchor: Element) -> None:
    """CSDN's link card repeats the title beside an icon."""
    title = anchor.get("title") or text_of(anchor)
    anchor[:] = []
    anchor.text = title
