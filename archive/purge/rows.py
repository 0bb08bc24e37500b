"""The rows of purged posts, and what other rows say of them."""

from sqlite_utils import Database

from archive.lookup import spellings
from archive.media.shown import follow
from archive.purge.plan import Plan
from archive.recording.measures import measure
from archive.rows import as_json, rows
from archive.search.index import sync
from archive.watch import incidents

#: In the place of a sentence or an address that told of a post.
WITHHELD = "told of a post that was purged"

THESE = "(SELECT value FROM json_each(?))"
#: All that belongs to posts, but for what was fetched and what the index and the media follow.
BELONGINGS = (
    *("post_versions", "post_addresses", "entries", "post_links", "post_metrics", "post_tags"),
    "observations",
)
#: All that belongs to profiles.
LEFT_BY_CRAWLS = (
    *("observations", "fetches", "listings", "entries", "profile_metrics", "dictionaries"),
    "crawls",
)


def forget_posts(database: Database, plan: Plan, now: str) -> None:
    """Empty the rows of posts and delete what belongs to them. Index, media and measures follow.

    Since `now` they are missing: when a post was purged is all that is told of it.
    """
    posts = as_json(plan.posts)
    database.conn.execute(PURGED, (now, posts))
    kept = ("id", "profile_id", "platform", "source_id", "missing_since", "state")
    database.conn.execute(blank(database, "posts", kept), (posts,))
    for post in plan.posts:
        sync(database, post)  # before its rendering goes, which tells the words
        follow(database, post)
        measure(database, post)
    database.conn.execute(OPENED_BY_THEM, (WITHHELD, posts))
    database.conn.execute(f"DELETE FROM renderings WHERE version_id IN ({VERSIONS})", (posts,))
    for table in BELONGINGS:
        database.conn.execute(f"DELETE FROM {table} WHERE post_id IN {THESE}", (posts,))
    database.conn.execute("DELETE FROM tags WHERE id NOT IN (SELECT tag_id FROM post_tags)")
    forget_links(database, plan.addresses)


PURGED = f"""
UPDATE posts SET state = 'purged', missing_since = ? WHERE id IN {THESE} AND state <> 'purged'
"""
#: Incidents have their reasons from observations.
OPENED_BY_THEM = f"""
UPDATE incidents SET reason = ?
WHERE reason IN (SELECT reason FROM observations WHERE post_id IN {THESE})
"""
VERSIONS = f"SELECT id FROM post_versions WHERE post_id IN {THESE}"


def blank(database: Database, table: str, kept: tuple[str, ...]) -> str:
    """The statement that makes rows new, but for the columns `kept`: any that come later go, too."""
    columns = rows(database, "SELECT * FROM pragma_table_info(?)", table)
    changes = ", ".join(
        f"{column['name']} = {column['dflt_value'] or NOTHING[column['notnull']]}"
        for column in columns
        if column["name"] not in kept
    )
    return f"UPDATE {table} SET {changes} WHERE id IN {THESE}"


#: What a column without a default holds: NULL, or no text where it may not be that.
NOTHING = ("NULL", "''")


def forget_links(database: Database, addresses: list[str]) -> None:
    """Delete the links of other posts to these addresses, which say what is there."""
    known = sorted({form for address in addresses for form in spellings(address)})
    database.conn.execute(f"DELETE FROM post_links WHERE url IN {THESE}", (as_json(known),))


def forget_profiles(database: Database, plan: Plan, now: str) -> None:
    """Empty the rows of profiles and delete what crawls of them left. Nobody waits for them any more.

    One of which no post was known goes whole: there is nothing that its row would keep away.
    """
    profiles = as_json(plan.profiles)
    for waiting in rows(database, WAITING, profiles):
        incidents.release(database, waiting["incident_id"], waiting["profile_id"], now)
    database.conn.execute(THEIR_INCIDENTS, (profiles,))
    for table in LEFT_BY_CRAWLS:
        database.conn.execute(f"DELETE FROM {table} WHERE profile_id IN {THESE}", (profiles,))
    kept = ("id", "platform", "handle")
    database.conn.execute(blank(database, "profiles", kept), (profiles,))
    database.conn.execute(EMPTY, (profiles,))


EMPTY = f"""
DELETE FROM profiles WHERE id IN {THESE} AND id NOT IN (SELECT profile_id FROM posts)
"""
WAITING = f"SELECT incident_id, profile_id FROM incident_profiles WHERE profile_id IN {THESE}"
THEIR_INCIDENTS = f"""
DELETE FROM incidents WHERE subject IN
    (SELECT platform || ':' || handle FROM profiles WHERE id IN {THESE})
"""


def forget_mentions(database: Database, plan: Plan) -> None:
    """Take out of what is said of lists, sites and incidents what names a purged post."""
    for table, column, whose in SAID:
        sql = f"SELECT rowid AS number, {column} AS said FROM {table} WHERE {whose} AND {column} IS NOT NULL"
        for row in rows(database, sql, posts=as_json(plan.posts)):
            if plan.traces.within(row["said"]):
                change = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"
                database.conn.execute(change, (WITHHELD, row["number"]))


OF_PROFILES = """
profile_id IN (SELECT profile_id FROM posts WHERE id IN (SELECT value FROM json_each(:posts)))
"""
#: Sentences and addresses in rows that are no post's own; an incident may be of many profiles.
SAID = (
    ("observations", "url", f"post_id IS NULL AND {OF_PROFILES}"),
    ("observations", "reason", f"post_id IS NULL AND {OF_PROFILES}"),
    ("observations", "found", f"post_id IS NULL AND {OF_PROFILES}"),
    ("listings", "reason", OF_PROFILES),
    ("incidents", "reason", "true"),
    ("cooldowns", "reason", "true"),
)
