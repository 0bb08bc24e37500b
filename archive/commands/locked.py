"""What a command keeps others from doing to an archive while it runs."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from archive.lock import Locked, lock_platform
from scraper.exitcode import ExitCode

#: A backup that ends while a purge runs would have what that has looked for already.
COPIES = "backup-or-purge"


@contextmanager
def locked(archive_path: Path, names: Iterable[str]) -> Iterator[None]:
    """Keep away crawls of platforms, and what has another name; exits with 60 where one is running."""
    with ExitStack() as locks:
        try:
            for name in names:
                locks.callback(lock_platform(archive_path, name).release)
        except Locked as error:
            click.echo(f"blog-archiver: {error}", err=True)
            sys.exit(ExitCode.LOCKED)
        yield
