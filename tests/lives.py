"""An archive of posts to which something happened: four crawls, two days between them.

Post 1 is edited twice, 2 goes and returns, 3 goes, 4 could be gone but is not believed to be, 5 is only
listed, and its page could not be had.
"""

from datetime import timedelta
from pathlib import Path

from archive.store import Archive
from scraper.items import Item, Post
from tests.made import PROFILE, PROSE, START, WHOSE, entry, listing, moment, observation, page, post

FIRST = PROSE + "\n\n第二段没有变。"
SECOND = FIRST.replace("分页管理", "分段管理")
THIRD = SECOND + "\n\n后来加了一段。"
BIO = "写推理系统。"


def live(path: Path) -> None:
    """Make the archive at `path`."""
    with Archive.open(path, create=True) as archive:
        for number, items in enumerate(CRAWLS):
            at = START + timedelta(days=2 * number)
            archive.clock = lambda at=at: at  # type: ignore[misc]
            archive.record(profile(number))
            for item in items:
                archive.record(seen(item, number))
            archive.end_crawl(**WHOSE, outcome="finished")


def profile(crawl: int) -> Item:
    """The author, who has more followers at each crawl."""
    counters = {"followers": 100 + 10 * crawl}
    return type(PROFILE)(
        **WHOSE, url=PROFILE.url, name="林深", bio=BIO, declared={"posts": 5}, metrics=counters
    )


def seen(item: Item, crawl: int) -> Item:
    """A post with the time and the counters of its crawl; anything else as it is."""
    if isinstance(item, Post):
        assert item.page is not None
        item.page.fetched_at = START + timedelta(days=2 * crawl)
        item.metrics = {"views": 100 * (crawl + 1)}
    return item


def listed() -> list[Item]:
    """What every crawl sees of the list."""
    entries = [entry(str(n), title=f"第 {n} 篇 <b>", published=moment(n)) for n in range(1, 6)]
    return [*entries, listing(seen=5)]


def written(source_id: str, text: str = PROSE) -> Post:
    """A post as its page shows it."""
    tags = ("大模型",) if source_id in "12" else ("推理",)
    return post(source_id, text, title=f"第 {source_id} 篇 <b>", tags=tags)


def tombstone(source_id: str, status: int) -> Item:
    return observation("gone", source_id, page=page(source_id, status=status))


CRAWLS: list[list[Item]] = [
    [*listed(), *(written(n) for n in "234"), written("1", FIRST)],
    [*listed(), written("1", SECOND), tombstone("2", 410), tombstone("4", 404)],
    [*listed(), written("2"), observation("failed", "5", reason="no answer")],
    [*listed(), written("1", THIRD), tombstone("3", 410)],
]
