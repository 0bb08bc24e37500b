"""The file that a book is: a ZIP of its pages, of a list of them, and of a table of contents."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from lxml.etree import XMLSyntaxError

from archive.atom import urn
from archive.export.epub.chapter import Chapter, filled
from archive.export.epub.drawing import sound
from archive.export.exported import Medium
from archive.export.seal import UNSEALED
from scraper.body.escaping import destination

TYPE = b"application/epub+zip"
#: Pictures that every reader of books must show (EPUB 3.3, 3.2).
PICTURES = {"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"}
#: When a book was changed whose posts have no time; the specification demands one.
UNKNOWN = "1970-01-01T00:00:00Z"


class Book:
    """A book that is being written to a ZIP. `lost` are pictures that were to be there and are not."""

    def __init__(self, file: ZipFile, name: str) -> None:
        self.zip, self.name = file, name
        self.chapters = list[Chapter]()
        self.pictures, self.lost = dict[str, str](), set[Path]()
        self.store("mimetype", TYPE, ZIP_STORED)  # the first, and as it is: so the file is told
        self.store("META-INF/container.xml", filled("container.xml"))

    def store(self, path: str, content: bytes, method: int = ZIP_DEFLATED) -> None:
        """A file of the ZIP, of no time and no system."""
        entry = ZipInfo(path)
        entry.create_system, entry.compress_type = 3, method
        self.zip.writestr(entry, content)

    def add(self, name: str, content: bytes, method: int = ZIP_DEFLATED) -> None:
        """A file of the book itself."""
        self.store(f"book/{name}", content, method)

    def hold(self, media: Iterable[Medium]) -> dict[str, str]:
        """Take pictures in, each once: the address that a body has → its name in the book."""
        found: dict[str, str] = {}
        for medium in media:
            if medium.path and medium.type in PICTURES:
                name = f"media/{medium.name}"
                if self.has(name, medium.type, medium.path):
                    found |= {medium.url: name, destination(medium.url): name}
        return found

    def has(self, name: str, media_type: str, path: Path) -> bool:
        """Whether a picture is in the book, now if not before; False where its file is missing, or is a
        drawing no more.
        """
        if name not in self.pictures:
            drawing = media_type == "image/svg+xml"
            try:
                content = sound(path.read_bytes()) if drawing else path.read_bytes()
            except (FileNotFoundError, XMLSyntaxError):
                self.lost.add(path)
                return False
            self.add(name, content, ZIP_DEFLATED if drawing else ZIP_STORED)
            self.pictures[name] = media_type
        return True

    def append(self, chapter: Chapter) -> None:
        """The next chapter."""
        self.add(chapter.name, chapter.page)
        self.chapters.append(replace(chapter, page=b""))

    def finish(self) -> None:
        """Write what can be told only at the end."""
        languages = Counter(chapter.language for chapter in self.chapters if chapter.language)
        about = {
            "title": self.title,
            "language": languages.most_common(1)[0][0] if languages else "und",
            "chapters": self.chapters,
        }
        changed = max([UNKNOWN, *(chapter.changed for chapter in self.chapters)])
        authors = dict.fromkeys(chapter.author for chapter in self.chapters)
        told = {"urn": urn(f"book: {self.name}"), "changed": changed, "authors": authors}
        self.add("contents.xhtml", filled("contents.xhtml", **about))
        self.add("book.opf", filled("book.opf", **about, **told, pictures=self.pictures))
        self.zip.comment = UNSEALED

    @property
    def title(self) -> str:
        """The name of the profile that all of it is of, or of the selection."""
        first = self.chapters[0]
        return first.profile_name if self.name == first.profile else self.name
