"""A post by what a person calls it: an address, a database id, or `platform:source_id`."""

import json
from urllib.parse import urlsplit, urlunsplit

from sqlite_utils import Database

from archive.rows import Row, first, rows
from scraper.configuration import ConfigurationError


def find(database: Database, post: str) -> Row:
    """The row of a post. Raises ConfigurationError when there is none, or more than one."""
    found = candidates(database, post)
    if not found:
        raise ConfigurationError(
            f"no post {post} in the archive: give an address, an id or platform:source_id"
        )
    if len(found) > 1:
        listed = ", ".join(f"{row['id']} ({row['url']})" for row in found[:5])
        raise ConfigurationError(f"{post} is more than one post: give one of the ids {listed}")
    return found[0]


def candidates(database: Database, post: str) -> list[Row]:
    """Every post that a text may mean; `99999999999999999999` is no id that SQLite can hold."""
    if post.isascii() and post.isdigit() and len(post) < 19:
        return rows(database, "SELECT * FROM posts WHERE id = ?", int(post))
    if "//" in post:
        return [row for url in spellings(post) for row in rows(database, BY_ADDRESS, url)][:1]
    platform, _, source_id = post.partition(":")
    return rows(database, BY_NAME, platform, source_id)


BY_ADDRESS = """
SELECT DISTINCT posts.* FROM posts LEFT JOIN post_addresses ON post_id = posts.id
WHERE posts.url = ?1 OR post_addresses.url = ?1 ORDER BY posts.url <> ?1, posts.id
"""
BY_NAME = "SELECT * FROM posts WHERE platform = ? AND source_id = ? ORDER BY id"


def spellings(url: str) -> list[str]:
    """An address as given, and as others write it: the other scheme, with and without last slash."""
    parts = urlsplit(url)
    paths = [parts.path, parts.path.rstrip("/"), parts.path.rstrip("/") + "/"]
    schemes = dict.fromkeys([parts.scheme, "https", "http"])
    forms = (
        urlunsplit((scheme, parts.netloc, path, parts.query, ""))
        for scheme in schemes
        for path in paths
    )
    return list(dict.fromkeys([url, *forms]))


def purged_on(post: Row) -> str:
    """`purged on YYYY-MM-DD`, UTC, of a row that a purge has left; of another nothing."""
    if post["state"] != "purged":
        return ""
    return f"purged on {post['missing_since'][:10]}" if post["missing_since"] else "purged"


def article(database: Database, post: Row) -> Row:
    """What is known of a post, with its Markdown last; None where no body is archived."""
    profile = first(database, "SELECT * FROM profiles WHERE id = ?", post["profile_id"]) or {}
    body = first(database, "SELECT * FROM renderings WHERE id = ?", post["rendering_id"]) or {}
    shown = {name: post[name] for name in ("id", "title", "url")}
    shown["profile"] = f"{post['platform']}:{profile['handle']}"
    shown["author"] = post["author"] or profile["name"]
    shown |= {name: post[name] for name in PLAIN}
    shown |= {name: json.loads(post[name]) for name in ("tags", "columns")}
    shown["metrics"] = {row["name"]: row["value"] for row in rows(database, METRICS, post["id"])}
    shown["links"] = rows(database, LINKS, post["id"])
    shown["quality"] = quality(body) if body else None
    return shown | {"body_markdown": body.get("body_markdown")}


def quality(rendering: Row) -> Row:
    """How much of the source came through: verdict, reasons, and element → [in source, in output]."""
    kept = json.loads(rendering["quality"])
    return {"verdict": rendering["verdict"], "score": rendering["score"], **kept}


PLAIN = (
    *("source_id", "kind", "language", "licence", "summary"),
    *("published_on", "published_at", "updated_on", "updated_at"),
    *("state", "locked_at", "missing_since"),
)
METRICS = """
SELECT name, value, max(observed_at) FROM post_metrics WHERE post_id = ? GROUP BY name ORDER BY name
"""
LINKS = """
SELECT DISTINCT role, url, label, language FROM post_links WHERE post_id = ? ORDER BY role, url
"""
