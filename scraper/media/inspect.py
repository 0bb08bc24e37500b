"""What bytes are, told by themselves: never by a name, a header or an ending. No picture is decoded.

NotMedia
├── Truncated    a picture that ends in the middle
└── TooLarge     a picture of more pixels than anyone shows
"""

import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from PIL import Image, PngImagePlugin

from scraper.media.documents import document_type
from scraper.media.svg import NotSvg, inert, size_of
from scraper.media.whole import is_whole

#: Read by their headers alone. ICO is not among them: Pillow decodes one to open it (13.0).
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "AVIF")
_SAME = {"image/mpo": "image/jpeg"}  # a JPEG with a second picture behind it
_LONGEST_HEAD = 2 * 1024 * 1024  # bytes; profiles and comments of cameras have up to 1 MB
_ICON = b"\x00\x00\x01\x00"
#: A long screenshot has up to 30,000 pixels; no browser shows more than 65,535.
LONGEST_SIDE = 40_000
MOST_PIXELS = 100_000_000  # 400 MB in a browser
PngImagePlugin.MAX_TEXT_MEMORY = 8 * 1024 * 1024  # bytes of comments in a PNG; 64 MiB are too many


class NotMedia(ValueError):
    """Bytes that are no picture, or no file of a known type; the message says what they are."""


class Truncated(NotMedia):
    """A picture that ends in the middle."""


class TooLarge(NotMedia):
    """A picture of too many pixels."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """A picture or a file: MIME type, and pixels if it is a picture with a size of its own.

    `content` are the bytes to keep: those given, or of an SVG what is inert.
    """

    content: bytes
    media_type: str
    width: int | None = None
    height: int | None = None


def inspect(content: bytes, kind: Literal["image", "file"]) -> Inspected:
    """What `content` is; a file may be a picture, too. Raises NotMedia."""
    if not content:
        raise NotMedia("nothing")
    try:
        return _picture(content)
    except (Truncated, TooLarge):
        raise
    except NotMedia as error:
        found = document_type(content)
        if kind == "file" and found not in ("", "text/html"):
            return Inspected(content, found)
        known = f"{len(content)} bytes of {found or 'an unknown type'}"
        raise NotMedia(f"{known} ({error})" if str(error) else known) from error


def _picture(content: bytes) -> Inspected:
    if content.startswith(_ICON) and len(content) > 22:  # sides of the first icon; 0 means 256
        return Inspected(content, "image/vnd.microsoft.icon", content[6] or 256, content[7] or 256)
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        return _drawing(content)
    if not is_whole(content):
        raise Truncated(f"a picture that ends after {len(content)} bytes, in the middle")
    media_type, width, height = _header(content)
    if max(width, height) > LONGEST_SIDE or width * height > MOST_PIXELS:
        raise TooLarge(f"{width}×{height} pixels")
    return Inspected(content, media_type, width, height)


def _drawing(content: bytes) -> Inspected:
    try:
        drawing = inert(content)
    except NotSvg as error:
        raise NotMedia(str(error)) from error
    return Inspected(drawing, "image/svg+xml", *size_of(drawing))


def _head(content: bytes) -> bytes:
    """What a header can be in: a million chunks before a PNG's picture would take seconds to read.

    The readers of WebP and AVIF want to have all, and look at what is in it as little.
    """
    return content if content[:4] == b"RIFF" or content[4:8] == b"ftyp" else content[:_LONGEST_HEAD]


def _header(content: bytes) -> tuple[str, int, int]:
    """MIME type, width and height of a raster picture."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Pillow wonders about is judged here
            with Image.open(BytesIO(_head(content)), formats=_FORMATS) as image:
                media_type = image.get_format_mimetype() or ""
                return _SAME.get(media_type, media_type), *image.size
    except Image.DecompressionBombError as error:  # from twice Pillow's own limit on
        raise TooLarge(f"too many pixels: {error}") from error
    # Pillow's readers raise what the broken place of a header brings about
    except Exception as error:
        raise NotMedia from error
