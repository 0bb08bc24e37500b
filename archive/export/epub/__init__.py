"""A book (EPUB 3.3) of posts: a chapter each, with its pictures, formulas as MathML, code in colours.

book.py       the archive of files that a book is, and its table of contents
chapter.py    a post as a page of the book
xhtml.py      a body's HTML as the XHTML that readers of books take
formulas.py   TeX as MathML

Two exports are equal byte for byte where zlib is the same. Attached files stay where they are on the web.
"""

from pathlib import Path
from zipfile import ZipFile

from archive.export import Outcome, Progress
from archive.export.epub.book import Book
from archive.export.epub.chapter import LAYOUT, chapter
from archive.export.epub.xhtml import laid_out
from archive.export.output import whole_file
from archive.export.selection import Selection
from archive.export.typesetting import typesetting

__all__ = ["export"]


def export(selection: Selection, out: Path, progress: Progress) -> Outcome:
    """Write a selection as one book. See `archive.export`."""
    outcome = Outcome(files=1)
    with (
        whole_file(out) as draft,
        ZipFile(draft.file, "w") as file,
        typesetting(laid_out) as typesetter,
    ):
        book = Book(file, selection.name)
        book.add("book.css", LAYOUT.read_bytes())
        for post in progress(selection):
            book.append(chapter(post, book.hold(post.media), typesetter))
            outcome.posts += 1
        book.finish()
    outcome.written, outcome.lost = int(draft.changed), len(book.lost)
    return outcome
