"""Whatever comes in a good page's place leaves the body as it is, and is recorded with its evidence."""

from collections.abc import Callable
from pathlib import Path

from scraper.exitcode import ExitCode
from tests.actors import Actor, actors
from tests.conftest import Crawler
from tests.replica import Fault
from tests.replica.csdn_pages import CHALLENGE
from tests.replica.prose import Block
from tests.stages import STAGES
from tests.theatre import Theatre, playing

HTML = {"Content-Type": "text/html; charset=utf-8"}
SHELL = "<!DOCTYPE html><html><body><div id=app></div></body></html>"
Spoil = Callable[[Theatre, Actor], object]


def fault(status: int, body: str = "") -> Spoil:
    return lambda theatre, actor: theatre.fault(actor, Fault(status, body.encode(), HTML))


def shrink(theatre: Theatre, actor: Actor) -> None:
    actor.show([Block("paragraph", "本文已移至新站。")])


def lock(theatre: Theatre, actor: Actor) -> None:
    """Behind the lock are the last blocks."""
    actor.post.locked = True
    actor.show(actor.post.blocks[:-1])


#: A way to be worse, and as what it is seen; a shell of a page is none, whatever a platform calls it.
WAYS: dict[str, tuple[Spoil, set[str]]] = {
    "challenge": (fault(200, CHALLENGE), {"blocked"}),
    "refusal": (fault(403), {"blocked"}),
    "tombstone": (fault(404), {"gone"}),
    "error": (fault(500), {"failed"}),
    "nothing": (fault(200), {"blocked", "changed", "no_post", "failed"}),
    "shell": (fault(200, SHELL), {"changed", "no_post", "failed"}),
    "stub": (shrink, {"shrunken"}),
    "lock": (lock, {"locked"}),
}
POST = "SELECT * FROM posts WHERE platform = ? AND source_id = ?"


def test_a_worse_page_of_any_kind_leaves_the_body_and_is_recorded(tmp_path: Path) -> None:
    with playing(tmp_path, [stage_of((10,), 20) for stage_of in STAGES]) as theatre:
        casts = [dict(zip(WAYS, actors(stage), strict=False)) for stage in theatre.stages]
        spoilt = [
            (actor, *WAYS[way])
            for cast in casts
            for way, actor in cast.items()
            if way != "lock" or hasattr(actor.post, "locked")
        ]
        assert theatre.run() == ExitCode.COMPLETE
        before = {id(actor): kept(theatre.crawl, actor) for actor, _, _ in spoilt}
        for actor, spoil, _ in spoilt:
            spoil(theatre, actor)
        theatre.run("--recheck")
        for actor, _, seen in spoilt:
            assert kept(theatre.crawl, actor) == before[id(actor)]
            assert observed(theatre.crawl, actor) in seen, actor.path


def kept(crawl: Crawler, actor: Actor) -> tuple[str, str]:
    """The state of a post, and its text."""
    body = f"SELECT state, body_text FROM ({POST}) AS p JOIN renderings ON renderings.id = p.rendering_id"
    state, text = crawl.rows(body, actor.stage.platform, actor.source_id)[0]
    return state, text


def observed(crawl: Crawler, actor: Actor) -> str:
    """What was seen of a post; its evidence is a page that was kept, or there was no answer."""
    sql = f"SELECT observations.* FROM ({POST}) AS p JOIN observations ON post_id = p.id"
    seen = crawl.rows(sql, actor.stage.platform, actor.source_id)
    assert len(seen) == 1, actor.path
    assert seen[0]["fetch_id"], seen[0]["reason"]
    return str(seen[0]["seen"])


def test_lists_that_fail_or_are_empty_change_nothing(tmp_path: Path) -> None:
    """A feed without entries, lists that answer 500, a repository whose tree does."""
    with playing(tmp_path, [stage_of((4,), 20) for stage_of in STAGES]) as theatre:
        assert theatre.run() == ExitCode.COMPLETE
        whole = posts(theatre.crawl)
        csdn, tencent, blog, repository = (next(iter(stage.posts)) for stage in theatre.stages)
        for stage in theatre.stages:
            del stage.posts[next(iter(stage.posts))][2:]
        faults = {
            ("blog.csdn.net", "/community/home-api/v1/get-business-list"): Fault(500),
            ("blog.csdn.net", f"/{csdn}/article/list/1"): Fault(500),
            ("blog.csdn.net", f"/{csdn}"): Fault(500),
            ("cloud.tencent.com", "/developer/services/ajax/user-center"): Fault(500),
            ("cloud.tencent.com", f"/developer/user/{tencent}"): Fault(500),
            (blog, "/rss.xml"): Fault(200, b"<rss version='2.0'><channel/></rss>"),
            ("api.github.com", f"/repos/{repository}/git/trees/HEAD"): Fault(500),
        }
        theatre.replica.faults.update(faults)
        assert theatre.run("--recheck") == ExitCode.CHANGED
        outcomes = theatre.crawl.rows("SELECT outcome FROM crawls ORDER BY id DESC LIMIT 4")
        assert {row["outcome"] for row in outcomes} == {"partial"}
        assert posts(theatre.crawl) == whole


def posts(crawl: Crawler) -> list[tuple[object, ...]]:
    """All that is known of posts, but for the runs that saw them."""
    runs = ("got_crawl", "got_hashes", "last_seen_crawl")
    known = map(dict, crawl.rows("SELECT * FROM posts ORDER BY id"))
    return [tuple(value for name, value in row.items() if name not in runs) for row in known]
