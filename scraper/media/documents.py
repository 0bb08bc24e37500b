"""Types of files that posts attach, by their first bytes."""

import codecs

_MAGIC = {
    b"%PDF-": "application/pdf",
    b"PK\x03\x04": "application/zip",
    b"PK\x05\x06": "application/zip",  # one without files
    b"\x1f\x8b": "application/gzip",
    b"7z\xbc\xaf\x27\x1c": "application/x-7z-compressed",
    b"Rar!\x1a\x07": "application/vnd.rar",
    b"BZh": "application/x-bzip2",
    b"\xfd7zXZ\x00": "application/x-xz",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "application/x-ole-storage",  # Word, Excel, PowerPoint to 2003
}
_OFFICE = "application/vnd.openxmlformats-officedocument."
#: Names at the beginning of a zip file that make it more than one.
_ZIPPED = {
    b"mimetypeapplication/epub+zip": "application/epub+zip",
    b"word/": f"{_OFFICE}wordprocessingml.document",
    b"ppt/": f"{_OFFICE}presentationml.presentation",
    b"xl/": f"{_OFFICE}spreadsheetml.sheet",
}
_HEAD = 8192  # bytes


def document_type(content: bytes) -> str:
    """The MIME type; empty where it is unknown. Text is `text/plain`, a web page `text/html`."""
    head = content[:_HEAD]
    found = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), "")
    if found == "application/zip":
        return _zipped(head)
    if found:
        return found
    if head[257:262] == b"ustar":
        return "application/x-tar"
    return _text(head)


def _zipped(head: bytes) -> str:
    office = b"[Content_Types].xml" in head or b"application/epub+zip" in head
    kinds = (kind for name, kind in _ZIPPED.items() if office and name in head)
    return next(kinds, "application/zip")


def _text(head: bytes) -> str:
    """The kind of text, or empty if it is none: tables and notebooks come in UTF-8 and in GB 18030."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<script")):
        return "text/html"
    if b"\0" in head or not any(_decodes(head, encoding) for encoding in ("utf-8", "gb18030")):
        return ""
    notebook = start.startswith(b"{") and b'"cells"' in head
    return "application/x-ipynb+json" if notebook else "text/plain"


def _decodes(head: bytes, encoding: str) -> bool:
    """Whether the beginning of a text is in an encoding; its last character may be cut."""
    try:
        codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return False
    return True
