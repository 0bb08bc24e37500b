"""What became of a picture or a file that was asked for, and when it is asked for again."""

from datetime import datetime, timedelta

from sqlite_utils import Database

from archive.media.shown import key
from archive.rows import Row, first, insert, instant, update
from scraper.media import Media

#: Days until the next attempt, after each one in vain; then it is made only on request.
WAITING = (1, 3, 7, 30)
#: What another attempt brings no more, until the user changes a limit or an address.
SETTLED = frozenset({"too_large", "forbidden"})
#: So many addresses of a host with the same bytes are one picture in the place of many.
SHARED = 5


def wanting(database: Database, url: str) -> Row | None:
    """The row of the media at an address, unless that is held: what is held stays as it is."""
    return first(database, "SELECT * FROM media WHERE url = ? AND state <> 'held'", key(url))


def record_media(database: Database, row: Row, media: Media, sha256: str, now: datetime) -> None:
    """Keep what became of a row of media that was not held; `sha256` is that of the file, if it is kept."""
    outcome = {
        "state": media.state,
        "reason": media.reason or None,
        "referer": media.referer,
        "status": media.status,
        "last_attempt_at": instant(now),
    }
    if sha256:
        add_file(database, media, sha256)
        outcome["sha256"] = sha256
    update(database, "media", row["id"], outcome | attempted(row, media, now))
    if sha256 and shared(database, row, sha256):
        doubt(database, row["host"], sha256)


def attempted(row: Row, media: Media, now: datetime) -> Row:
    """The columns that say how often it was asked for in vain, and when to ask again."""
    if media.state == "held":
        return {"attempts": 0, "next_attempt_at": None}
    done = row["attempts"]
    again = done < len(WAITING) and media.state not in SETTLED
    next_at = instant(now + timedelta(days=WAITING[done])) if again else None
    return {"attempts": done + 1, "next_attempt_at": next_at}


def add_file(database: Database, media: Media, sha256: str) -> None:
    """The row of a file, which is there."""
    row = {
        "sha256": sha256,
        "type": media.media_type,
        "bytes": len(media.content),
        "width": media.width,
        "height": media.height,
    }
    insert(database, "media_files", row, clause="ON CONFLICT DO NOTHING")


def shared(database: Database, row: Row, sha256: str) -> bool:
    """Whether a host is known to send these bytes in the place of pictures, or sends them for so many
    addresses, that of a row of media included, that they show none of them.
    """
    known, others = database.conn.execute(SHARING, (sha256, row["host"], row["id"])).fetchone()
    return bool(known) or others >= SHARED - 1


SHARING = """
SELECT total(state = 'placeholder'), total(id <> ?3) FROM media WHERE sha256 = ?1 AND host = ?2
"""


def doubt(database: Database, host: str, sha256: str) -> None:
    """Take the media of a host with the same bytes for held no longer: all are asked for once more.

    Their files stay. Another Referer may bring what they are; if not, they stay what they are now.
    """
    reason = f"{host} sends the same bytes for {SHARED} addresses and more"
    database.conn.execute(DOUBT, (reason, sha256, host))


DOUBT = """
UPDATE media SET state = 'placeholder', reason = ?, attempts = 0, next_attempt_at = NULL
WHERE sha256 = ? AND host = ? AND state = 'held'
"""
