"""`backup`: a copy to keep elsewhere."""

import os
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path

import click

from archive.backup import MANIFEST, back_up
from archive.commands import archive_option, json_option, print_json
from archive.commands.locked import COPIES, locked
from archive.connection import ArchiveUnusable
from archive.store import Archive


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@archive_option
@json_option
def backup(folder: Path, archive_path: Path, as_json: bool) -> None:
    """Copy the archive, its media and profiles.toml into DIR, with checksums, while a crawl may run.

    Exits with 50 when files of the media are missing or damaged; all else is then backed up. With 60
    while a purge, or another backup, is running.
    A later backup into the same DIR replaces the database and adds the media that are new. To
    restore, copy DIR back.

    \b
    Examples:
      blog-archiver backup /media/usb/blogs
      cd /media/usb/blogs && sha256sum -c SHA256SUMS
    """
    with Archive.open(archive_path, read_only=True) as archive, no_purge(archive.path):
        made = back_up(archive, folder.absolute())
    if as_json:
        print_json(asdict(made))
    else:
        click.echo(
            f"{made.folder}: {made.posts} posts in {made.size / 1e6:.1f} MB, {made.media} media of "
            f"which {made.new_media} are new; sha256sum -c {MANIFEST} checks them"
        )
    if made.lost:
        message = f"{made.lost} files of the archive's media are missing or damaged, and not in it"
        raise ArchiveUnusable(f"{message}: `blog-archiver verify` names them")


def no_purge(archive_path: Path) -> AbstractContextManager[None]:
    """Keep purges away; from a medium where no lock can be made, nothing can be purged."""
    writable = os.access(archive_path.parent, os.W_OK)
    return locked(archive_path, [COPIES] if writable else [])
