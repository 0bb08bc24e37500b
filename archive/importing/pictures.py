"""Pictures and files that others got, as far as posts of the archive lack them."""

from archive.importing import Account
from archive.media.shown import key
from archive.media.wanted import stands_for_many
from archive.rows import first
from archive.store import Archive
from scraper.captured import Capture, media_of
from scraper.media import Wanted

WANTED = """
SELECT post_media.url, media.kind, posts.url AS post_url, posts.platform, handle
FROM media JOIN post_media ON media_id = media.id JOIN posts ON posts.id = post_id
JOIN profiles ON profiles.id = profile_id
WHERE media.url = ? AND media.state <> 'held' ORDER BY posts.id LIMIT 1
"""


def wanted_at(archive: Archive, url: str) -> Wanted | None:
    """What to take that is at an address for; None for what no post lacks."""
    row = first(archive.db, WANTED, key(url))
    return Wanted(**row) if row else None


def take_picture(
    archive: Archive, account: Account, place: str, capture: Capture, wanted: Wanted
) -> None:
    """Keep what a post lacks, if it is what it should be. `place` is where in a file it is."""
    media = media_of(capture, wanted)
    if media.state == "held" and stands_for_many(archive, media.url, media.content):
        account.refuse(place, f"{media.url} has the same bytes as others of its host")
    elif media.state == "held":
        archive.record(media)
        account.taken["media"] += 1
    else:
        account.refuse(place, media.reason)
