"""A book (EPUB 3.3) of posts: a chapter each, with its pictures, formulas as MathML, code in colours.

book.py       the archive of files that a book is, and its table of contents
chapter.py    a post as a page of the book
xhtml.py      a body's HTML as the XHTML that readers of books take
formulas.py   TeX as MathML

Two exports are equal byte for byte where program and zlib are the same: a seal is the comment of the ZIP,
its last bytes (see `archive.export.seal`). Attached files stay where they are on the web.
"""

from pathlib import Path
from zipfile import ZipFile

from archive.browse.typesetter import Typesetter
from archive.export import Outcome, Progress
from archive.export.epub.book import Book
from archive.export.epub.chapter import LAYOUT, chapter
from archive.export.epub.xhtml import laid_out
from archive.export.output import whole_file
from archive.export.revision import revision
from archive.export.seal import ingredients, is_sealed, seal
from archive.export.selection import Selection
from archive.export.typesetting import typesetting

__all__ = ["export"]


def export(selection: Selection, out: Path, progress: Progress) -> Outcome:
    """Write a selection as one book. See `archive.export`."""
    made_of = ingredients(selection, revision())
    if is_sealed(out, made_of):
        return Outcome(posts=len(selection), files=1)
    with whole_file(out) as draft, typesetting(laid_out) as typesetter:
        with ZipFile(draft.file, "w") as file:
            book = bound(file, selection, progress, typesetter)
        if made_of and not book.lost and not typesetter.given_up:
            seal(draft.file, made_of)
    posts, written, lost = len(book.chapters), int(draft.changed), len(book.lost)
    return Outcome(posts=posts, files=1, written=written, lost=lost)


def bound(file: ZipFile, selection: Selection, progress: Progress, typesetter: Typesetter) -> Book:
    """The book of a selection, written to a ZIP."""
    book = Book(file, selection.name)
    book.add("book.css", LAYOUT.read_bytes())
    for post in progress(selection):
        book.append(chapter(post, book.hold(post.media), typesetter))
    book.finish()
    return book
