"""`browse`: Datasette on this machine."""

import os
from pathlib import Path

import click

from archive.commands import archive_option
from archive.store import Archive


@click.command()
@archive_option
@click.option("--port", default=8001, show_default=True, type=click.IntRange(0, 65535))
@click.option("--open", "open_browser", is_flag=True, help="Open a web browser.")
def browse(archive_path: Path, port: int, open_browser: bool) -> None:
    """Serve the archive with Datasette on 127.0.0.1, until Ctrl-C."""
    Archive.open(archive_path, read_only=True).close()
    from datasette.cli import cli as datasette

    from archive.browse.routes import FRONT

    os.environ[FRONT] = "1"
    arguments = ["serve", str(archive_path), "--host", "127.0.0.1", "--port", str(port)]
    datasette.main([*arguments, *(["--open"] if open_browser else [])], standalone_mode=False)
