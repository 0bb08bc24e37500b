"""A later version of the program: the same with one more migration."""

from sqlite_utils import Database, Migrations

from archive import connection
from archive.migrations import migrations


def upgrade() -> Migrations:
    """The steps of that version."""
    steps = Migrations("blog-archiver")
    for step in migrations.pending(Database(memory=True)):
        steps(name=step.name)(step.fn)
    steps()(m999_made_up)
    return steps


def m999_made_up(db: Database) -> None:
    db.execute("ALTER TABLE posts ADD COLUMN reading_minutes INTEGER")
    db.execute("UPDATE posts SET reading_minutes = 5")


def install() -> None:
    """Let this process be that version."""
    connection.migrations = upgrade()
