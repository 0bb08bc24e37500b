"""`rebuild`: render everything again from what was fetched."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from rich.progress import track

from archive.commands import archive_option, console, json_option, print_json
from archive.commands.profiles import chosen_profiles
from archive.rebuild import Rebuilt, versions
from archive.rebuild import rebuild as rebuild_posts
from archive.rollback import roll_back
from archive.store import Archive
from archive.workers import cores
from scraper.body import EXTRACTOR
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode


@click.command()
@click.argument("profiles", metavar="[PROFILE]...", nargs=-1)
@archive_option
@click.option("--dry-run", is_flag=True, help="Only report; keep nothing.")
@click.option("--accept-worse", is_flag=True, help="Show worse renderings too.")
@click.option("--rollback", metavar="EXTRACTOR", help="Show what an earlier extractor made.")
@click.option("--index", is_flag=True, help="Make only the search index and the lengths again.")
@click.option(
    "--jobs",
    metavar="N",
    default=cores,
    show_default="all cores",
    type=click.IntRange(min=1),
    help="Render N posts at once.",
)
@json_option
def rebuild(
    profiles: tuple[str, ...],
    archive_path: Path,
    dry_run: bool,
    accept_worse: bool,
    rollback: str | None,
    index: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Render the posts of PROFILEs, or of all, again from the pages that were fetched.

    No site is asked. A rendering that is worse by its quality is kept, but the post goes on to show
    the one it has. Exits with 10 when there are such posts, with 20 when today's extractor makes
    other bodies than one of the same name did.

    \b
    Examples:
      blog-archiver rebuild --dry-run
      blog-archiver rebuild csdn:someone --accept-worse
      blog-archiver rebuild --rollback 1
      blog-archiver rebuild --index
    """
    if index and dry_run:
        raise ConfigurationError("--index has no --dry-run: `blog-archiver verify` tells")
    with Archive.open(archive_path, read_only=dry_run) as archive:
        chosen = [row["id"] for row in chosen_profiles(archive, profiles)]
        if index:
            archive.index_again()
            report_index(archive.db["posts_fts"].count, as_json)
        elif rollback is not None:
            changed = roll_back(archive, chosen, rollback, dry_run=dry_run)
            report_rollback(rollback, changed, as_json)
        else:
            wanted = versions(archive.db, chosen)
            results = rebuild_posts(
                archive, wanted, jobs=jobs, dry_run=dry_run, accept_worse=accept_worse
            )
            found = list(watched(results, len(wanted)))
            report(found, as_json)
            sys.exit(exit_code(found))


def watched(results: Iterable[Rebuilt], total: int) -> Iterator[Rebuilt]:
    """The results as they come, behind a bar on a terminal."""
    screen = console(stderr=True)
    yield from track(
        results, "rebuild", total, console=screen, disable=not screen.is_terminal, transient=True
    )


def report_index(posts: int, as_json: bool) -> None:
    """How many posts can be searched now."""
    if as_json:
        print_json({"indexed": posts})
    else:
        click.echo(f"posts in the index that was made again: {posts}")


def report_rollback(extractor: str, changed: int, as_json: bool) -> None:
    """How many posts show another rendering."""
    if as_json:
        print_json({"extractor": extractor, "changed": changed})
    else:
        click.echo(f"{changed} posts show what extractor {extractor} made of them")


def report(found: list[Rebuilt], as_json: bool) -> None:
    """Each post that is not the same, and the sums."""
    if as_json:
        print_json({"extractor": EXTRACTOR, "posts": [result.as_dict() for result in found]})
        return
    for result in found:
        if result.outcome != "same" or result.unnamed:
            click.echo(line(result))
    sums = [f"{sum(r.outcome == o for r in found)} {o}" for o in ("better", "worse", "same")]
    changed = sum(result.changed for result in found)
    click.echo(
        f"{len(found)} posts by extractor {EXTRACTOR}: {' · '.join(sums)}; {changed} changed"
    )


def line(result: Rebuilt) -> str:
    """`worse csdn:130000001 0.98 → 0.71 标题: code lost (stays as it was)`."""
    after = "none" if result.after is None else f"{result.after:.2f}"
    text = f"{result.outcome} {result.post} {result.before:.2f} → {after} {result.title}"
    if result.reason:
        text += f": {result.reason}"
    if result.unnamed:
        return f"{text} (not kept: an extractor of the same name made another body)"
    return text if result.current else f"{text} (stays as it was)"


def exit_code(found: list[Rebuilt]) -> ExitCode:
    """What the results come to."""
    if any(result.unnamed for result in found):
        return ExitCode.CHANGED
    left = any(result.outcome == "worse" and not result.current for result in found)
    return ExitCode.PARTIAL if left else ExitCode.COMPLETE
