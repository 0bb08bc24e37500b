"""What keeps a run from its work altogether: an archive that cannot be written, a profiles.toml that
cannot be read. Where the archive remembers nothing, an empty file beside it says that it was told."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import disk_usage

from archive.rows import instant
from archive.watch.messages import minute, plain


def marker(archive_path: Path) -> Path:
    """The file that stands for an outage which the user has heard of."""
    return archive_path.with_name(f"{archive_path.name}.outage")


def outage(reason: str) -> str:
    """The message that nothing can be done until the user mends it."""
    now = minute(instant(datetime.now(UTC)))
    return (
        f"blog-archiver cannot work since {now}: {plain(reason)}; nothing that is archived is lost\n"
        "Nothing is crawled until that is mended; the next run after that says so.\n"
    )


def outage_over(archive_path: Path) -> str | None:
    """The message that it works again, if it did not."""
    with suppress(OSError):
        since = datetime.fromtimestamp(marker(archive_path).stat().st_mtime, UTC)
        return f"Over: blog-archiver works again, which it did not since {minute(instant(since))}\n"
    return None


def unwritable(archive_path: Path) -> str:
    """Why an archive may be unusable, where the run's own log says it better."""
    try:
        room = f"{disk_usage(archive_path.absolute().parent).free // 1024**2:,} MB of its disk are free"
    except OSError as error:
        room = f"its folder: {error.strerror}"
    return f"{archive_path.absolute()} cannot be written; {room}"
