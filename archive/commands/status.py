"""`status`: what the archive holds, profile by profile."""

from pathlib import Path
from typing import Any

import click

from archive.commands import archive_option, json_option, print_json, print_table
from archive.rows import instant
from archive.store import Archive

COLUMNS = ("declared", "listed", "archived", "locked", "gone", "external", "missing", "suspect")

#: Shown to people also where they are 0; the others only where something is.
ALWAYS = ("declared", "archived", "missing")

SQL = """
SELECT ledger.platform || ':' || ledger.handle AS profile, ledger.declared, ledger.listed,
    ledger.archived, ledger.locked, ledger.gone, ledger.external, ledger.missing,
    (SELECT count(*) FROM posts JOIN profiles ON profiles.id = posts.profile_id
        WHERE profiles.platform = ledger.platform AND profiles.handle = ledger.handle
        AND verdict <> 'ok') AS suspect,
    last.finished_at AS last_crawl, last.outcome,
    (SELECT until FROM cooldowns WHERE until > :now
        AND site IN (ledger.platform, substr(ledger.handle || '/', 1, instr(ledger.handle || '/', '/') - 1))
    ) AS left_alone_until
FROM ledger
LEFT JOIN profiles ON profiles.platform = ledger.platform AND profiles.handle = ledger.handle
LEFT JOIN crawls AS last
    ON last.id = (SELECT max(id) FROM crawls WHERE profile_id = profiles.id)
ORDER BY profile
"""


@click.command()
@archive_option
@json_option
def status(archive_path: Path, as_json: bool) -> None:
    """Show what the archive holds of each profile, how its last crawl ended, and who is left alone."""
    with Archive.open(archive_path, read_only=True) as archive:
        now = archive.clock()
        rows: list[dict[str, Any]] = list(archive.db.query(SQL, {"now": instant(now)}))
        left_alone = [cooldown for cooldown in archive.cooldowns() if cooldown.until > now]
    if as_json:
        print_json(rows)
        return
    shown = [name for name in COLUMNS if name in ALWAYS or any(row[name] for row in rows)]
    columns = ("profile", *(f"#{name}" for name in shown), "last crawl", "outcome")
    names = ("profile", *shown, "last_crawl", "outcome")
    print_table(columns, ([row[name] for name in names] for row in rows))
    for cooldown in left_alone:
        click.echo(cooldown)
