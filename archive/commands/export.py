"""`export`: the posts as files that other programs read."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.progress import track

from archive.commands import archive_option, console, json_option, print_json
from archive.commands.profiles import chosen_profiles
from archive.connection import ArchiveUnusable
from archive.export import FORMATS, Outcome, Selection
from archive.export import export as export_posts
from archive.store import Archive

T = TypeVar("T")
Day = click.DateTime(["%Y-%m-%d"])


@click.command()
@archive_option
@click.option("--format", "form", type=click.Choice(list(FORMATS)), required=True)
@click.option(
    "-o",
    "--output",
    "out",
    metavar="PATH",
    type=click.Path(path_type=Path),
    required=True,
    help="The folder or file to write.",
)
@click.option("--profile", "profiles", metavar="PROFILE", multiple=True, help="Only of this one.")
@click.option("--tag", "tags", metavar="TAG", multiple=True, help="Only with this tag.")
@click.option("--from", "since", metavar="DAY", type=Day, help="Only published on DAY or later.")
@click.option("--to", "until", metavar="DAY", type=Day, help="Only published on DAY or earlier.")
@click.option("--licence", metavar="TEXT", default="", help="Only of a licence with TEXT in it.")
@click.option("--query", metavar="QUERY", default="", help="Only what `search QUERY` finds.")
@json_option
def export(
    archive_path: Path,
    form: str,
    out: Path,
    profiles: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Write posts as files that other programs read, all or those that the filters let through.

    \b
    markdown  a folder of Markdown files and pictures: an Obsidian vault, content for Hugo
    atom      one feed of all of them, with their text
    epub      one book: formulas, coloured code and pictures inside, a table of contents
    site      a folder of HTML pages, read and searched from a disk without a network
    jsonl     a line for each post, page and version, and media beside: all that `import` takes back
    warc      one file of all that was fetched for them, and their pictures
    \b
    A later export to the same PATH writes what has changed, and removes what is no longer among
    the posts. Files in a folder that are not the export's are left alone. --profile and --tag may
    be given more than once; DAY is YYYY-MM-DD; --licence also takes original, repost, translation.

    \b
    Examples:
      blog-archiver export --format markdown -o vault
      blog-archiver export --format markdown -o vault --profile csdn:someone --from 2025-01-01
      blog-archiver export --format epub -o someone.epub --profile csdn:someone
      blog-archiver export --format atom -o 2026.atom --from 2026-01-01
      blog-archiver export --format markdown -o notes --query '显存 -训练' --licence BY-SA

    Exits with 50 when files of the archive's media are missing; all else is then exported.
    """
    with Archive.open(archive_path, read_only=True) as archive:
        rows = chosen_profiles(archive, profiles) if profiles else []
        names = tuple(f"{row['platform']}:{row['handle']}" for row in rows)
        chosen |= {"profiles": names, "since": day(since), "until": day(until)}
        selection = Selection(archive, **chosen)
        outcome = export_posts(form, selection, out.absolute(), watched)
    report(outcome, form, out, as_json)


def day(given: datetime | None) -> str:
    """A day as the archive has it; empty where none was given."""
    return given.date().isoformat() if given else ""


def watched(posts: Iterable[T]) -> Iterable[T]:
    """The posts, behind a bar on a terminal."""
    screen = console(stderr=True)
    hidden = not screen.is_terminal
    return track(posts, "export", console=screen, disable=hidden, transient=True)


def report(outcome: Outcome, form: str, out: Path, as_json: bool) -> None:
    """What the export came to. Raises ArchiveUnusable where files of the media were missing."""
    if as_json:
        print_json({"format": form, "path": str(out), **asdict(outcome)})
    else:
        click.echo(f"{out}: {outcome.posts} posts; {changes(outcome)}")
    if outcome.lost:
        message = f"{outcome.lost} files of the archive's media are missing, and not in it"
        raise ArchiveUnusable(f"{message}: `blog-archiver verify` names them")


def changes(outcome: Outcome) -> str:
    """What was written, in words."""
    if not outcome.written + outcome.removed:
        return "nothing has changed"
    return f"{outcome.written} of {outcome.files} files written, {outcome.removed} removed"
