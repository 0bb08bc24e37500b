"""`search` and `show`: find a post, read it."""

from pathlib import Path
from typing import Any

import click
from rich.text import Text

from archive.commands import archive_option, console, json_option, print_json
from archive.search import Hit
from archive.search import search as search_archive
from archive.store import Archive
from scraper.configuration import ConfigurationError

LONGEST_QUERY = 1000


@click.command()
@click.argument("query")
@archive_option
@click.option("--limit", metavar="N", default=20, show_default=True, type=click.IntRange(min=1))
@json_option
def search(query: str, archive_path: Path, limit: int, as_json: bool) -> None:
    """Find posts by words of any length, Chinese included, best first.

    \b
    Examples:
      blog-archiver search 显存
      blog-archiver search 'vLLM 推理 -训练'
      blog-archiver search '"CUDA Graph" OR torch.comp*' --json
    """
    if len(query) > LONGEST_QUERY:
        raise ConfigurationError(f"a query of {len(query)} characters: at most {LONGEST_QUERY}")
    with Archive.open(archive_path, read_only=True) as archive:
        hits = search_archive(archive.db, query, limit)
    if as_json:
        print_json(
            [{"url": h.url, "title": h.title, "snippet": h.snippet, "score": h.score} for h in hits]
        )
    elif hits:
        for hit in hits:
            print_hit(hit)
    else:
        click.echo(f"nothing found for {query}", err=True)


def print_hit(hit: Hit) -> None:
    """A title, its address and the text around what was found."""
    screen = console()
    screen.print(Text(hit.title, style="bold"), soft_wrap=True)
    screen.print(Text(hit.url, style="blue"), soft_wrap=True)
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
        return " · ".join(f"{name} {plain(item)}" for name, item in value.items())
    if isinstance(value, list):
        return ", ".join(plain(item) for item in value)
    return str(value)
