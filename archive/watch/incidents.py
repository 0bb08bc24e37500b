"""Incidents: what is broken, from the crawl that first met it until no profile waits for its end.

Many crawls of many profiles may meet one thing; people hear of it once. A crawl opens and renews
incidents by its troubles; a profile stops waiting when a crawl of it ends well in the same respect.
"""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from sqlite_utils import Database

from archive.ledger import Crawl
from archive.rows import Row, first, insert, rows, update
from archive.watch.budget import starved
from archive.watch.troubles import Trouble, troubles

#: Outcomes of crawls that read all they wanted, and of those that ran to their end.
WHOLE = frozenset({"complete", "newest"})
FINISHED = WHOLE | {"limited", "partial"}


def settle(crawl: Crawl, outcome: str) -> None:
    """Open, renew and end incidents by what a crawl met that has just ended.

    One that was stopped before its end tells what it met, but nothing of what it did not meet.
    """
    met = troubles(crawl, whole=outcome in WHOLE) + starved(crawl, outcome)
    still = {meet(crawl, trouble) for trouble in met}
    if outcome in FINISHED:
        for incident in rows(crawl.database, WAITS_FOR, crawl.profile_id):
            if incident["id"] not in still and ended_well(crawl, incident):
                release(crawl.database, incident["id"], crawl.profile_id, crawl.at)


WAITS_FOR = """
SELECT incidents.*, fetches.kind AS page FROM incident_profiles
JOIN incidents ON incidents.id = incident_id LEFT JOIN fetches ON fetches.id = fetch_id
WHERE incident_profiles.profile_id = ?
"""


def ended_well(crawl: Crawl, incident: Row) -> bool:
    """Whether a crawl that did not meet an incident shows that it is over for the profile.

    A listing was read; so was the profile's own page, where that was it, which not every crawl asks for;
    and no post still waits for it.
    """
    if not first(crawl.database, LISTING_READ, crawl.id):
        return False
    if incident["page"] == "profile" and not first(crawl.database, CARD_READ, crawl.id):
        return False
    return not posts_wait(crawl, incident)


LISTING_READ = "SELECT 1 FROM listings WHERE crawl_id = ? AND (complete OR seen > 0) LIMIT 1"
CARD_READ = "SELECT 1 FROM fetches WHERE crawl_id = ? AND kind = 'profile' LIMIT 1"


def meet(crawl: Crawl, trouble: Trouble) -> int:
    """Open the incident of a trouble, or renew it; the profile waits for its end. Returns its number."""
    database = crawl.database
    known = first(database, OPEN, crawl.platform, trouble.kind, trouble.subject)
    if known:
        number: int = known["id"]
        update(database, "incidents", number, renewed(known, trouble))
    else:
        number = insert(database, "incidents", {"platform": crawl.platform, **asdict(trouble)})
    waits = {"incident_id": number, "profile_id": crawl.profile_id}
    insert(database, "incident_profiles", waits, clause=ONCE_MORE)
    return number


def renewed(known: Row, trouble: Trouble) -> Row:
    """The columns of an open incident that change when it is met again."""
    return {
        "reason": trouble.reason,
        "last_seen_at": trouble.last_seen_at,
        "crawls": known["crawls"] + 1,
        "fetch_id": trouble.fetch_id or known["fetch_id"],
    }


OPEN = """
SELECT * FROM incidents WHERE platform = ? AND kind = ? AND subject = ? AND over_at IS NULL
"""
ONCE_MORE = "ON CONFLICT DO UPDATE SET crawls = crawls + 1"


def posts_wait(crawl: Crawl, incident: Row) -> bool:
    """Whether posts of the profile were changed when they were last looked at, in the incident's way."""
    _, _, missing = incident["subject"].partition(": ")
    waiting = first(crawl.database, WAITING_POST, crawl.profile_id, missing or None)
    return incident["kind"] == "changed" and waiting is not None


WAITING_POST = """
SELECT 1 FROM posts JOIN observations ON post_id = posts.id
WHERE posts.profile_id = ? AND posts.state IN ('listed', 'archived') AND seen = 'changed'
    AND missing IS ? AND observations.crawl_id > coalesce(got_crawl, 0) LIMIT 1
"""


