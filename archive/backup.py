"""A backup: the database, the media, profiles.toml, and their checksums, in a folder of their own.

    archive.db  archive.media/  profiles.toml  SHA256SUMS

The database is copied whole, while a crawl may be running, and then of the media, which never change,
what the folder has not yet. Every file is made beside its final name first. Checksums of media that
are there already stay as they were written, so that decay of the backup shows.
"""

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from archive.connection import usable
from archive.duplicate import duplicate, need_room, size_of
from archive.media.files import folder_of, name_of
from archive.media.soundness import FILES
from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.profiles import FILE

DATABASE = "archive.db"
MEDIA = "archive.media"
MANIFEST = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Backup:
    """What is in a backup: the size of its database in bytes, its posts, its media, how many are new,
    and how many that the archive holds are `lost`: their files are missing or damaged.
    """

    folder: str
    size: int
    posts: int
    media: int
    new_media: int
    lost: int


def back_up(archive: Archive, folder: Path) -> Backup:
    """Back an archive up into `folder`, which is made if its parent is there.

    Raises ConfigurationError when it is the archive's own folder, ArchiveUnusable when the backup
    cannot be written; an earlier backup in the folder is then as it was, but for added media.
    """
    if folder.resolve() == archive.path.parent.resolve():
        raise ConfigurationError(f"{folder} is the folder of the archive itself: give another")
    with usable(folder):
        folder.mkdir(exist_ok=True)
        need_room(folder, size_of(archive.db.conn))
        duplicate(archive.db.conn, folder / DATABASE)
        new = copy_media(folder_of(archive.path), folder / MEDIA)
        if (profiles := archive.path.with_name(FILE)).exists():
            copy_file(profiles, folder / FILE)
        sums = checksums(folder)
        write_manifest(folder / MANIFEST, sums)
    with Archive.open(folder / DATABASE, read_only=True) as copy:
        (posts,) = copy.db.execute("SELECT count(*) FROM posts").fetchone()
        names = [name_of(*row) for row in copy.db.execute(FILES)]
    lost = sum(not (folder / MEDIA / name).exists() for name in names)
    media = sum(name.startswith(f"{MEDIA}/") for name in sums)
    return Backup(str(folder), (folder / DATABASE).stat().st_size, posts, media, new, lost)


def copy_media(source: Path, target: Path) -> int:
    """Copy the files that `target` has not; returns how many. A damaged one, which is no longer what its
    name says, is left out.
    """
    missing = [path for path in files(source) if not (target / path.relative_to(source)).exists()]
    sound = [path for path in missing if not damaged(path)]
    for path in sound:
        copy_file(path, target / path.relative_to(source))
    return len(sound)


def damaged(path: Path) -> bool:
    """Whether a file of the vault is not what its name says."""
    found = sha256(path)
    return len(path.stem) == len(found) and path.stem != found


def copy_file(source: Path, target: Path) -> None:
    """Copy a file, whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.new")
    shutil.copyfile(source, draft)
    draft.replace(target)


def files(folder: Path) -> Iterator[Path]:
    """All finished files under a folder; none where there is no folder."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".new")


def checksums(folder: Path) -> dict[str, str]:
    """Each file of a backup and its SHA-256; of media that were summed before, what was found then."""
    known = read_manifest(folder / MANIFEST)
    media = [
        f"{MEDIA}/{path.relative_to(folder / MEDIA).as_posix()}" for path in files(folder / MEDIA)
    ]
    sums = {name: sha256(folder / name) for name in (DATABASE, FILE) if (folder / name).exists()}
    return sums | {name: known.get(name) or sha256(folder / name) for name in media}


def read_manifest(path: Path) -> dict[str, str]:
    """Name → checksum of an earlier manifest; empty where there is none."""
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return {name: value for value, _, name in (line.partition("  ") for line in lines) if name}


def write_manifest(path: Path, sums: dict[str, str]) -> None:
    """Write the checksums as `sha256sum` does."""
    draft = path.with_name(f"{path.name}.new")
    lines = "".join(f"{value}  {name}\n" for name, value in sums.items())
    draft.write_text(lines, encoding="utf-8", newline="")
    draft.replace(path)


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
