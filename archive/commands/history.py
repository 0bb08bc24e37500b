"""`history` and `diff`: how a post changed."""

from dataclasses import asdict
from pathlib import Path

import click

from archive.commands import archive_option, console, json_option, print_json, print_table
from archive.history import timeline, two_versions
from archive.history.difference import by_word, unified
from archive.lookup import purged_on
from archive.store import Archive

#: How `git diff --word-diff` marks what went and what came.
MARKS = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
COLOURS = {"same": None, "gone": "red", "new": "green"}


@click.command()
@click.argument("post")
@archive_option
@json_option
def history(post: str, archive_path: Path, as_json: bool) -> None:
    """Print what became of POST: its versions, and what was seen in between, oldest first.

    \b
    Example:
      blog-archiver history csdn:100000001
    """
    with Archive.open(archive_path, read_only=True) as archive:
        events = timeline(archive.db, archive.find(post))
        purged = purged_on(archive.find(post))
    if as_json:
        print_json([asdict(event) for event in events])
        return
    if purged:
        click.echo(purged)
        return
    rows = [
        (e.at, f"version {e.number}" if e.number else e.what, e.site_time, e.detail) for e in events
    ]
    print_table(("seen", "what", "the site's time", ""), rows)


@click.command()
@click.argument("post")
@click.argument("older", metavar="[V1", required=False, type=int)
@click.argument("newer", metavar="V2]", required=False, type=int)
@archive_option
@click.option("--word", is_flag=True, help="By word, and by character in Chinese.")
def diff(post: str, older: int | None, newer: int | None, archive_path: Path, word: bool) -> None:
    """Print how two versions of POST differ; without numbers, the last two.

    \b
    Examples:
      blog-archiver diff csdn:100000001
      blog-archiver diff csdn:100000001 1 3 --word
    """
    with Archive.open(archive_path, read_only=True) as archive:
        pair = two_versions(archive.db, archive.find(post), older, newer)
    if not word:
        click.echo(unified(*pair), nl=False)
        return
    coloured = console().is_terminal
    for change, text in by_word(*pair):
        if text:
            shown = text if coloured else MARKS[change].format(text)
            click.secho(shown, fg=COLOURS[change], nl=False)