def release(database: Database, incident: int, profile: int, at: str) -> None:
    """Let a profile no longer wait; an incident for whose end nobody waits is over."""
    database.conn.execute(RELEASE, (incident, profile))
    database.conn.execute(OVER, (at, incident))


RELEASE = "DELETE FROM incident_profiles WHERE incident_id = ? AND profile_id = ?"
OVER = """
UPDATE incidents SET over_at = ? WHERE id = ? AND over_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM incident_profiles WHERE incident_id = incidents.id)
"""


def release_all_but(database: Database, kept: Collection[str], at: str) -> None:
    """Let nobody wait who is not in `kept` (platform:handle): whom nobody crawls, nothing mends.

    An incident for whose end nobody waits with that is over, and has `UNFOLLOWED` for its reason.
    """
    for row in rows(database, WAITING):
        if row["name"] not in kept:
            release(database, row["incident_id"], row["profile_id"], at)
            database.conn.execute(LEFT, (UNFOLLOWED, row["incident_id"]))


UNFOLLOWED = "nobody follows who waits for its end"
LEFT = "UPDATE incidents SET reason = ? WHERE id = ? AND over_at IS NOT NULL"


WAITING = """
SELECT incident_id, profile_id, platform || ':' || handle AS name
FROM incident_profiles JOIN profiles ON profiles.id = profile_id
"""


def open_incidents(database: Database) -> list[Row]:
    """What is broken now, oldest first, with the number of `profiles` that wait, and what was `found`.

    `waits` is the platform:handle of the one that waits, or of the first of them.
    `archived` counts the posts kept of those, `worked` is whether one of them was ever read to its end.
    """
    return rows(database, f"{SHOWN} WHERE over_at IS NULL ORDER BY incidents.id")


def untold(database: Database) -> list[Row]:
    """What the user has to hear: incidents that are new, and that one he has heard of is over.

    A network may fail once: that is told when it has kept a profile from its second crawl in a row, and
    not while the site is known to refuse, which is what has to be looked at. What was over before the
    user's command took its message is told by that of its end.
    """
    return rows(database, f"{SHOWN} WHERE {UNTOLD} ORDER BY over_at IS NULL, incidents.id")


UNTOLD = """
CASE WHEN over_at IS NOT NULL
    THEN told_over_at IS NULL AND (told_at IS NOT NULL OR kind <> 'failed')
ELSE told_at IS NULL AND (kind <> 'failed' OR most_crawls > 1 AND NOT EXISTS (
    SELECT 1 FROM incidents AS wall WHERE wall.kind IN ('blocked', 'login') AND wall.over_at IS NULL
        AND (wall.platform, wall.subject) = (incidents.platform, incidents.subject))) END
"""
SHOWN = """
SELECT incidents.*, (SELECT found FROM observations WHERE fetch_id = incidents.fetch_id
        AND found IS NOT NULL LIMIT 1) AS found,
    (SELECT count(*) FROM incident_profiles WHERE incident_id = incidents.id) AS profiles,
    (SELECT min(profiles.platform || ':' || handle) FROM incident_profiles
        JOIN profiles ON profiles.id = profile_id WHERE incident_id = incidents.id) AS waits,
    (SELECT max(crawls) FROM incident_profiles WHERE incident_id = incidents.id) AS most_crawls,
    (SELECT count(*) FROM incident_profiles JOIN posts USING (profile_id)
        WHERE incident_id = incidents.id AND posts.state IN ('archived', 'gone')) AS archived,
    EXISTS (SELECT 1 FROM incident_profiles JOIN crawls USING (profile_id)
        WHERE incident_id = incidents.id AND crawls.outcome IN ('complete', 'newest')) AS worked
FROM incidents
"""


def told(database: Database, incident: Row, at: str) -> None:
    """Remember that the user has heard of an incident, or of its end."""
    change: dict[str, Any] = {"told_over_at" if incident["over_at"] else "told_at": at}
    update(database, "incidents", incident["id"], change)
