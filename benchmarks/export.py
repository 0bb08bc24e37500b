"""What an export of 10,000 posts takes, the first time and when nothing has changed.

    python -m benchmarks.export ../shared/corpus [--posts 10000] [--format markdown]

The archive is made of texts recombined from the Markdown files of a folder; each post shows three of
3,000 pictures of 20 kB and links to another post. Each export is the command, in a process of its own.
A vault is then looked through: every local link and picture has to lead to a file.
"""

import argparse
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

import click
import pyromark
from sqlite_utils import Database

from archive.connection import open_database, transaction
from archive.media.files import folder_of, keep
from benchmarks.measure import Cost, cost
from benchmarks.shelf import AT, PLATFORMS, make
from benchmarks.texts import Texts

PICTURES = 3_000
#: Addresses that an export makes; texts have others, which led somewhere in their repository.
OURS = re.compile(r"^\.\./\.\./media/|%20[0-9a-f]{10}\.md$")
SIZE = 20_000  # bytes
HOST = "https://img.example"


def illustrated(bodies: Iterable[str], posts: int) -> Iterator[str]:
    """Bodies with three pictures and a link: of the addresses of one number one is archived."""
    for number, body in enumerate(bodies, 1):
        shown = "\n\n".join(f"![图]({HOST}/{name}.png)" for name in pictures(number))
        other = posts - number + 1
        links = " ".join(f"[{name}](https://{name}.example/{other})" for name in PLATFORMS)
        yield f"{body}\n\n{shown}\n\n{links}"


def pictures(number: int) -> list[int]:
    """The pictures of the post with a number."""
    return [(number * 3 + n) % PICTURES for n in range(3)]


def illustrate(path: Path, posts: int) -> None:
    """Give an archive the addresses of its posts, the files of their pictures, checksums of bodies."""
    with closing(open_database(path).conn) as connection:
        db = Database(connection)
        with transaction(db):
            db.execute("INSERT INTO post_addresses SELECT url, id, ? FROM posts", (AT,))
            sum_bodies(db)
            for name in range(PICTURES):
                hold(db, folder_of(path), name)
            for number in range(1, posts + 1):
                for position, name in enumerate(pictures(number)):
                    db.execute(SHOW, (number, position, name + 1, f"{HOST}/{name}.png"))


def sum_bodies(db: Database) -> None:
    """Let each body have its checksum, as a crawl does."""
    for number, body in db.execute("SELECT id, body_markdown FROM renderings").fetchall():
        checksum = hashlib.sha256(body.encode()).hexdigest()
        db.execute("UPDATE renderings SET markdown_sha256 = ? WHERE id = ?", (checksum, number))


SHOW = "INSERT INTO post_media (post_id, position, media_id, url) VALUES (?, ?, ?, ?)"
HELD = "INSERT INTO media (id, url, host, kind, state, sha256, first_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)"


def hold(db: Database, folder: Path, name: int) -> None:
    """A picture of random bytes, and its rows."""
    sha256 = keep(folder, os.urandom(SIZE), "image/png", "csdn")
    file = (sha256, "image/png", SIZE)
    db.execute("INSERT INTO media_files (sha256, type, bytes) VALUES (?, ?, ?)", file)
    held = (name + 1, f"{HOST}/{name}.png", "img.example", "image", "held", sha256, AT)
    db.execute(HELD, held)


def unresolved(vault: Path) -> tuple[int, int]:
    """How many local addresses the notes of a vault have, and how many lead to no file."""
    local = [
        (note.parent / unquote(url)).is_file()
        for note in vault.rglob("*.md")
        for url in addresses(note.read_text(encoding="utf-8"))
        if OURS.search(url)
    ]
    return len(local), local.count(False)


def addresses(markdown: str) -> Iterator[str]:
    for event in pyromark.Markdown().events(markdown):
        if isinstance(event, dict) and isinstance(start := event.get("Start"), dict):
            yield from (start[kind]["dest_url"] for kind in ("Link", "Image") if kind in start)


def measured(path: Path, form: str, out: Path) -> Cost:
    """The cost of the command."""
    program = Path(sys.executable).with_name("blog-archiver")
    arguments = ["export", "--archive", str(path), "--format", form, "-o", str(out)]
    return cost([str(program), *arguments])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--posts", type=int, default=10_000)
    arguments.add_argument("--format", default="markdown")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "archive.db", Path(folder) / f"out.{chosen.format}"
        make(path, illustrated(Texts.of(chosen.folder, chosen.posts), chosen.posts))
        illustrate(path, chosen.posts)
        for turn in ("first", "unchanged"):
            took = measured(path, chosen.format, out)
            click.echo(f"{turn}: {took.seconds:.1f} s, CPU {took.cpu:.1f} s, {took.peak:.0f} MB")
        if chosen.format == "markdown":
            local, nowhere = unresolved(out)
            click.echo(f"{local} local addresses, {nowhere} lead nowhere")


if __name__ == "__main__":
    main()
