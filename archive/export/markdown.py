"""A folder of Markdown files: an Obsidian vault, content for Hugo, good for a nightly git commit.

    csdn/someone/标题 1f0a55c2b3.md        media/ab/abcdef….png

Pictures and attached files that the archive holds are there once each, and links to archived posts
lead to their files, and what Hugo would run is text. Everything else is as it was archived.
"""

from collections.abc import Mapping
from pathlib import Path

from archive.export import Outcome, Progress
from archive.export.destinations import replaced
from archive.export.exported import Exported
from archive.export.folder import Folder
from archive.export.frontmatter import front_matter
from archive.export.hugo import as_text
from archive.export.media import copied
from archive.export.names import path_of, relative
from archive.export.rights import credit
from archive.export.seal import ingredients
from archive.export.selection import Selection

#: Goes up when the same post makes another file than it did.
REVISION = "2"


def export(selection: Selection, out: Path, progress: Progress) -> Outcome:
    """Write a selection as Markdown files, a folder for each profile. See `archive.export`."""
    folder = Folder(out, "markdown", ingredients(selection, REVISION))
    if folder.is_unchanged():
        return Outcome(posts=len(selection), files=len(folder.known))
    for post in progress(selection):
        path = path_of(post.reference, ".md")
        folder.write(path, document(post, path, copied(post, folder)).encode())
        folder.outcome.posts += 1
    return folder.close()


def document(post: Exported, path: str, held: Mapping[str, str]) -> str:
    """The file of a post at a path of the folder."""

    def local(address: str) -> str | None:
        if file := held.get(address):
            return relative(file, path)
        other = post.here.get(address)
        return relative(path_of(other, ".md"), path) if other else None

    body = post.without_title(replaced(post.markdown, local))
    content = as_text(f"{credit(post)}\n\n{body}\n")
    return f"{front_matter(post)}\n{content}"
