"""A later version of the program: the same with one more migration."""

from sqlite_utils import Database, Migrations

from archive import connection
from archive.migrations import m001_archive, m002_media

STEP = "m003_made_up"


def upgrade() -> Migrations:
    """The steps of that version."""
    steps = Migrations("blog-archiver")
    for step in (m001_archive, m002_media, m003_made_up):
        steps()(step)
    return steps


def m003_made_up(db: Database) -> None:
    db.execute("ALTER TABLE posts ADD COLUMN reading_minutes INTEGER")
    db.execute("UPDATE posts SET reading_minutes = 5")


def install() -> None:
    """Let this process be that version."""
    connection.migrations = upgrade()
