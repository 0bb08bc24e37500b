"""What stood in the way of a crawl, made of its observations: one trouble for all that have one cause.

Not everything that fails is one. A post that was not got is asked for again; what was got another way is
not missed, unless its page has changed, which needs a repair in any case.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from archive.ledger import Crawl
from archive.rows import Row, first, rows
from scraper.blog.addresses import host_of

#: Observations that tell of their whole site, by its name.
OF_SITES = frozenset({"blocked", "login", "failed", "disallowed"})
#: Those that matter only where a listing is not got: else they are the post's own fate, or a detour.
OF_LISTINGS = frozenset({"failed", "disallowed", "gone"})


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is broken; `kind` is a word of scraper.items.Seen, or `budget`.

    `subject` says which: a page's kind and what it lacks, a site, or a profile. `reason` is the newest
    one, `fetch_id` the page that shows it; `since` and `last_seen_at` are UTC as the archive writes it.
    """

    kind: str
    subject: str
    reason: str
    since: str
    last_seen_at: str
    fetch_id: int | None


def troubles(crawl: Crawl, *, whole: bool) -> list[Trouble]:
    """The troubles of a crawl that has ended. `whole`: all that it wanted of its listings was read."""
    found: dict[tuple[str, str], Trouble] = {}
    for trouble in observed(crawl, whole):
        known = found.setdefault((trouble.kind, trouble.subject), trouble)
        found[trouble.kind, trouble.subject] = replace(
            trouble, since=known.since, fetch_id=trouble.fetch_id or known.fetch_id
        )
    no_author = any(kind == "author_gone" for kind, _ in found)
    return [trouble for trouble in found.values() if not (no_author and trouble.kind == "gone")]


def observed(crawl: Crawl, whole: bool) -> Iterator[Trouble]:
    """The trouble that each observation tells of, if it does, oldest first."""
    profile = first(crawl.database, "SELECT * FROM profiles WHERE id = ?", crawl.profile_id) or {}
    for observation in rows(crawl.database, OBSERVED, crawl.id):
        row = observation | cause(crawl, site_of(profile), observation)
        if matters(row, whole) and not alone(crawl, row):
            yield Trouble(
                kind=row["seen"],
                subject=subject(profile, row),
                reason=row["reason"],
                since=observation["observed_at"],
                last_seen_at=observation["observed_at"],
                fetch_id=row["fetch_id"],
            )


OBSERVED = """
SELECT seen, reason, transient, missing, observed_at, fetch_id,
    CASE WHEN observations.post_id IS NOT NULL THEN 'post' ELSE coalesce(fetches.kind, 'listing') END AS page
FROM observations LEFT JOIN fetches ON fetches.id = fetch_id
WHERE observations.crawl_id = ?
    AND seen IN ('changed', 'blocked', 'login', 'gone', 'author_gone', 'failed', 'disallowed')
ORDER BY observations.id
"""


def cause(crawl: Crawl, site: str, row: Row) -> Row:
    """What is to be said of an observation in its place, if it is of a request that was not made.

    That was put off after others of the site, perhaps another profile's. The only transient kind of
    `disallowed` is a robots.txt that was not to be had (RFC 9309).
    """
    if not row["transient"] or row["seen"] == "failed":
        return {}
    if row["seen"] == "disallowed":
        return {"seen": "failed"}
    host = "" if site == crawl.platform else site
    known = first(crawl.database, CAUSE, crawl.platform, row["seen"], row["missing"], host)
    known = known or {"seen": "failed" if row["seen"] == "blocked" else "changed", "page": "post"}
    return known if row["seen"] == "changed" else known | {"page": row["page"]}


CAUSE = """
SELECT iif(seen = 'disallowed', 'failed', seen) AS seen, reason, fetch_id,
    CASE WHEN observations.post_id IS NOT NULL THEN 'post' ELSE coalesce(fetches.kind, 'listing') END AS page
FROM observations JOIN profiles ON profiles.id = observations.profile_id
LEFT JOIN fetches ON fetches.id = fetch_id
WHERE platform = ?1 AND instr(observations.url, ?4) AND (
    ?2 = 'changed' AND seen = 'changed' AND missing IS ?3 AND NOT transient
    OR ?2 = 'blocked' AND (seen IN ('login', 'failed') OR seen = 'blocked' AND NOT transient
        OR seen = 'disallowed' AND transient))
ORDER BY observations.id DESC LIMIT 1
"""


def matters(row: Row, whole: bool) -> bool:
    """Whether an observation is worth somebody's attention."""
    if row["seen"] in OF_LISTINGS:
        return row["page"] != "post" and not whole
    named = row["seen"] == "changed" and row["missing"]
    return bool(named) or row["page"] != "listing" or row["seen"] == "author_gone" or not whole


def alone(crawl: Crawl, row: Row) -> bool:
    """Whether a page without its article is one of a few: such a post is written, too."""
    withheld = row["seen"] == "blocked" and row["missing"] is not None
    return withheld and len(rows(crawl.database, WITHHELD, crawl.id)) < ENOUGH


#: Pages without their article, in one crawl, that are a wall.
ENOUGH = 3
WITHHELD = (
    "SELECT id FROM observations WHERE crawl_id = ? AND seen = 'blocked' AND missing NOT NULL"
)


def subject(profile: Row, row: Row) -> str:
    """What is broken, so that all who meet the same call it the same."""
    if row["seen"] == "author_gone":
        return f"{profile['platform']}:{profile['handle']}"
    site = site_of(profile)
    if row["seen"] in OF_SITES:
        return site
    whose = "" if site == profile["platform"] else f"{site} "
    return f"{whose}{row['page']}{': ' if row['missing'] else ''}{row['missing'] or ''}"


def site_of(profile: Row) -> str:
    """Whose walls and outages a profile shares: of its platform, or of the host that its handle names."""
    named: str = profile["handle"].split("/")[0]
    return named if named == host_of(profile["url"]) else str(profile["platform"])
