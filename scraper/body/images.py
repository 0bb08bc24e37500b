"""Images → `<img src="absolute address" alt="what the author wrote" title="…">`.

Lazy loading puts the address anywhere but in `src`. Platforms draw a watermark by a query; without
the query the same address shows the picture as the author uploaded it.
"""

import re
from itertools import islice
from urllib.parse import urljoin

from scraper.body.tree import Element, classes, doom, new, replace, select, sweep, text_of, words

_LAZY = [
    "data-canonical-src",
    "data-original",
    "data-src",
    "data-lazy-src",
    "data-actualsrc",
    "data-original-src",
    "data-lazyload",
    "data-lazy",
    "data-echo",
    "data-url",
    "dataurl",
    "data-origin",
    "data-real-src",
    "data-raw-src",
    "lazy-src",
    "_src",
    "file",
]
_PLACEHOLDER = re.compile(
    r"\A(?:data:|about:|blob:)|(?:^|/)(?:loading|lazy(?:load)?|blank|spacer|pixel|transparent|placeholder"
    r"|grey|gray|1x1|empty|default)[-_.]?\w{0,8}\.(?:gif|png|svg|webp|jpe?g)(?:\?|$)",
    re.IGNORECASE,
)
_ICONS = re.compile(r"icon-default\.png|/emoji_placeholder|qr_code_placeholder")
# Queries by which a platform draws its mark over the picture, or (Tencent's own host) scales it down
_WATERMARK = re.compile(r"x-oss-process=(?:style|image/(?:auto-orient,\d/)?watermark)|watermark/")
_SCALED = re.compile(r"imageView2|imageMogr2|qc_block|imageslim")
#: What editors write into alt by themselves
FILLER = words(
    "在这里插入图片描述 这里写图片描述 请添加图片描述 插入图片描述 输入图片说明 输入图片描述 图片描述 图片 图像 img image picture photo alt "
    "undefined null image.png img.png image.jpg"
) | {"insert image description here", "image description", "picture description"}
_EMOJI = frozenset(("emoji", "wp-smiley", "twemoji", "joypixels"))
_HOLDERS = select(
    ".//*[@dataurl or @data-src][not(self::img or self::iframe or self::video or self::source)]"
)
_NOSCRIPT = select(".//noscript[.//img]")
_REAL_DATA = 1024  # characters; an embedded picture, where less is a placeholder


def images(root: Element, base: str) -> None:
    """Give every image its real, absolute source; drop pixels, placeholders and icons."""
    _uncover(root)
    for image in root.iter("img", "amp-img", "image"):
        _settle(image, base)
    sweep(root)


def _uncover(root: Element) -> None:
    """Images that a script would put there: in `<noscript>`, or in an attribute of an empty element."""
    hidden = _NOSCRIPT(root)
    covered = {image for noscript in hidden for image in noscript.iter("img")}
    shown = (
        {_source(image) for image in root.iter("img") if image not in covered} if hidden else set()
    )
    for noscript in hidden:
        if shown.isdisjoint(_source(image) for image in noscript.iter("img")):
            noscript.tag = "span"
        else:
            doom(noscript)
    for holder in _HOLDERS(root):
        if not text_of(holder).strip() and next(holder.iter("img"), None) is None:
            address = holder.get("dataurl") or holder.get("data-src") or ""
            replace(holder, new("img", src=address, alt=holder.get("alt") or ""))


def _settle(image: Element, base: str) -> None:
    if emoji := _emoji(image):
        replace(image, new("span", emoji))
        return
    address = _source(image)
    if not address or "1" in (image.get("width"), image.get("height")):
        doom(image)
        return
    replace(
        image, new("img", src=absolute_image(address, base), alt=_alt(image), title=_title(image))
    )


def _emoji(image: Element) -> str:
    """The character that an emoji picture stands for."""
    alt = image.get("alt") or ""
    return alt if len(alt) <= 40 and not classes(image).isdisjoint(_EMOJI) else ""


def _source(image: Element) -> str:
    """The address that the picture really has, empty for a placeholder without one."""
    values = [(image.get(name) or "").strip() for name in _LAZY]
    values.append((image.get("src") or "").strip())
    values += [_largest(image.get(name) or "") for name in ("data-srcset", "srcset")]
    for picture in image.iterancestors("picture"):
        values += [_largest(source.get("srcset") or "") for source in picture.iter("source")]
    values = [value for value in values if _is_address(value)]
    real = (value for value in values if not _PLACEHOLDER.search(value))
    pictures = (
        value for value in values if not value.startswith("data:") or len(value) > _REAL_DATA
    )
    return next(real, None) or next(pictures, "")


def _is_address(value: str) -> bool:
    return ("/" in value or "." in value) and not _ICONS.search(value)


def _largest(srcset: str) -> str:
    """The address of the widest or densest candidate of a `srcset`."""
    best = ("", -1.0)
    for candidate in srcset.split(", "):
        parts = candidate.split()
        if parts:
            size = re.fullmatch(r"([\d.]{1,9})[wx]", parts[-1].rstrip(","))
            weight = float(size[1]) if size and size[1].count(".") < 2 and size[1] != "." else 0.0
            best = max(best, (parts[0].rstrip(","), weight), key=lambda pair: pair[1])
    return best[0]


def absolute_image(address: str, base: str) -> str:
    """An absolute address without watermark query and positioning fragment (`#pic_center`)."""
    if address.startswith("data:"):
        return address
    joined = join(base, address).partition("#")[0]
    bare, _, query = joined.partition("?")
    marked = _WATERMARK.match(query) or (".qcloudimg.com/" in bare and _SCALED.match(query))
    return bare if marked else joined


def join(base: str, address: str) -> str:
    """`address` as seen from `base`; an address that is no address is left as it stands."""
    try:
        return urljoin(base, address.strip())
    except ValueError:  # an unclosed bracket in the host
        return address


def _alt(image: Element) -> str:
    """What the author wrote about the picture; on Tencent Cloud that is the caption below it."""
    alt = " ".join((image.get("alt") or "").split())
    if alt.lower() in FILLER:
        alt = ""
    caption = _caption(image)
    if caption is not None and (not alt or _text(caption) in (alt, image.get("title"))):
        alt = alt or _text(caption)
        doom(caption)
    return alt


def _caption(image: Element) -> Element | None:
    """The caption of a figure that holds this one picture."""
    figure = next(image.iterancestors("figure"), None)
    if figure is None or len(list(islice(figure.iter("img"), 2))) != 1:
        return None
    found = next(figure.iter("figcaption"), None)
    if found is not None:
        return found if not len(found) else None
    return next(
        (part for part in figure.iter("div", "span") if "figure-desc" in classes(part)), None
    )


def _text(element: Element) -> str:
    return " ".join(text_of(element).split())


def _title(image: Element) -> str:
    title = " ".join((image.get("title") or "").split())
    return "" if title.lower() in FILLER or title == image.get("alt") else title
