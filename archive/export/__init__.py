"""Ways out of an archive: posts as files that other programs read.

selection.py   which posts: all, or what filters let through, in a stable order
exported.py    a post as plain data, the same for every format
rights.py      whose it is, what may be done with it and where it stands: shown in every export
output.py      a file that is written whole or not at all, and not touched where nothing changed
folder.py      a folder of such files, of which those that no post needs any more are removed
seal.py        whether an export is already what would be written
revision.py    which program would write it

Two exports of the same posts by the same program are byte for byte equal, wherever and whenever they
are made: no counters, no times and no ids of ours. A format is a module with a function `export`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol, TypeVar

from archive.connection import ArchiveUnusable, advice
from archive.export.exported import Exported
from archive.export.output import drafted, sweep
from archive.export.selection import Selection
from scraper.configuration import ConfigurationError

__all__ = ["FORMATS", "Exported", "Format", "Outcome", "Progress", "Selection", "export"]

T = TypeVar("T")


class Progress(Protocol):
    """How a format goes through a selection, or the ids of its posts: `iter`, or what also shows how far
    it is.
    """

    def __call__(self, posts: Iterable[T], /) -> Iterable[T]: ...


@dataclass(slots=True)
class Outcome:
    """What an export came to: `posts` in it, `files` in all, of which were `written` anew and which
    were `removed`; `lost` are media that the archive holds and whose files are not in its folder.
    """

    posts: int = 0
    files: int = 0
    written: int = 0
    removed: int = 0
    lost: int = 0


class Export(Protocol):
    """Writes a selection to a path. Raises ConfigurationError where that is somebody else's, OSError."""

    def __call__(self, selection: Selection, out: Path, progress: Progress, /) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Format:
    """Where a format's `export` is, and how the name of its file ends; without endings it is a folder.

    So no typing mistake writes over an archive, or over anything else that is no export.
    """

    module: str
    endings: tuple[str, ...] = ()


FORMATS = {
    "markdown": Format("archive.export.markdown"),
    "atom": Format("archive.export.atom", (".atom", ".xml")),
    "jsonl": Format("archive.export.jsonl", (".jsonl",)),
    "epub": Format("archive.export.epub", (".epub",)),
    "site": Format("archive.export.site"),
    "warc": Format("archive.export.warc", (".warc.gz",)),
}


def export(name: str, selection: Selection, out: Path, progress: Progress = iter) -> Outcome:
    """Write a selection in the format of a name to a file or folder `out`.

    Raises ConfigurationError where no post is selected or `out` is not a place for it, ArchiveUnusable
    where it cannot be written; a file is then as it was, and each file of a folder as it was or new.
    """
    form = FORMATS[name]
    if form.endings and not out.name.lower().endswith(form.endings):
        raise ConfigurationError(f"{out}: a file of {name} ends in {' or '.join(form.endings)}")
    if form.endings and out.is_dir():
        raise ConfigurationError(f"{out} is a folder, and {name} is one file: give its name")
    made: Export = import_module(form.module).export
    with selection.snapshot():
        if not selection.ids:
            raise ConfigurationError("no archived post is what you ask for: nothing was written")
        try:
            if form.endings:
                sweep(path for path in out.parent.iterdir() if drafted(path) == out)
            return made(selection, out, progress)
        except OSError as error:
            message = f"{out} cannot be written: {error}{advice(str(error))}"
            raise ArchiveUnusable(message) from error
