"""The schema, as the steps that made it. New steps go at the end; a shipped step never changes."""

from hashlib import sha256
from importlib.resources import files

from sqlite_utils import Database, Migrations

#: "BlgA": marks a file as ours, for `file`, for Datasette plugins and for people.
APPLICATION_ID = 0x426C6741

migrations = Migrations("blog-archiver")


@migrations()
def m001_archive(db: Database) -> None:
    """All tables, indexes and views of the first archive."""
    db.executescript(files("archive").joinpath("m001_archive.sql").read_text(encoding="utf-8"))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


@migrations()
def m002_media(db: Database) -> None:
    """Media; sites that are left alone for a while; a hash of each Markdown."""
    db.executescript(files("archive").joinpath("m002_media.sql").read_text(encoding="utf-8"))
    for (number,) in db.execute("SELECT id FROM renderings").fetchall():
        (markdown,) = db.execute(
            "SELECT body_markdown FROM renderings WHERE id = ?", (number,)
        ).fetchone()
        hashed = (sha256(markdown.encode()).hexdigest(), number)
        db.execute("UPDATE renderings SET markdown_sha256 = ? WHERE id = ?", hashed)


@migrations()
def m003_measures(db: Database) -> None:
    """Room in a post's row for how long and how good its body is; an index to count posts by."""
    db.executescript(files("archive").joinpath("m003_measures.sql").read_text(encoding="utf-8"))


@migrations()
def m004_unattended(db: Database) -> None:
    """Incidents; how deep a crawl looked, and what it was answered; what changed pages lack."""
    db.executescript(files("archive").joinpath("m004_unattended.sql").read_text(encoding="utf-8"))
