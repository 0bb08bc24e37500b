"""A folder of an export: it knows which of its files are the export's, and touches no other.

`.blog-archiver` in the folder names the format and every file of the export, one a line. A name is
added there before its file is written, so that a run that was killed leaves nothing unknown.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from archive.export import Outcome
from archive.export.output import copy, drafted, sweep, write
from archive.export.seal import of_folder
from scraper.configuration import ConfigurationError

MANIFEST = ".blog-archiver"
#: Before the seal in the last line: no name of a file begins so.
SEALED = "# sealed "


class Folder:
    """A folder at `path` for the files of a format; `outcome` counts them. It is sealed at its end if all
    that it is `made_of` is known (see `archive.export.seal`). Drafts that a killed export left are removed.

    Raises ConfigurationError where it has files that are no export's of this format, OSError.
    """

    def __init__(self, path: Path, form: str, made_of: str = "") -> None:
        self.path, self.made_of, self.outcome = path, made_of, Outcome()
        self.names, self.lost = set[str](), set[Path]()
        self.manifest, self.head = path / MANIFEST, f"# {form}, by blog-archiver"
        sweep(self.drafts({MANIFEST}, path.glob(f"{MANIFEST}.*")))
        self.known = self.read()
        sweep(self.drafts(self.known, path.rglob("*.new")))
        self.folded = {name.casefold() for name in self.known}
        if not self.known:
            write(self.manifest, f"{self.head}\n".encode())

    def read(self) -> set[str]:
        """The files that an earlier export left here, by their paths in the folder.

        Of Git and Obsidian there may be something before the first one: it is hidden.
        """
        if not self.manifest.is_file() and not self.is_in_use():
            return set()
        text = self.manifest.read_text("utf-8", "replace") if self.manifest.is_file() else ""
        head, *lines = text.rstrip("\n").split("\n")
        if head != self.head:
            raise ConfigurationError(
                f"{self.path} is not empty and no export of this format, as its {MANIFEST} would say:"
                " give another folder"
            )
        return {line for line in lines if not line.startswith(SEALED) and is_inside(line)}

    def is_in_use(self) -> bool:
        """Whether the folder has anything that is not hidden."""
        return self.path.is_dir() and any(file.name[0] != "." for file in self.path.iterdir())

    def drafts(self, names: set[str], paths: Iterable[Path]) -> Iterator[Path]:
        """Those of some files that were to become files with these names."""
        for path in paths:
            final = drafted(path)
            if final and final.relative_to(self.path).as_posix() in names:
                yield path

    def is_unchanged(self) -> bool:
        """Whether the last export was whole and of the same, and its files are as it left them."""
        number = self.made_of and of_folder(self.made_of, self.path, self.known)
        listed = self.manifest.read_text("utf-8", "replace")
        return bool(number) and listed.endswith(f"\n{SEALED}{number}\n")

    def write(self, name: str, content: bytes) -> None:
        """Let the file with a name, a path with `/`, have this content."""
        if self.claim(name):
            self.outcome.written += write(self.path / name, content)

    def __contains__(self, name: str) -> bool:
        """Whether this export has a file already."""
        return name in self.names

    def copy(self, name: str, source: Path) -> bool:
        """Let it have the content of a file of the archive's media; False where that is not there."""
        if not source.is_file():
            self.lost.add(source)
            return False
        if self.claim(name):
            self.outcome.written += copy(source, self.path / name)
        return True

    def claim(self, name: str) -> bool:
        """Whether a file is to be written: the first time, and never one that is not the export's."""
        if name in self.names:
            return False
        if name.casefold() not in self.folded:
            if (self.path / name).exists():
                raise ConfigurationError(f"{self.path / name} is no file of this export: move it")
            with self.manifest.open("a", encoding="utf-8", newline="") as manifest:
                manifest.write(f"{name}\n")
        self.names.add(name)
        return True

    def close(self, *, lasting: bool = True) -> Outcome:
        """Remove what the export had before and has no more; what it came to. It is not sealed where
        another time may bring more, though nothing changes: `lasting` is False.
        """
        now = {name.casefold(): name for name in self.names}
        for name in sorted(self.known - self.names):
            twin = now.get(name.casefold())  # the same file, where case makes no difference
            if twin is None or not same(self.path / name, self.path / twin):
                self.outcome.removed += self.remove(name)
        lines = [self.head, *sorted(self.names)]
        if self.made_of and lasting and not self.lost:
            lines.append(f"{SEALED}{of_folder(self.made_of, self.path, self.names)}")
        write(self.manifest, "".join(f"{line}\n" for line in lines).encode())
        self.outcome.files, self.outcome.lost = len(self.names), len(self.lost)
        return self.outcome

    def remove(self, name: str) -> bool:
        """Remove a file, and the folders that are empty without it; False for one that is not there, or
        that a link leads to.
        """
        path, root = self.path / name, self.path.resolve()
        if not path.parent.resolve().is_relative_to(root) or not path.is_file():
            return False
        path.unlink()
        for folder in path.parents:
            if folder == self.path or any(folder.iterdir()):
                break
            folder.rmdir()
        return True


def is_inside(name: str) -> bool:
    """Whether a name leads into the folder: a manifest may come from elsewhere."""
    return not name.startswith("/") and ".." not in name.split("/")


def same(path: Path, other: Path) -> bool:
    """Whether two names are of one file."""
    return path.exists() and other.exists() and path.samefile(other)
