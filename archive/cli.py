"""The command `blog-archiver`: one file of archive.commands for each subject."""

import sqlite3
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from archive.connection import ArchiveError
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode

#: Command → where it is. Only the one that is asked for is loaded: Scrapy alone takes half a second.
COMMANDS = {
    "crawl": "archive.commands.crawl:crawl",
    "add": "archive.commands.profiles:add",
    "profiles": "archive.commands.profiles:profiles",
    "remove": "archive.commands.profiles:remove",
    "search": "archive.commands.search:search",
    "show": "archive.commands.search:show",
    "status": "archive.commands.status:status",
    "history": "archive.commands.history:history",
    "diff": "archive.commands.history:diff",
    "media": "archive.commands.media:media",
    "audit": "archive.commands.audit:audit_command",
    "rebuild": "archive.commands.rebuild:rebuild",
    "verify": "archive.commands.verify:verify",
    "backup": "archive.commands.backup:backup",
    "schedule": "archive.commands.schedule:schedule",
    "export": "archive.commands.export:export",
    "import": "archive.commands.import_:import_",
    "purge": "archive.commands.purge:purge",
    "browse": "archive.commands.browse:browse",
}


class Group(click.Group):
    """A click group whose known errors are one line on stderr and the exit code of their kind."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command; what a terminal or a pipe has no letters for is shown escaped."""
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        return super().main(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

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
