"""Of each profile: what is kept of it, when all went well last, when its turn comes, what is wrong."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from archive.ledger import AS_ASKED
from archive.rows import Row, first, instant, rows
from archive.watch.due import CRAWLS, turns
from archive.watch.incidents import open_incidents
from archive.watch.messages import advice, sentence
from scraper.configuration import ConfigurationError
from scraper.items import Profile
from scraper.net.breaker import Cooldown
from scraper.profiles import ProfilesFile, recognise

COUNTS = (
    "declared",
    "listed",
    "archived",
    "locked",
    "gone",
    "external",
    "purged",
    "missing",
    "suspect",
)


def profiles(
    database: Database, file: ProfilesFile | None, now: datetime, running: Collection[str] = ()
) -> list[Row]:
    """All of the archive and of profiles.toml, by name; `note` says what is unusual about one.

    `last_good` is when a crawl began that got its lists, `next_due` when `crawl --due` takes it; None:
    never. Without a file, which may be one that cannot be read, nothing is said of what it would tell.
    The `outcome` of who is being crawled is `running`; that of a crawl that was killed, `interrupted`.
    """
    found = {name: archived(database, row) for name, row in in_archive(database, now)}
    for name in found.keys() & running:
        found[name]["outcome"] = "running"
    if file is not None:
        follow(found, database, file, now)
    return [found[name] for name in sorted(found)]


def follow(found: dict[str, Row], database: Database, file: ProfilesFile, now: datetime) -> None:
    """Add to the profiles of the archive, by name, what profiles.toml makes of them, and those it adds."""
    configured = dict(configuration(file))
    for name, given in configured.items():
        row = found.setdefault(name, {"profile": name, **NEVER_CRAWLED})
        row["note"] = given if isinstance(given, str) else row["note"]
    for name in found.keys() - configured.keys():
        found[name]["note"] = "not in profiles.toml"
    followed = [given for given in configured.values() if isinstance(given, Profile)]
    for turn in turns(database, followed, file.intervals, now):
        name = f"{turn.profile.platform}:{turn.profile.handle}"
        found[name]["next_due"] = instant(turn.at)


def configuration(file: ProfilesFile) -> Iterator[tuple[str, Profile | str]]:
    """Name → the profile of each line of profiles.toml, or why it is not crawled."""
    for address, enabled in file.addresses.items():
        try:
            profile = recognise(address)
        except ConfigurationError as error:
            yield address, f"{MEND}: {error}"
        else:
            name = f"{profile.platform}:{profile.handle}"
            yield name, profile if enabled else "not enabled in profiles.toml"


#: How the note of an entry begins that names no profile.
MEND = "mend profiles.toml"
NEVER_CRAWLED = {
    **dict.fromkeys(COUNTS, 0),
    **dict.fromkeys(("declared", "last_crawl", "outcome", "last_good", "next_due")),
    "left_alone_until": None,
    "note": "never crawled",
}


def in_archive(database: Database, now: datetime) -> Iterator[tuple[str, Row]]:
    """Name → what the archive has of each profile."""
    for row in rows(database, PROFILES, instant(now)):
        yield f"{row['platform']}:{row['handle']}", row


def archived(database: Database, row: Row) -> Row:
    """The account of a profile of the archive."""
    name = (row.pop("platform"), row.pop("handle"))
    crawls = first(database, CRAWLS, *name) or {}
    usual = {"profile": ":".join(name), "note": "", "next_due": None}
    return {**usual, **row, "last_good": crawls.get("last_good")}


#: A crawl that was cut short on request says nothing of how it goes, if there is another.
PROFILES = f"""
SELECT ledger.platform, ledger.handle, ledger.declared, ledger.listed, ledger.archived,
    ledger.locked, ledger.gone, ledger.external, ledger.purged, ledger.missing,
    (SELECT count(*) FROM posts WHERE profile_id = profiles.id AND verdict <> 'ok') AS suspect,
    last.finished_at AS last_crawl,
    iif(last.id IS NULL, NULL, coalesce(last.outcome, 'interrupted')) AS outcome,
    (SELECT until FROM cooldowns WHERE until > ? AND site IN (ledger.platform,
        substr(ledger.handle || '/', 1, instr(ledger.handle || '/', '/') - 1))) AS left_alone_until
FROM ledger JOIN profiles USING (platform, handle)
LEFT JOIN crawls AS last ON last.id = (
    SELECT coalesce(max(id) FILTER (WHERE id NOT IN (
        SELECT crawl_id FROM listings WHERE reason LIKE '{AS_ASKED}')), max(id))
    FROM crawls WHERE profile_id = profiles.id)
"""


def incidents(database: Database) -> list[dict[str, Any]]:
    """What is broken now: since when, who waits, in a sentence, and what to do."""
    return [
        {
            **{name: row[name] for name in INCIDENT},
            "waiting": [waits["name"] for waits in rows(database, WAITING, row["id"])],
            "message": sentence(row),
            "advice": advice(row),
        }
        for row in open_incidents(database)
    ]


INCIDENT = ("platform", "kind", "subject", "since", "last_seen_at", "crawls", "fetch_id")
WAITING = """
SELECT platform || ':' || handle AS name FROM incident_profiles
JOIN profiles ON profiles.id = profile_id WHERE incident_id = ? ORDER BY name
"""


def left_alone(cooldowns: Iterable[Cooldown], now: datetime) -> list[dict[str, Any]]:
    """The sites that are not asked for a while: since when, until when, why."""
    return [
        {
            "site": cooldown.site,
            "since": instant(cooldown.since),
            "until": instant(cooldown.until),
            "reason": cooldown.reason,
            "message": str(cooldown),
        }
        for cooldown in cooldowns
        if cooldown.until > now
    ]
