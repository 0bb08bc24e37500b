"""What the user has heard of, where no archive can remember it: a small file beside the archive.

Where that folder takes none it lies in the `StateDirectory` of a systemd service, in
`$XDG_STATE_HOME/blog-archiver`, or where temporary files lie, named by the archive's path.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir


class Marker:
    """One thing that was told, by its word, of one archive."""

    def __init__(self, archive_path: Path, word: str) -> None:
        self.beside = archive_path.with_name(f"{archive_path.name}.{word}")
        name = sha256(os.fsencode(archive_path.absolute())).hexdigest()[:16]
        self.elsewhere = state_folder() / f"{name}.{word}"

    @property
    def since(self) -> datetime | None:
        """Since when it is told; None where it is not."""
        return next(
            (datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in self.there()), None
        )

    @property
    def text(self) -> str:
        """What was told of it; "" where nothing was."""
        return next((path.read_text("utf-8", "replace") for path in self.there()), "")

    def there(self) -> Iterator[Path]:
        """The files that there are."""
        for path in (self.beside, self.elsewhere):
            with suppress(OSError):  # of a folder that nobody may look into
                if path.is_file():
                    yield path

    def set(self, text: str = "") -> None:
        """Remember that it was told; where no file can be made, it is told again."""
        with suppress(OSError):
            self.beside.write_text(text, encoding="utf-8")
            return
        with suppress(OSError):
            self.elsewhere.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.elsewhere.write_text(text, encoding="utf-8")

    def clear(self) -> None:
        """Forget it."""
        for path in self.there():
            with suppress(OSError):
                path.unlink()


def state_folder() -> Path:
    """Where a program keeps what it has to remember, and may."""
    if given := os.environ.get(
        "STATE_DIRECTORY"
    ):  # systemd.exec(5): of a service that asks for one
        return Path(given.partition(":")[0])
    return Path(os.environ.get("XDG_STATE_HOME") or gettempdir()) / "blog-archiver"
