"""Pictures and files of another archive, with their bytes.

A file is taken if it is the one that its name says; a drawing only if nothing in it runs.
"""

import hashlib
from pathlib import Path

from archive.connection import usable
from archive.media.files import ENDINGS, folder_of, keep, name_of
from archive.rows import Row, first, insert, rows, update
from archive.store import Archive
from archive.union.tables import Union
from scraper.media.svg import NotSvg, inert


def unite_media(archive: Archive, union: Union, folder: Path) -> None:
    """Bring over what the other archive knows of media, the files from its `folder`.

    What is held here stays as it is, and what only posts show that are purged here stays away.
    Files that are not what they should be are refused; their media are asked for by the next crawl.
    """
    for theirs in rows(union.there, MEDIA):
        mine = first(union.here, "SELECT * FROM media WHERE url = ?", theirs["url"])
        if purged(union, theirs["id"]) or (mine and not better(theirs, mine)):
            continue
        row = {name: theirs[name] for name in COLUMNS}
        if theirs["sha256"] and (reason := take(archive, union, folder, theirs)):
            union.refuse(theirs["url"], reason)
            continue
        if mine:
            update(union.here, "media", mine["id"], row)
        else:
            insert(union.here, "media", row)
        union.added["media"] += int(row["sha256"] is not None)


COLUMNS = (
    *("url", "host", "kind", "state", "reason", "sha256", "referer", "status"),
    *("attempts", "first_seen_at", "last_attempt_at", "next_attempt_at"),
)
MEDIA = "SELECT * FROM media WHERE state <> 'wanted' ORDER BY id"


def better(theirs: Row, mine: Row) -> bool:
    """Whether the other archive knows more: it holds it, or has asked where nobody did here."""
    if mine["state"] == "held":
        return False
    return bool(theirs["state"] == "held" or mine["state"] == "wanted")


def purged(union: Union, media: int) -> bool:
    """Whether there are posts that show it, and none of them comes over."""
    showing = rows(union.there, "SELECT post_id FROM post_media WHERE media_id = ?", media)
    return bool(showing) and all(row["post_id"] not in union.ids["posts"] for row in showing)


def take(archive: Archive, union: Union, folder: Path, theirs: Row) -> str:
    """Take a file over, its bytes before its row; returns why that cannot be, "" where it was done."""
    if not theirs["url"].startswith(("http://", "https://")):
        return "it has no address of the web, from which alone files come"
    sha256 = theirs["sha256"]
    row = first(union.there, "SELECT * FROM media_files WHERE sha256 = ?", sha256)
    assert row is not None
    file = folder / name_of(sha256, row["type"])
    try:
        if file.is_fifo():  # it would be waited for without end
            return "its file beside the import is no regular file"
        content = file.read_bytes()
    except OSError as error:
        return f"its file is missing beside the import: {error.strerror}"
    if reason := unsound(content, row):
        return reason
    target = folder_of(archive.path)
    with usable(target):
        target.mkdir(exist_ok=True)
        keep(target, content, row["type"], "import")
    insert(union.here, "media_files", row, clause="ON CONFLICT DO NOTHING")
    return ""


def unsound(content: bytes, row: Row) -> str:
    """Why a file is not the one of a row; "" where it is."""
    if row["type"] not in ENDINGS:
        return f"{row['type']!r} is no type of picture or file that is kept"
    if (hashlib.sha256(content).hexdigest(), len(content)) != (row["sha256"], row["bytes"]):
        return "its file is another one than its name says"
    try:
        if row["type"] == "image/svg+xml" and inert(content) != content:
            return "its drawing holds what may run"
    except NotSvg as error:
        return f"it is no drawing: {error}"
    return ""
