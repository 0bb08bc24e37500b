"""`import`: take in posts and pages from files that were made elsewhere."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from archive.commands import archive_option, json_option, print_json
from archive.importing import Account, Source, import_file, way_in
from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.exitcode import ExitCode


@click.command("import")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@archive_option
@click.option("--url", metavar="ADDRESS", help="Where the page of a saved FILE stands.")
@json_option
def import_(files: tuple[Path, ...], archive_path: Path, url: str | None, as_json: bool) -> None:
    """Take in posts and pages from FILEs that were made elsewhere.

    \b
    .jsonl                an export, with its .media/ beside, or what `scrapy crawl -O` wrote
    .db                   another archive: its posts, versions, observations, counters, media
    .warc .warc.gz .wacz  pages that a browser or a crawler captured, with their pictures
    .html                 the page of a post, saved in a browser; say its --url
    \b
    Pages are read and judged as a crawl reads and judges them. What is good is kept, what is not is
    named with its place; importing a file again changes nothing. An archive that is not there is made.

    \b
    Examples:
      blog-archiver import posts.jsonl
      blog-archiver import /media/laptop/archive.db
      blog-archiver import captured.wacz
      blog-archiver import page.html --url https://blog.csdn.net/someone/article/details/1

    Exits with 10 when something in a file was refused; all else is then imported.
    """
    if url and len(files) > 1:
        raise ConfigurationError("--url is the address of one page: give one file")
    sources = [Source(file, url) for file in files]
    for source in sources:
        way_in(source)  # no archive is made for what is none to import
    accounts: dict[Path, Account] = {}
    problems: list[dict[str, str]] = []
    with Archive.open(archive_path, create=True) as archive:
        for source in sources:
            with told(source.path, problems, as_json) as accounts[source.path]:
                import_file(archive, source, accounts[source.path])
    if as_json:
        files_taken = {
            str(file): account.taken + Counter(purged=account.purged)
            for file, account in accounts.items()
        }
        print_json({"files": files_taken, "problems": problems})
    if problems:
        sys.exit(ExitCode.PARTIAL)


@contextmanager
def told(file: Path, problems: list[dict[str, str]], as_json: bool) -> Iterator[Account]:
    """The account of a file: each problem is said on stderr as it is met, the sum at the end."""

    def tell(place: str, reason: str) -> None:
        problems.append({"file": str(file), "place": place, "reason": reason})
        shown = "".join(c if c.isprintable() else "\ufffd" for c in f"{file}: {place}: {reason}")
        click.echo(shown, err=True)

    account = Account(tell)
    yield account
    if not as_json:
        kept = ", ".join(counted(n, kind) for kind, n in sorted(account.taken.items())) or "nothing"
        left_out = f", {counted(account.purged, 'purged post')} left out" if account.purged else ""
        click.echo(f"{file}: {kept} imported, {account.refused} refused{left_out}")


def counted(number: int, kind: str) -> str:
    """`1 post`, `2 posts`; media are always more than one."""
    return f"{number} {kind}" if number == 1 or kind == "media" else f"{number} {kind}s"
