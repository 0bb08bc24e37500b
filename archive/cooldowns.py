"""Sites that refused or failed in earlier runs, and until when they are left alone."""

from datetime import datetime

from sqlite_utils import Database

from archive.rows import insert, instant, rows
from scraper.net.breaker import Cooldown


def known(database: Database) -> list[Cooldown]:
    """All that no success has ended yet, those whose time is over included: they are half-open."""
    return [
        Cooldown(
            site=row["site"],
            since=datetime.fromisoformat(row["since"]),
            until=datetime.fromisoformat(row["until"]),
            refusals=row["refusals"],
            reason=row["reason"],
        )
        for row in rows(database, "SELECT * FROM cooldowns ORDER BY site")
    ]


def begin(database: Database, cooldown: Cooldown) -> None:
    """Remember a cool-down in the place of the one that its site had before."""
    end(database, cooldown.site)
    row = {
        "site": cooldown.site,
        "since": instant(cooldown.since),
        "until": instant(cooldown.until),
        "refusals": cooldown.refusals,
        "reason": cooldown.reason,
    }
    insert(database, "cooldowns", row)


def end(database: Database, site: str) -> None:
    """Forget the cool-down of a site."""
    database.conn.execute("DELETE FROM cooldowns WHERE site = ?", (site,))
