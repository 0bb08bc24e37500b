"""What of a profile's media is held, and what is missing and why."""

from dataclasses import dataclass, field

from sqlite_utils import Database

from archive.rows import Row, rows


@dataclass(slots=True)
class MissingMedia:
    """A picture or a file that is not held: where, in which post, what it is instead and why.

    `next_attempt` is before when it is not asked for; None: with the next crawl where it was never
    tried (`last_attempt` is None), else only on request.
    """

    url: str
    post: str
    kind: str
    state: str
    reason: str
    last_attempt: str | None
    next_attempt: str | None


@dataclass(slots=True)
class MediaAccount:
    """What the current versions of a profile show, each address once; `bytes` are those of the files."""

    pictures: int = 0
    pictures_held: int = 0
    files: int = 0
    files_held: int = 0
    bytes: int = 0
    missing: list[MissingMedia] = field(default_factory=list)

    def parts(self) -> list[str]:
        """`310/312 pictures` and `2/2 files`, each only where there is one."""
        pictures = [f"{self.pictures_held}/{self.pictures} pictures"] if self.pictures else []
        return pictures + ([f"{self.files_held}/{self.files} files"] if self.files else [])


def media_account(database: Database, profile_id: int) -> MediaAccount:
    """The account of a profile's media. A placeholder is not held."""
    shown = rows(database, SHOWN, profile_id)
    held = [row for row in shown if row["state"] == "held"]
    return MediaAccount(
        pictures=count(shown, "image"),
        pictures_held=count(held, "image"),
        files=count(shown, "file"),
        files_held=count(held, "file"),
        bytes=sum({row["sha256"]: row["bytes"] for row in held}.values()),
        missing=[missing(row) for row in shown if row["state"] != "held"],
    )


SHOWN = """
SELECT media.*, post_media.url AS shown_at, min(posts.id), posts.url AS post, bytes
FROM media JOIN post_media ON media_id = media.id JOIN posts ON posts.id = post_id
LEFT JOIN media_files USING (sha256) WHERE profile_id = ? GROUP BY media.id ORDER BY media.id
"""


def count(shown: list[Row], kind: str) -> int:
    return sum(row["kind"] == kind for row in shown)


def missing(row: Row) -> MissingMedia:
    return MissingMedia(
        url=row["shown_at"],
        post=row["post"],
        kind=row["kind"],
        state=row["state"],
        reason=row["reason"] or "not asked for yet",
        last_attempt=row["last_attempt_at"],
        next_attempt=row["next_attempt_at"],
    )
