"""What the commands of `blog-archiver` share: which archive, and output for people or programs."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

#: Lets a pipe or a log have whole lines: a table is cut to the width of a terminal only on one.
PIPE_WIDTH = 200

archive_option: Callable[..., Any] = click.option(
    "--archive",
    "archive_path",
    metavar="FILE",
    envvar="BLOG_ARCHIVE",
    default="archive.db",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The archive; also $BLOG_ARCHIVE.",
)
json_option: Callable[..., Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs."
)


def console(*, stderr: bool = False) -> Console:
    """Where people look: colours and the terminal's width on a terminal, plain wide text elsewhere."""
    screen = Console(stderr=stderr, highlight=False)
    return screen if screen.is_terminal else Console(stderr=stderr, width=PIPE_WIDTH)


def print_table(columns: Iterable[str], rows: Iterable[Iterable[object]], title: str = "") -> None:
    """A table on stdout; a column whose name begins with `#` holds numbers."""
    table = Table(title=title or None, box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        table.add_column(
            column.lstrip("#"),
            justify="right" if column.startswith("#") else "left",
            overflow="ellipsis",
            no_wrap=True,
        )
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    screen = console()
    with screen.capture() as printed:
        screen.print(table, markup=False)
    click.echo("\n".join(line.rstrip() for line in printed.get().splitlines()))


def print_json(value: object) -> None:
    """JSON on stdout, Chinese unescaped."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
