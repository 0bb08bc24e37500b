"""Ways into an archive besides a crawl: files of posts and of pages, made elsewhere.

One module a kind of file. Each goes through its file piece by piece: what is good is recorded as a crawl
would have recorded it, what is not is told with its place, and the next piece is tried. A second import
of the same file changes nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Protocol

from archive.atom import ADDRESS
from archive.store import Archive
from scraper.configuration import ConfigurationError

__all__ = ["KINDS", "Account", "Source", "import_file", "way_in"]


@dataclass(slots=True)
class Account:
    """What the import of a file came to.

    `taken` counts what was recorded, by the `type` of the item; `refused` what was not. `tell(place,
    reason)` is called for each of those: where in the file it is, and what is wrong with it. `purged`
    counts posts that are left out since they were purged here.
    """

    tell: Callable[[str, str], None] = lambda place, reason: None
    taken: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    purged: int = 0

    def refuse(self, place: str, reason: str) -> None:
        """Count and tell what is not recorded."""
        self.refused += 1
        self.tell(place, reason)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to import. `url` is the address of the page that it holds, for a kind that does not say."""

    path: Path
    url: str | None = None


class Import(Protocol):
    """Records what a file holds, and accounts for it.

    Raises ConfigurationError where the file as a whole is of no use, ArchiveError, OSError.
    """

    def __call__(self, archive: Archive, source: Source, account: Account, /) -> None: ...


#: What imports a page that does not say where it stands.
SAVED = "archive.importing.saved"
#: How the name of a file ends → the module with its `import_`.
KINDS = {
    (".jsonl", ".jl", ".ndjson"): "archive.importing.jsonl",
    (".db", ".sqlite", ".sqlite3"): "archive.importing.database",
    (".warc", ".warc.gz"): "archive.importing.warc",
    (".wacz",): "archive.importing.wacz",
    (".html", ".htm"): SAVED,
}


def import_file(archive: Archive, source: Source, account: Account) -> None:
    """Import a file of a known kind.

    Raises ConfigurationError for another kind, or where the file cannot be read, and ArchiveError.
    """
    taken_in = way_in(source)
    with readable(source.path):
        taken_in(archive, source, account)


def way_in(source: Source) -> Import:
    """What imports a file. Changes nothing.

    Raises ConfigurationError for a file of no known kind, that is not there, or whose address is
    missing or of no use.
    """
    path, name = source.path, source.path.name.lower()
    module = next((found for endings, found in KINDS.items() if name.endswith(endings)), None)
    if module is None:
        known = ", ".join(ending for endings in KINDS for ending in endings)
        raise ConfigurationError(f"{path}: a file to import ends in one of {known}")
    with readable(path):
        if not path.is_file() and path.exists():  # a pipe would be waited for without end
            raise ConfigurationError(f"{path} is no regular file")
        path.open("rb").close()
    check_address(source, needed=module == SAVED)
    taken_in: Import = import_module(module).import_
    return taken_in


def check_address(source: Source, *, needed: bool) -> None:
    """Raise ConfigurationError unless a file has the address that is `needed`, or has none."""
    if needed and not source.url:
        raise ConfigurationError(f"{source.path}: say where the page stands: --url ADDRESS")
    if source.url and not needed:
        raise ConfigurationError(
            f"{source.path} says itself where its pages stand: leave out --url"
        )
    if source.url and not ADDRESS.fullmatch(source.url):
        raise ConfigurationError(f"--url {source.url} is no address of a web page")


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn the system's error about a file into a ConfigurationError."""
    try:
        yield
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror or error}") from error
