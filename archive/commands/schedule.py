"""`schedule`: a file that makes a scheduler run `crawl --due`."""

from pathlib import Path

import click

from archive.commands import archive_option
from archive.schedule import KINDS
from archive.schedule.job import daily, job_for
from archive.schedule.repository import refuse_public
from archive.store import Archive
from scraper.configuration import ConfigurationError

HOURS = ("1h", "2h", "3h", "4h", "6h", "8h", "12h", "24h")
USUAL = "6h"


def time_of_day(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """HH:MM as it was given. Raises click.BadParameter."""
    try:
        if value is not None:
            daily(value)
    except ConfigurationError as error:
        raise click.BadParameter(str(error)) from error
    return value


@click.command()
@click.argument("kind", metavar="|".join(KINDS), type=click.Choice(list(KINDS)))
@archive_option
@click.option("--every", type=click.Choice(HOURS), show_default=USUAL, help="Between two runs.")
@click.option(
    "--at",
    metavar="HH:MM",
    callback=time_of_day,
    help="Once a day at this time instead; GitHub: in UTC.",
)
@click.option(
    "--output",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write into DIR instead; nothing there is replaced.",
)
def schedule(
    kind: str, archive_path: Path, every: str | None, at: str | None, folder: Path | None
) -> None:
    """Print a scheduler's file, filled in with the paths of this program and the archive.

    Its comments tell how to switch it on. It runs `crawl --due`, which asks for what is due and is
    silent when all is well; let it run at least as often as the shortest interval of a profile. A GitHub
    workflow is for a private repository, in which it is printed, beside profiles.toml.

    \b
    Examples:
      blog-archiver schedule systemd --output .
      blog-archiver schedule cron --at 05:30 --archive ~/blogs/archive.db
      blog-archiver schedule github-actions --output .github/workflows
    """
    if every and at:
        raise click.UsageError("--every or --at: a run cannot have both")
    if kind == "github-actions":
        refuse_public(archive_path.absolute().parent)
    else:  # a mistyped path would be found out at night
        Archive.open(archive_path, read_only=True).close()
    files = KINDS[kind](job_for(archive_path, int((every or USUAL).removesuffix("h")), at))
    if folder is None:
        click.echo("\n".join(files.values()), nl=False)
    else:
        write(folder, files)


def write(folder: Path, files: dict[str, str]) -> None:
    """Write the files and say so. Raises ConfigurationError rather than replace what is there."""
    for path in (folder / name for name in files):
        if path.exists():
            raise ConfigurationError(f"{path} is there already: remove it first")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
            click.echo(folder / name)
    except OSError as error:
        raise ConfigurationError(f"cannot write into {folder}: {error.strerror}") from error
