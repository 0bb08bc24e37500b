"""`status`: what the archive holds, profile by profile, what is wrong, and what to do about it."""

from pathlib import Path

import click

from archive.commands import archive_option, json_option, print_json, print_table
from archive.commands.profiles import readable
from archive.lock import running
from archive.rows import Row, instant
from archive.store import Archive
from archive.watch import health
from archive.watch.messages import minute, plain

#: Shown to people also where they are 0; the others only where something is.
ALWAYS = ("declared", "archived", "missing")


@click.command()
@archive_option
@json_option
def status(archive_path: Path, as_json: bool) -> None:
    """Show what is archived of each profile, when all went well last, what is wrong, and what to do.

    A profiles.toml with a mistake is warned of, and tells neither whom it names nor when their turn is.
    With --json an object of `profiles`, `incidents` and `left_alone`, for monitors.
    """
    with Archive.open(archive_path, read_only=True) as archive:
        now = archive.clock()
        found = {
            "profiles": health.profiles(
                archive.db, readable(archive_path, "what is due"), now, running(archive_path)
            ),
            "incidents": health.incidents(archive.db),
            "left_alone": health.left_alone(archive.cooldowns(), now),
        }
    if as_json:
        print_json(found)
        return
    print_profiles(found["profiles"], instant(now))
    for incident in found["incidents"]:
        click.echo(f"{incident['message']}\n    {incident['advice']}")
    for site in found["left_alone"]:
        click.echo(site["message"])


def print_profiles(profiles: list[Row], now: str) -> None:
    """The table of profiles, without columns that nobody has a value for, and below it their notes.

    An entry of profiles.toml that names no profile has nothing but a note.
    """
    named = [row for row in profiles if not row["note"].startswith(health.MEND)]
    counts = [n for n in health.COUNTS if n in ALWAYS or any(row[n] for row in named)]
    print_table(
        ("profile", *(f"#{name}" for name in counts), *TIMES, "outcome"),
        (
            [row["profile"], *(row[name] for name in counts), *times(row, now), row["outcome"]]
            for row in named
        ),
    )
    for note in dict.fromkeys(row["note"] for row in profiles if row["note"]):
        whose = [row["profile"] for row in named if row["note"] == note]
        click.echo(plain(note) + (f": {', '.join(whose)}" if whose else ""))


#: Titles of columns.
TIMES = ("last good run", "next due")


def times(row: Row, now: str) -> tuple[str, str]:
    """When a profile's lists were last got, and when its turn comes: `now` for one that is overdue."""
    good, due = row["last_good"], row["next_due"]
    return minute(good) if good else "", "now" if due and due <= now else minute(due) if due else ""
