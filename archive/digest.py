"""What an archive holds, as one number: the meaning of "equal" in every test.

Content only: natural keys for ids, no time and no crawl number of ours, no counters, and no trace of
how often something was asked for. Two archives of the same posts in the same states are equal.
"""

import hashlib

from sqlite_utils import Database

QUERIES = (
    """
    SELECT platform, handle, url, name, bio, language, level, code_age, avatar, joined_at, joined_on,
        joined_precision, joined_text, declared
    FROM profiles ORDER BY platform, handle
    """,
    """
    SELECT posts.platform, handle, source_id, posts.url, title, summary, kind, posts.language, author,
        licence, tags, columns, published_at, published_on, published_precision, published_text,
        updated_at, updated_on, updated_precision, updated_text, state, locked_at IS NOT NULL,
        missing_since IS NOT NULL, from_page, body_markdown, body_text, images
    FROM posts JOIN profiles ON profiles.id = profile_id
    LEFT JOIN renderings ON renderings.id = rendering_id ORDER BY posts.platform, handle, source_id
    """,
    """
    SELECT platform, source_id, post_versions.title, post_versions.tags, post_versions.published_at,
        post_versions.updated_at, cut, source_format, content_hash
    FROM post_versions JOIN posts ON posts.id = post_id
    JOIN renderings ON renderings.id = (
        SELECT max(id) FROM renderings WHERE renderings.version_id = post_versions.id)
    ORDER BY platform, profile_id, source_id, post_versions.id
    """,
    """
    SELECT platform, source_id, post_addresses.url
    FROM post_addresses JOIN posts ON posts.id = post_id ORDER BY 1, 2, 3
    """,
    """
    SELECT platform, source_id, listing, position, entries.title, section, review_status, description
    FROM entries JOIN posts ON posts.id = post_id ORDER BY platform, source_id, listing, position
    """,
    """
    SELECT platform, source_id, origin, role, post_links.url, label, post_links.language
    FROM post_links JOIN posts ON posts.id = post_id ORDER BY 1, 2, 3, 4, 5
    """,
    """
    SELECT platform, source_id, name FROM post_tags JOIN posts ON posts.id = post_id
    JOIN tags ON tags.id = tag_id ORDER BY 1, 2, 3
    """,
    """
    SELECT platform, source_id, position, media.kind, post_media.url, iif(media.state = 'held', sha256, NULL)
    FROM post_media JOIN posts ON posts.id = post_id JOIN media ON media.id = media_id
    ORDER BY platform, profile_id, source_id, position
    """,
)


def digest(database: Database) -> str:
    """The sha256, in hexadecimal, of all that an archive holds."""
    total = hashlib.sha256()
    for query in QUERIES:
        for row in database.conn.execute(query):
            total.update(repr(row).encode())
    return total.hexdigest()
