"""An archive of posts written straight into its tables, for tests of what reads them."""

import json
from pathlib import Path

from sqlite_utils import Database

from archive.migrations import migrations
from archive.recording.measures import measure
from archive.search.index import sync

NOW = "2026-03-01T08:00:00Z"


class Posts:
    """Posts of one profile; whatever is done to one, the index follows."""

    def __init__(self, path: Path | None = None) -> None:
        self.db = Database(path) if path else Database(memory=True)
        migrations.apply(self.db)
        self.db.execute("PRAGMA foreign_keys = ON")
        self.profile = self._insert(
            "profiles", platform="csdn", handle="linshen", url="https://blog.csdn.net/linshen"
        )
        self.crawl = self._insert(
            "crawls",
            platform="csdn",
            profile_id=self.profile,
            started_at=NOW,
            program="0",
            extractor="0",
            process=1,
        )
        self._insert("raw_pages", sha256="0", encoding="utf-8", length=0, zstd=b"")

    def _insert(self, table: str, **row: object) -> int:
        rowid = self.db.table(table).insert(row).last_rowid
        assert rowid is not None
        return rowid

    def on(self, platform: str, handle: str) -> dict[str, object]:
        """The columns of a post that is of another profile."""
        url = f"https://{platform}.example/{handle}"
        profile = self._insert("profiles", platform=platform, handle=handle, url=url)
        return {"platform": platform, "profile_id": profile}

    def add(
        self, title: str, body: str | None = None, tags: tuple[str, ...] = (), **columns: object
    ) -> int:
        """A new post; without a body it is only listed."""
        number = self.db["posts"].count + 1
        usual = {
            "profile_id": self.profile,
            "platform": "csdn",
            "source_id": str(number),
            "url": f"https://blog.csdn.net/linshen/article/details/{number}",
            "title": title,
            "tags": json.dumps(tags, ensure_ascii=False),
            "published_on": "2026-01-05",
        }
        post = self._insert("posts", **{**usual, **columns})
        for tag in tags:
            known = self.db.table("tags").lookup({"name": tag})
            self._insert("post_tags", post_id=post, tag_id=known)
        self.revise(post, body=body) if body is not None else sync(self.db, post)
        return post

    def revise(self, post: int, *, title: str | None = None, body: str | None = None) -> None:
        """Give a post another title or body."""
        if title is not None:
            self.db.table("posts").update(post, {"title": title})
        if body is not None:
            rendering = self._rendering(self._version(post), body)
            change = {"rendering_id": rendering, "state": "archived"}
            self.db.table("posts").update(post, change)
            with self.db.atomic():
                measure(self.db, post)
        sync(self.db, post)

    def _version(self, post: int) -> int:
        return self._insert(
            "post_versions",
            post_id=post,
            title="",
            seen_at=NOW,
            crawl_id=self.crawl,
            url="",
            source_format="html",
            raw_sha256="0",
        )

    def _rendering(self, version: int, body: str) -> int:
        return self._insert(
            "renderings",
            version_id=version,
            extractor="0",
            body_markdown=body,
            body_text=body,
            content_hash="",
            verdict="ok",
            score=1.0,
            quality="{}",
            rendered_at=NOW,
        )

    def purge(self, post: int) -> None:
        """Forget a post's words."""
        self.db.table("posts").update(post, {"state": "purged"})
        sync(self.db, post)
