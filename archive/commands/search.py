"""`search` and `show`: find a post, read it."""

import re
from pathlib import Path
from typing import Any

import click
from rich.text import Text
from sqlite_utils import Database

from archive.commands import archive_option, console, json_option, print_json
from archive.commands.profiles import identity
from archive.lookup import purged_on
from archive.search import Sort
from archive.search import search as search_archive
from archive.search.filters import Filters, known_values
from archive.search.hit import Hit
from archive.search.near import Near, near
from archive.search.query import parse, unclosed
from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.profiles import spiders

LONGEST_QUERY = 1000
#: Values of a filter that are told, at most.
SHOWN = 20


def year(_: click.Context, __: click.Parameter, value: str) -> str:
    """Four digits, or nothing. Raises click.BadParameter."""
    if value and not re.fullmatch(r"[0-9]{4}", value):
        raise click.BadParameter(f"{value}: give YYYY")
    return value


class Query(click.Command):
    """A command whose query may begin with a minus: no option is named in Chinese."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.ignore_unknown_options = any(arg[:1] == "-" and not arg.isascii() for arg in args)
        return super().parse_args(ctx, args)


@click.command(cls=Query)
@click.argument("query")
@archive_option
@click.option("--platform", metavar="NAME", default="", help="Only of this platform.")
@click.option("--profile", metavar="PROFILE", default="", help="Only of this profile.")
@click.option("--kind", metavar="KIND", default="", help="original, repost or translation.")
@click.option("--tag", metavar="TAG", default="", help="Only with this tag.")
@click.option(
    "--year", metavar="YYYY", default="", callback=year, help="Only published in this year."
)
@click.option("--sort", type=click.Choice(["rank", "date"]), default="rank", show_default=True)
@click.option("--limit", metavar="N", default=20, show_default=True, type=click.IntRange(min=1))
@json_option
def search(
    query: str, archive_path: Path, sort: Sort, limit: int, as_json: bool, **filters: str
) -> None:
    """Find posts by words of any length, Chinese included, best first.

    The same text on several platforms is one result. An empty query means every post. Before a query
    in Latin letters that begins with a minus, type `--`.

    \b
    Examples:
      blog-archiver search 显存
      blog-archiver search 'vLLM 推理 -训练' --platform csdn --year 2025
      blog-archiver search '"CUDA Graph" OR torch.comp*' --json
    """
    if len(query) > LONGEST_QUERY:
        raise ConfigurationError(f"a query of {len(query)} characters: at most {LONGEST_QUERY}")
    if "//" in filters["profile"]:
        filters["profile"] = identity(filters["profile"])
    chosen = Filters(**filters)
    with Archive.open(archive_path, read_only=True) as archive:
        check_values(archive.db, chosen)
        hits = search_archive(archive.db, query, limit, filters=chosen, sort=sort)
        instead = [] if hits else near(archive.db, parse(query))
    if as_json:
        print_json([hit.mapping() for hit in hits])
        return
    for hit in hits:
        print_hit(hit)
    if not hits:
        say_nothing(query, chosen, instead)
    if unclosed(query):
        click.echo("a quote is not closed: all that follows it is taken as one phrase", err=True)


def check_values(database: Database, filters: Filters) -> None:
    """Raise click.BadParameter for a filter's value that no post can have, with those that are known."""
    for name in ("platform", "profile", "kind"):
        value, known = getattr(filters, name), known_values(database, name)
        if not value or value in known or (name == "platform" and value in spiders()):
            continue
        others = f"{', '.join(known[:SHOWN])}{' …' if len(known) > SHOWN else ''}"
        raise click.BadParameter(
            f"{value}: the archive has {others or 'none'}", param_hint=f"--{name}"
        )


def say_nothing(query: str, filters: Filters, instead: list[Near]) -> None:
    """That nothing was found, where it was looked for, and what there is without the filters."""
    where = "".join(f" in {name} {value}" for name, value in filters.chosen.items())
    click.echo(f"nothing found for {query}{where}", err=True)
    if instead:
        there = ", ".join(f"{term.text} ({term.posts})" for term in instead)
        click.echo(f"there is: {there}", err=True)


def print_hit(hit: Hit) -> None:
    """A title, the addresses where it is and the text around what was found."""
    screen = console()
    screen.print(Text(hit.title, style="bold"), soft_wrap=True)
    for place in hit.places:
        screen.print(Text(place.url, style="blue"), soft_wrap=True)
    passage = Text(hit.snippet)
    for start, end in hit.marks:
        passage.stylize("bold yellow", start, end)
    screen.print(passage, soft_wrap=True)
    screen.print()


@click.command()
@click.argument("post")
@archive_option
@json_option
def show(post: str, archive_path: Path, as_json: bool) -> None:
    """Print POST as Markdown, with what is known of it.

    \b
    Examples:
      blog-archiver show https://blog.csdn.net/someone/article/details/100000001
      blog-archiver show csdn:100000001
      blog-archiver show 42 --json
    """
    with Archive.open(archive_path, read_only=True) as archive:
        found = archive.post(post)
    if as_json:
        print_json(found)
        return
    if purged := purged_on(found):
        click.echo(f"{found['profile'].partition(':')[0]}:{found['source_id']}: {purged}")
        return
    body, quality = found.pop("body_markdown"), found.pop("quality")
    for name, value in found.items():
        if value not in (None, "", [], {}):
            click.echo(f"{name}: {plain(value)}")
    if quality:
        click.echo(f"quality: {quality_line(quality)}")
    click.echo(f"\n{body or '(no body archived)'}")


def quality_line(quality: dict[str, Any]) -> str:
    """`suspect 0.97 · code 3/4 · formulas 12/12 · a code block is empty`, found of what was there."""
    counts = [f"{name} {got}/{had}" for name, (had, got) in quality["counts"].items()]
    return " · ".join(
        [f"{quality['verdict']} {quality['score']:.2f}", *counts, *quality["reasons"]]
    )


def plain(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        known = ((name, item) for name, item in value.items() if item is not None)
        return " · ".join(f"{name} {plain(item)}" for name, item in known)
    if isinstance(value, list):
        return ", ".join(plain(item) for item in value)
    return str(value)
