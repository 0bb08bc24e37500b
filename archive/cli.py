"""The command `blog-archiver`: one file of archive.commands for each subject."""

import sqlite3
import sys
from typing import Any

import click

from archive.commands.audit import audit_command
from archive.commands.backup import backup
from archive.commands.browse import browse
from archive.commands.crawl import crawl
from archive.commands.history import diff, history
from archive.commands.profiles import add, profiles, remove
from archive.commands.rebuild import rebuild
from archive.commands.search import search, show
from archive.commands.status import status
from archive.commands.verify import verify
from archive.store import ArchiveError
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode


class Group(click.Group):
    """A click group whose known errors are one line on stderr and the exit code of their kind."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ConfigurationError as error:
            refuse(str(error), ExitCode.CONFIGURATION)
        except ArchiveError as error:
            refuse(str(error), ExitCode.ARCHIVE)
        except sqlite3.DatabaseError as error:  # from a query of a command's own
            refuse(f"the archive cannot be read: {error}; `blog-archiver verify`", ExitCode.ARCHIVE)


def refuse(message: str, code: ExitCode) -> None:
    """Say why on stderr, and exit."""
    shown = "".join(c if c.isprintable() else "\ufffd" for c in message)  # no escape codes
    click.echo(f"blog-archiver: {shown}", err=True)
    sys.exit(code)


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="blog-archiver")
def main() -> None:
    """Keep technical blogs: every post of a profile in one searchable SQLite archive.

    \b
    Examples:
      blog-archiver add https://blog.csdn.net/someone
      blog-archiver crawl
      blog-archiver search 显存优化
      blog-archiver browse

    PROFILE is an address or platform:handle. POST is an address, a database id, or
    platform:source_id. The archive is --archive FILE, else $BLOG_ARCHIVE, else ./archive.db;
    profiles.toml lies beside it.
    """


for command in (
    crawl,
    add,
    profiles,
    remove,
    search,
    show,
    status,
    history,
    diff,
    audit_command,
    rebuild,
    verify,
    backup,
    browse,
):
    main.add_command(command)
