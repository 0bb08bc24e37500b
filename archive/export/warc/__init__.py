"""One WARC 1.1 (ISO 28500:2017) of what was fetched: for web archivists, and for replay of the pages.

    records.py   how each is written, and what the file says of itself
    fetched.py   what was fetched for posts, and for the lists that named them

By author and post as every export, the pages of a post by time; last the profiles' own pages, where no
post of theirs was left out by a filter. Equal bytes stand in the file once, and are referred to then.
"""

from pathlib import Path

from archive.export import Outcome, Progress
from archive.export.exported import Exported
from archive.export.output import whole_file
from archive.export.selection import Selection
from archive.export.warc.fetched import Fetch, fetches_of, last_fetch, other_fetches, pictures_of
from archive.export.warc.records import Records
from archive.raw import stored_page


def export(selection: Selection, out: Path, progress: Progress) -> Outcome:
    """Write a selection as one file of records, each compressed by itself. See `archive.export`.

    Raises ArchiveUnusable where a page is damaged.
    """
    outcome, database = Outcome(files=1), selection.archive.db
    with whole_file(out) as draft:
        records = Records(draft.file, selection.name, last_fetch(database, selection.ids))
        for post in progress(selection):
            add_post(records, selection, post)
            outcome.posts += 1
        for fetch in other_fetches(selection):
            records.add_fetch(fetch, stored_page(database, fetch.raw_sha256))
    outcome.written, outcome.lost = int(draft.changed), len(records.lost)
    return outcome


def add_post(records: Records, selection: Selection, post: Exported) -> None:
    """Add what was fetched for a post, then whose it is, then its pictures."""
    database = selection.archive.db
    fetch: Fetch | None = None
    for fetch in fetches_of(database, post.id):
        records.add_fetch(fetch, stored_page(database, fetch.raw_sha256))
    if fetch:
        records.add_rights(post, fetch.fetched_at)
    for picture in pictures_of(selection.archive, post):
        records.add_picture(picture)
