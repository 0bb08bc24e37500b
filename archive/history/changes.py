"""What changed in the archive, over all posts: new ones, edited ones, those that went and returned.

A post is gone at the last observation that says so before it returned: a bare 404 is not believed at
once, and what is not believed is no change.
"""

from typing import Literal, get_args

from sqlite_utils import Database

from archive.rows import Row, rows

Kind = Literal["new", "edited", "gone", "returned"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def changes(
    database: Database, *, kind: str = "", profile: int = 0, limit: int = 50, offset: int = 0
) -> list[Row]:
    """The newest changes first, each with `at` (ours, UTC), `what` (a Kind) and its post.

    `kind` and `profile` (an id) narrow them down where they are given. `number` is the version that a
    post came to; `detail` is the summary of a new post, and the reason why one is gone or returned.
    """
    return rows(database, CHANGES, kind=kind, profile=profile, limit=limit, offset=offset)


CHANGES = """
WITH marks AS (
    SELECT id, post_id, observed_at, seen, reason,
        lead(seen) OVER (PARTITION BY post_id ORDER BY id) AS next
    FROM observations WHERE seen IN ('gone', 'back') AND post_id IS NOT NULL
),
happened AS (
    SELECT seen_at AS at, CASE WHEN EXISTS (SELECT 1 FROM post_versions AS earlier
        WHERE earlier.post_id = post_versions.post_id AND earlier.id < post_versions.id)
        THEN 'edited' ELSE 'new' END AS what, post_id, id AS version_id, NULL AS reason
    FROM post_versions
    UNION ALL
    SELECT observed_at, iif(seen = 'gone', 'gone', 'returned'), post_id, NULL, reason
    FROM marks JOIN posts ON posts.id = post_id
    WHERE seen = 'back' OR coalesce(next, iif(state = 'gone', 'back', '')) = 'back'
),
newest AS (
    SELECT happened.* FROM happened JOIN posts ON posts.id = post_id
    WHERE state <> 'purged' AND (:kind = '' OR what = :kind)
    AND (:profile = 0 OR profile_id = :profile)
    ORDER BY at DESC, post_id DESC, version_id DESC LIMIT :limit OFFSET :offset
)
SELECT newest.at, what, post_id, posts.title, posts.url, posts.platform, posts.source_id,
    posts.language, posts.published_on, profile_id, handle,
    coalesce(author, profiles.name, handle) AS author,
    iif(what = 'new', posts.summary, reason) AS detail,
    (SELECT count(*) FROM post_versions WHERE post_versions.post_id = newest.post_id
        AND post_versions.id <= newest.version_id) AS number
FROM newest JOIN posts ON posts.id = post_id JOIN profiles ON profiles.id = profile_id
ORDER BY newest.at DESC, post_id DESC, newest.version_id DESC
"""
