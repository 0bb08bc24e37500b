"""`verify`: is the archive sound?"""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from archive.commands import archive_option, json_option, print_json
from archive.store import Archive
from archive.verify import Finding
from archive.verify import verify as verify_archive
from scraper.exitcode import ExitCode

#: A damaged file may have a problem a row.
SHOWN = 10


@click.command()
@archive_option
@json_option
def verify(archive_path: Path, as_json: bool) -> None:
    """Try everything that the archive promises, down to each page's checksum; change nothing.

    Exits with 0 when all is well, with 50 when there is a problem, each with what to do about it.

    \b
    Example:
      blog-archiver verify && blog-archiver backup /media/usb/blogs
    """
    findings = []
    with Archive.open(archive_path, read_only=True) as archive:
        for finding in verify_archive(archive):
            findings.append(finding)
            if not as_json:
                say(finding)
    if as_json:
        print_json([asdict(finding) for finding in findings])
    if any(finding.problems for finding in findings):
        sys.exit(ExitCode.ARCHIVE)


def say(finding: Finding) -> None:
    """The line of a check; below it its problems and what to do."""
    click.echo(f"{finding.check}: {len(finding.problems) or 'no'} problems")
    for problem in finding.problems[:SHOWN]:
        click.echo(f"  {problem}")
    if len(finding.problems) > SHOWN:
        click.echo(f"  … and {len(finding.problems) - SHOWN} more: --json lists them")
    if finding.problems:
        click.echo(f"  what to do: {finding.todo}")
