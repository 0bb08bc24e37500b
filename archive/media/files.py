"""Files named by their sha256, in `archive.media/ab/abcdef….png` beside `archive.db`.

A name is made of the digest and the type that the bytes have, never of anything from outside. A file
is written beside its place, synced and renamed: whatever happens, it is whole or not there.
"""

import hashlib
import os
from pathlib import Path

OFFICE = "application/vnd.openxmlformats-officedocument"
#: MIME type, of those that scraper.media.inspect tells → how the name of the file ends.
ENDINGS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/bmp": ".bmp",
    "image/avif": ".avif",
    "image/vnd.microsoft.icon": ".ico",
    "image/svg+xml": ".svg",
    "application/pdf": ".pdf",
    "application/epub+zip": ".epub",
    "application/zip": ".zip",
    "application/gzip": ".gz",
    "application/x-7z-compressed": ".7z",
    "application/vnd.rar": ".rar",
    "application/x-bzip2": ".bz2",
    "application/x-xz": ".xz",
    "application/x-tar": ".tar",
    "application/x-ole-storage": ".ole",
    f"{OFFICE}.wordprocessingml.document": ".docx",
    f"{OFFICE}.presentationml.presentation": ".pptx",
    f"{OFFICE}.spreadsheetml.sheet": ".xlsx",
    "application/x-ipynb+json": ".ipynb",
    "text/plain": ".txt",
}


def folder_of(archive: Path) -> Path:
    """The folder of the archive at a path. The two are moved and copied together."""
    return archive.with_suffix(".media")


def name_of(sha256: str, media_type: str) -> str:
    """Where a file lies in its folder: a digest is spread over 256 folders."""
    return f"{sha256[:2]}/{sha256}{ENDINGS.get(media_type, '.bin')}"


def keep(folder: Path, content: bytes, media_type: str, writer: str) -> str:
    """Put a file into the folder, unless it is there; returns its sha256.

    `writer` names the draft, one for each process that may write at the same time: what a killed
    process left of it is overwritten by the next. Raises OSError, with nothing half done.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    path = folder / name_of(sha256, media_type)
    if not whole(path, content):
        path.parent.mkdir(parents=True, exist_ok=True)
        write(folder / f"{writer}.new", path, content)
    return sha256


def whole(path: Path, content: bytes) -> bool:
    """Whether a file is there with these bytes; one that has decayed is made again."""
    return path.is_file() and path.read_bytes() == content


def write(draft: Path, path: Path, content: bytes) -> None:
    """Write a file that survives a loss of power, or none. Raises OSError."""
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Let a new name survive a loss of power, too; Windows has no such call and no need of it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
