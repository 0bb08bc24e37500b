"""Is an archive sound? Every promise that it makes is tried; nothing is written."""

import json
import platform
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from sqlite_utils import Database

from archive import fitness
from archive.connection import ArchiveError, usable
from archive.media.soundness import media_problems
from archive.raw import stored_page
from archive.recording.measures import mismeasured
from archive.recording.renderings import content_hash
from archive.rows import rows
from archive.search.scratch import index_problems
from archive.store import Archive
from scraper.items import Body, Image

RESTORE = "restore a backup"
NEWER = "install a Python whose SQLite is 3.35 or newer and has FTS5"
PROGRAMS = f"SQLite {sqlite3.sqlite_version} of Python {platform.python_version()}"


@dataclass(frozen=True, slots=True)
class Check:
    """Something that is to hold: what it is called, what speaks against it, what is to be done then."""

    name: str
    find: Callable[[Archive], Iterator[str]]
    todo: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a check: `problems`, none where all is well, and what to do about them."""

    check: str
    problems: list[str]
    todo: str


def verify(archive: Archive) -> Iterator[Finding]:
    """Make every check in turn. None changes the archive, and a crawl may be running."""
    for check in CHECKS:
        yield Finding(check.name, found(archive, check), check.todo)


def found(archive: Archive, check: Check) -> list[str]:
    """The problems of a check; damage that makes it impossible is one."""
    problems = []
    try:
        with usable(archive.path):
            for problem in check.find(archive):
                problems.append(problem)
    except ArchiveError as error:
        problems.append(str(error))
    return list(dict.fromkeys(problems))


def file_problems(database: Database) -> Iterator[str]:
    """What SQLite finds when it reads every page of the file."""
    for (message,) in database.conn.execute("PRAGMA integrity_check"):
        if message != "ok":
            yield message


def key_problems(database: Database) -> Iterator[str]:
    """Rows that refer to what is not there."""
    for table, rowid, parent, _ in database.conn.execute("PRAGMA foreign_key_check"):
        yield f"row {rowid} of {table} refers to a row of {parent} that is not there"


def page_problems(database: Database) -> Iterator[str]:
    """Raw pages that do not decompress to what was fetched."""
    # In the order of their dictionaries, so that each is made ready once.
    for row in rows(database, "SELECT sha256 FROM raw_pages ORDER BY dictionary"):
        try:
            stored_page(database, row["sha256"])
        except ArchiveError as error:
            yield str(error)


def rendering_problems(database: Database) -> Iterator[str]:
    """Renderings whose Markdown, text or pictures are not those that were stored."""
    for number, markdown, text, images, *expected in database.conn.execute(RENDERINGS):
        pictures = tuple(Image(**image) for image in json.loads(images))
        seen = content_hash(Body(markdown=markdown, text=text, images=pictures))
        if [sha256(markdown.encode()).hexdigest(), seen] != expected:
            yield f"rendering {number} is not what was stored"


RENDERINGS = """
SELECT id, body_markdown, body_text, images, markdown_sha256, content_hash FROM renderings ORDER BY id
"""


def pointer_problems(database: Database) -> Iterator[str]:
    """Posts that show no version of theirs, or no rendering of it."""
    for post_id, url in database.conn.execute(ASTRAY):
        yield f"post {post_id} ({url}) shows a body that is not there or not its own"


ASTRAY = """
SELECT posts.id, posts.url FROM posts
LEFT JOIN post_versions ON post_versions.id = posts.version_id AND post_id = posts.id
LEFT JOIN renderings ON renderings.id = rendering_id AND renderings.version_id = post_versions.id
WHERE (posts.state = 'archived' OR posts.version_id IS NOT NULL OR rendering_id IS NOT NULL)
AND renderings.id IS NULL ORDER BY posts.id
"""


def measure_problems(database: Database) -> Iterator[str]:
    """Posts that tell of another body than the one they show."""
    for post_id, url in mismeasured(database):
        yield f"post {post_id} ({url}) has another length or verdict than its body"


CHECKS = (
    Check(PROGRAMS, lambda _: fitness.sqlite_problems(), NEWER),
    Check("disk", lambda a: fitness.disk_problems(a.path), "make room on the disk"),
    Check("file", lambda a: file_problems(a.db), RESTORE),
    Check("references", lambda a: key_problems(a.db), RESTORE),
    Check("raw pages", lambda a: page_problems(a.db), RESTORE),
    Check("renderings", lambda a: rendering_problems(a.db), RESTORE),
    Check("current bodies", lambda a: pointer_problems(a.db), RESTORE),
    Check("measures", lambda a: measure_problems(a.db), "`blog-archiver rebuild --index`"),
    Check("media", media_problems, "`blog-archiver media --retry`, or restore archive.media/"),
    Check("search index", lambda a: index_problems(a.path), "`blog-archiver rebuild --index`"),
)
