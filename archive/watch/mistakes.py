"""Entries of profiles.toml that name no profile: told when they change, and when none is left."""

from collections.abc import Collection
from pathlib import Path

from archive.watch.marker import Marker
from archive.watch.messages import plain
from scraper.profiles import profiles_file


def marker(archive_path: Path) -> Marker:
    """What stands for the mistakes which the user has heard of."""
    return Marker(archive_path, "mistakes")


def remember(archive_path: Path, found: Collection[str]) -> None:
    """Keep in mind that the user has heard of these mistakes, and of no others."""
    if found:
        marker(archive_path).set("\n".join(found))
    else:
        marker(archive_path).clear()


def mistakes(archive_path: Path) -> list[str]:
    """What is wrong with each such entry, and what to do. Raises ConfigurationError."""
    return [plain(mistake) for mistake in profiles_file(archive_path).mistakes.values()]


def untold_mistakes(archive_path: Path, found: Collection[str]) -> str | None:
    """The message of mistakes that are not those which were told last, or of their end."""
    told = marker(archive_path).text
    if "\n".join(found) == told:
        return None
    if not found:
        return "Over: all entries of profiles.toml name a profile again\n"
    entries = "1 entry" if len(found) == 1 else f"{len(found)} entries"
    return "\n".join([f"{entries} of profiles.toml cannot be crawled; all others are", *found, ""])
