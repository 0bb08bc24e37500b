"""The frontier: what current versions show and the archive has not, as far as it is due."""

import hashlib
import json
from collections.abc import Collection, Iterator

from archive.connection import usable
from archive.media.record import doubt, shared, wanting
from archive.rows import Row, instant, rows
from archive.store import Archive
from scraper.media import Wanted

#: Media that are asked for together: some minutes of a crawl.
BATCH = 200
#: Conditions on what is to be asked for.
DUE = "(attempts = 0 OR next_attempt_at <= ?3)"
ANY = "true"
DOUBTED = "(media.state = 'placeholder' AND attempts = 0)"


def wanted_media(
    archive: Archive,
    profiles: Collection[tuple[str, str]],
    kinds: Collection[str],
    *,
    retry: bool = False,
) -> Iterator[list[Wanted]]:
    """What profiles lack, a batch at a time; each is read from the archive when it is asked for.

    Nothing is given twice, but for what turned out meanwhile to be the same for many addresses: that
    is asked for once more. What was tried in vain is due after some days; `retry` asks for it at once.
    Raises an ArchiveError.
    """
    names = json.dumps([f"{platform}:{handle}" for platform, handle in profiles])
    given = (names, json.dumps([*kinds]), instant(archive.clock()), BATCH)
    for condition in (ANY if retry else DUE, DOUBTED):
        after = 0
        while found := batch(archive, condition, *given, after):
            after = found[-1]["id"]
            yield [wanted(row) for row in found]


def batch(archive: Archive, condition: str, *given: object) -> list[Row]:
    with usable(archive.path):
        return rows(archive.db, QUERY.format(condition), *given)


def stands_for_many(archive: Archive, url: str, content: bytes) -> bool:
    """Whether the host of an address sends these bytes for others, too, which hence show none of them.

    Those others are then held no longer. Raises an ArchiveError.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    with usable(archive.path):
        row = wanting(archive.db, url)
        if row is None or not shared(archive.db, row, sha256):
            return False
    with archive.writing():
        doubt(archive.db, row["host"], sha256)
    return True


def wanted(row: Row) -> Wanted:
    names = ("url", "kind", "post_url", "platform", "handle", "referer")
    return Wanted(**{name: row[name] for name in names})


#: Of several posts that show it, the first one's address is the Referer and is asked for. `worked` is
#: what last brought something from a host.
QUERY = """
WITH worked AS (
    SELECT host, referer, max(last_attempt_at) FROM media WHERE state = 'held' GROUP BY host
)
SELECT media.id, media.kind, post_media.url, min(posts.id), posts.url AS post_url, posts.platform,
    handle, coalesce(worked.referer, 'none') AS referer
FROM media JOIN post_media ON media_id = media.id JOIN posts ON posts.id = post_id
JOIN profiles ON profiles.id = profile_id LEFT JOIN worked USING (host)
WHERE media.id > ?5 AND media.state <> 'held' AND {}
AND media.kind IN (SELECT value FROM json_each(?2))
AND posts.platform || ':' || handle IN (SELECT value FROM json_each(?1))
GROUP BY media.id ORDER BY media.id LIMIT ?4
"""
