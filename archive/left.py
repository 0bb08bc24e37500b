"""What a run still has to ask for, when the lists that it read have said all they say."""

import json
from collections.abc import Iterator

from archive.ledger import Crawl
from archive.recording.rechecks import STEPS
from archive.rows import instant, moment_in, rows
from archive.store import Archive
from scraper.items import Entry

#: Posts that are asked for together.
BATCH = 100


def left(archive: Archive, platform: str, handle: str) -> Iterator[list[Entry]]:
    """What a running crawl should ask for and has not, the longest overdue first, a batch at a time.

    Posts that are due and stand on no page that it read; and those that were listed once, new or changed,
    whose page was never got under what was shown. Raises an ArchiveError.
    """
    with archive.asking(platform, handle) as crawl:
        ends = {"now": instant(crawl.now), "latest": instant(crawl.now + STEPS[-1])}
        scope = {"crawl": crawl.id, "profile": crawl.profile_id}
        ids = [row["id"] for row in rows(crawl.database, LEFT, **scope, **ends)]
    for start in range(0, len(ids), BATCH):
        with archive.asking(platform, handle) as crawl:
            yield as_listed(crawl, handle, ids[start : start + BATCH])


LEFT = """
SELECT id FROM posts WHERE profile_id = :profile
AND NOT EXISTS (SELECT 1 FROM observations WHERE post_id = posts.id AND crawl_id = :crawl)
AND ((((state = 'archived' AND version_id IS NOT NULL) OR (state = 'gone' AND missing_since IS NULL
            AND EXISTS (SELECT 1 FROM entries WHERE post_id = posts.id)))
        AND (next_check_at IS NULL OR next_check_at <= :now OR next_check_at > :latest))
    OR (state IN ('listed', 'archived') AND EXISTS (SELECT 1 FROM entries WHERE post_id = posts.id
        AND last_seen_crawl >= coalesce(got_crawl, 0)
        AND listed_hash NOT IN (SELECT value FROM json_each(got_hashes)))))
ORDER BY next_check_at, id
"""


def as_listed(crawl: Crawl, handle: str, post_ids: list[int]) -> list[Entry]:
    """What is known of each post, as an entry of the listing that showed it last."""
    found = rows(crawl.database, LINES, json.dumps(post_ids))
    return [
        Entry(
            platform=crawl.platform,
            handle=handle,
            source_id=row["source_id"],
            url=row["url"],
            title=row["listed_title"] or row["title"],
            listing=row["listing"] or "",
            position=row["position"] or 0,
            summary=row["summary"],
            kind=row["kind"],
            language=row["language"],
            published=moment_in(row, "published"),
            updated=moment_in(row, "updated"),
            tags=tuple(json.loads(row["tags"])),
        )
        for row in found
    ]


LINES = """
SELECT posts.*, entries.title AS listed_title, listing, position
FROM json_each(?) AS wanted JOIN posts ON posts.id = wanted.value
LEFT JOIN entries ON entries.id = (SELECT id FROM entries WHERE post_id = posts.id
    ORDER BY last_seen_crawl DESC, listing LIMIT 1)
ORDER BY wanted.key
"""
