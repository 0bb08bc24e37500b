"""An archive for what reads archives: texts recombined from real ones, of four profiles."""

import random
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from archive.connection import open_database, transaction
from archive.recording.measures import measure
from archive.rows import insert
from archive.search.index import sync

QUALITY = '{"counts": {}, "reasons": []}'
AT = "2026-03-01T08:00:00Z"
PLATFORMS = ("github_pages", "csdn", "tencent_cloud", "github_readme")
KINDS = ("original", "repost", "translation", None)
TAGS = ("大模型", "显存优化", "vLLM", "CUDA", "推理", "训练", "强化学习", "笔记", "源码", "分布式")


def make(path: Path, bodies: Iterable[str]) -> None:
    """An archive of bodies: four profiles, with kinds, tags and days of five years."""
    pick = random.Random(2)
    with closing(open_database(path, create=True).conn) as connection:
        db = Database(connection)
        with transaction(db):
            profiles = [profile(db, platform) for platform in PLATFORMS]
            insert(db, "raw_pages", {"sha256": "0", "encoding": "utf-8", "length": 0, "zstd": b""})
            for number, body in enumerate(bodies, 1):
                post(db, number, body, pick, pick.choice(profiles))
        db.execute("INSERT INTO posts_fts (posts_fts) VALUES ('optimize')")
        db.execute("ANALYZE")


def profile(db: Database, platform: str) -> tuple[str, int, int]:
    """A platform's one profile, and its one crawl, by their ids."""
    whose = {"platform": platform, "handle": "someone"}
    number = insert(
        db, "profiles", {**whose, "url": f"https://{platform}.example/", "name": "某人"}
    )
    run = {"started_at": AT, "finished_at": AT, "outcome": "finished", "process": 1}
    made = {"platform": platform, "profile_id": number, "program": "0", "extractor": "0"}
    return platform, number, insert(db, "crawls", run | made)


def post(
    db: Database, number: int, body: str, pick: random.Random, whose: tuple[str, int, int]
) -> None:
    """A post with its version, rendering, tags, counter and words in the index."""
    platform, profile_id, crawl = whose
    tags = pick.sample(TAGS, 3)
    day = f"{pick.randint(2021, 2025)}-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}"
    where = f"https://{platform}.example/{number}"
    facts = {"kind": pick.choice(KINDS), "tags": tags, "state": "archived"}
    times = {"published_on": day, "published_at": f"{day}T04:00:00Z"}
    title = f"{number} {' '.join(body.split())[:24]}"
    mine = {"profile_id": profile_id, "platform": platform, "source_id": str(number)}
    post_id = insert(db, "posts", {**mine, "url": where, "title": title, **facts, **times})
    seen = {"post_id": post_id, "title": title, "seen_at": AT, "crawl_id": crawl, "url": where}
    version = insert(db, "post_versions", {**seen, "source_format": "markdown", "raw_sha256": "0"})
    text = {"body_markdown": body, "body_text": body, "content_hash": "", "quality": QUALITY}
    verdict = {"verdict": "ok", "score": 1.0, "rendered_at": AT, "extractor": "0"}
    rendering = insert(db, "renderings", {"version_id": version, **text, **verdict})
    db.execute(CURRENT, (version, rendering, post_id))
    for tag in tags:
        insert(db, "tags", {"name": tag}, clause="ON CONFLICT DO NOTHING")
        db.execute("INSERT INTO post_tags SELECT ?, id FROM tags WHERE name = ?", (post_id, tag))
    views = {"post_id": post_id, "observed_at": AT, "name": "views", "value": pick.randint(1, 9999)}
    insert(db, "post_metrics", views)
    measure(db, post_id)
    sync(db, post_id)


CURRENT = "UPDATE posts SET version_id = ?, rendering_id = ? WHERE id = ?"
