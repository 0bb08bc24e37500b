"""Whether a picture has its end. Told by the file's structure, where the format has a sure sign of it."""

_PNG_END = b"IEND\xaeB`\x82"
_JPEG_SCAN, _JPEG_END = b"\xff\xda", b"\xff\xd9"


def is_whole(content: bytes) -> bool:
    """False for a PNG, JPEG, GIF or WebP that ends in the middle; True for all else.

    What comes after the end does not matter: phones append films to photographs.
    """
    if content.startswith(b"\x89PNG"):
        return _PNG_END in content
    if content.startswith(b"\xff\xd8\xff"):
        return _JPEG_END in content[_scan(content) :]
    if content.startswith(b"GIF8"):
        return content.rstrip(b"\0\r\n ").endswith(b";")
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return (
            len(content) >= int.from_bytes(content[4:8], "little") + 8
        )  # the length is of the rest
    return True


def _scan(content: bytes) -> int:
    """Where a JPEG's first scan begins: a preview among its segments has scans and an end of its own.

    ITU T.81, B.1.1: a segment is a marker and its length in two bytes, these included.
    """
    at = 2
    while content[at : at + 1] == b"\xff" and content[at : at + 2] != _JPEG_SCAN:
        at += 2 + max(2, int.from_bytes(content[at + 2 : at + 4], "big"))
    return at
