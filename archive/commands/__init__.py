"""What the commands of `blog-archiver` share: which archive, and output for people or programs."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

#: Lets a pipe or a log have whole lines: what is wider than a terminal is folded only on one.
PIPE_WIDTH = 4000
#: Characters of a cell there; a title may have any number of them.
LONGEST_CELL = 100
#: Columns of a word that is not broken on a narrow terminal.
LONGEST_WORD = 24

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
    """A table on stdout; a column whose name begins with `#` holds numbers.

    No column is ever lost: on a terminal words go below each other, elsewhere a row is one line.
    """
    screen = console()
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    table = Table(title=title or None, box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for number, column in enumerate(columns):
        name = column.lstrip("#")
        table.add_column(
            name,
            justify="right" if name != column else "left",
            overflow="fold" if screen.is_terminal else "ellipsis",
            no_wrap=not screen.is_terminal,
            min_width=longest_word([name, *(row[number] for row in cells)]),
            max_width=None if screen.is_terminal else LONGEST_CELL,
        )
    for row in cells:
        table.add_row(*map(Text, row))
    with screen.capture() as printed:
        screen.print(table, crop=False)
    click.echo("\n".join(line.rstrip() for line in printed.get().splitlines()))


def longest_word(texts: Iterable[str]) -> int:
    """The columns that the longest word takes, so far as no word has to be broken: `LONGEST_WORD`."""
    return min(LONGEST_WORD, max(cell_len(word) for text in texts for word in [*text.split(), ""]))


def print_json(value: object) -> None:
    """JSON on stdout, Chinese unescaped."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
