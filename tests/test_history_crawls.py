"""Fourteen runs over one profile of each platform, and the timeline that they must leave of two posts."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from archive.cli import main
from scraper.exitcode import ExitCode
from tests.actors import LENGTH, Actor, actors
from tests.conftest import Crawler
from tests.replica import Fault
from tests.replica.csdn_pages import CHALLENGE
from tests.replica.prose import Block, article
from tests.stages import STAGES
from tests.theatre import Theatre, playing

MORE = Block("paragraph", "后来补充的一段：分页之后还要合并。")
STUB = [Block("paragraph", "此文已加密。")]


Act = Callable[[Theatre, Actor, Actor], object]


@dataclass(frozen=True)
class Run:
    """What happens before a run; then what it sees of the first post and of the second.

    `events` are words of the history, a version among them; `states` are those after the run.
    """

    act: Act
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    states: tuple[str, str] = ("archived", "archived")
    code: ExitCode = ExitCode.COMPLETE
    other_extractor: bool = False


def edit(theatre: Theatre, first: Actor, second: Actor) -> None:
    first.show([*article(1, LENGTH), MORE])


def revert(theatre: Theatre, first: Actor, second: Actor) -> None:
    first.show(article(1, LENGTH))


def count(theatre: Theatre, first: Actor, second: Actor) -> None:
    for counter in {"views", "likes"} & set(vars(first.post)):
        setattr(first.post, counter, getattr(first.post, counter) + 100)


def theme(theatre: Theatre, first: Actor, second: Actor) -> None:
    """Another frame, other classes, and another watermark on every picture."""
    if first.stage.platform == "github_readme":
        return
    html = theatre.page(first).replace("<body", '<body data-skin="night"')
    html = html.replace("<main>", '<main id="m" class="skin-2027">').replace("<p>", '<p class="x">')
    html = html.replace(
        ".png#pic_center", ".png?x-oss-process=image/watermark,text_Q1NETg#pic_center"
    )
    theatre.fault(first, Fault(200, html.encode(), {"Content-Type": "text/html; charset=utf-8"}))


def delete(theatre: Theatre, first: Actor, second: Actor) -> None:
    theatre.fault(first, None)
    second.posts.remove(second.post)


def answer(status: int, body: bytes = b"") -> Act:
    return lambda theatre, first, second: theatre.fault(first, Fault(status, body))


def lock(theatre: Theatre, first: Actor, second: Actor) -> None:
    """CSDN says so; elsewhere a stub stands in the text's place."""
    theatre.fault(first, None)
    first.show(STUB)
    if first.stage.platform == "csdn":
        first.post.locked = True


def unlock(theatre: Theatre, first: Actor, second: Actor) -> None:
    first.show(article(1, LENGTH))
    if first.stage.platform == "csdn":
        first.post.locked = False


def give_back(theatre: Theatre, first: Actor, second: Actor) -> None:
    second.posts.insert(1, second.post)


def readdress(theatre: Theatre, first: Actor, second: Actor) -> None:
    """A new slug, a renamed file, a domain of one's own; Tencent's addresses are for ever."""
    match first.stage.platform:
        case "github_pages":
            first.post.slug = "a-better-name"
        case "github_readme":
            first.post.path = "notes/a-better-name.md"
        case "csdn":
            first.site.domain = "qiaoren.blog.csdn.net"


def nothing(theatre: Theatre, first: Actor, second: Actor) -> None:
    pass


GONE = ("archived", "gone")
SCRIPT = {
    "new": Run(nothing, ("version",), ("version",)),
    "edit": Run(edit, ("version",)),
    "revert": Run(revert, ("version",)),
    "counter only": Run(count),
    "theme change": Run(theme),
    "extractor change": Run(nothing, other_extractor=True),
    "delete": Run(delete),
    "transient 404": Run(answer(404), ("gone",)),
    "transient 500": Run(answer(500), ("failed",), ("gone",), GONE),
    "challenge page with status 200": Run(
        answer(200, CHALLENGE.encode()), ("blocked",), (), GONE, ExitCode.BLOCKED
    ),
    "lock": Run(lock, ("shrunken",), (), GONE),
    "unlock": Run(unlock, (), (), GONE),
    "return": Run(give_back, (), ("back",)),
    "address change": Run(readdress, ("moved",)),
}
#: Where a platform has another word for it, or none.
OTHERWISE = {
    ("csdn", "lock"): ("locked",),
    ("csdn", "unlock"): ("unlocked",),
    ("csdn", "address change"): (),
    ("tencent_cloud", "address change"): (),
}


def expected(platform: str, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    run = SCRIPT[name]
    return OTHERWISE.get((platform, name), run.first), run.second


def row(crawl: Crawler, actor: Actor) -> Any:
    """A post as the archive has it, under the address that it has now."""
    sql = "SELECT * FROM posts WHERE platform = ? AND source_id = ?"
    return crawl.rows(sql, actor.stage.platform, actor.source_id)[0]


def history(crawl: Crawler, actor: Actor) -> list[dict[str, Any]]:
    number = str(row(crawl, actor)["id"])
    command = ["history", number, "--json", "--archive", str(crawl.archive)]
    events: list[dict[str, Any]] = json.loads(CliRunner().invoke(main, command).stdout)
    return events


def test_fourteen_runs_leave_exactly_the_scripted_timeline(tmp_path: Path) -> None:
    stages = [stage_of((4,), 20) for stage_of in STAGES]
    pairs = {stage.platform: actors(stage)[:2] for stage in stages}
    with playing(tmp_path, stages) as theatre:
        play(theatre, pairs)
    for platform, pair in pairs.items():
        for place, actor in enumerate(pair):
            script = [event for name in SCRIPT for event in expected(platform, name)[place]]
            events = history(theatre.crawl, actor)
            assert [event["what"] for event in events] == script, platform
        check_what_is_kept(theatre.crawl, pair[0])


def play(theatre: Theatre, pairs: dict[str, list[Actor]]) -> None:
    """All runs; after each the posts are in the states of the script."""
    for name, run in SCRIPT.items():
        for pair in pairs.values():
            run.act(theatre, *pair)
        assert theatre.run("--recheck", other_extractor=run.other_extractor) == run.code, name
        for platform, pair in pairs.items():
            found = tuple(row(theatre.crawl, actor)["state"] for actor in pair)
            assert found == run.states, f"{platform}, {name}"


def check_what_is_kept(crawl: Crawler, actor: Actor) -> None:
    """The post ends as it began, with three versions, and a rendering more by the other extractor."""
    post = row(crawl, actor)
    assert (post["locked_at"], post["missing_since"]) == (None, None)
    renderings = crawl.rows(
        "SELECT renderings.* FROM renderings JOIN post_versions ON post_versions.id = version_id"
        " WHERE post_id = ? ORDER BY version_id, renderings.id",
        post["id"],
    )
    first, edited, reverted, other = renderings
    assert other["extractor"] == "another"
    assert first["body_text"] == reverted["body_text"] != edited["body_text"]
    assert (post["version_id"], post["rendering_id"]) == (reverted["version_id"], reverted["id"])
    counted = "SELECT * FROM post_metrics WHERE post_id = ? AND name = 'views'"
    counts = hasattr(actor.post, "views")
    assert len(crawl.rows(counted, post["id"])) == (2 if counts else 0)
    addresses = crawl.rows("SELECT url FROM post_addresses WHERE post_id = ?", post["id"])
    assert len(addresses) == (1 if actor.stage.platform == "tencent_cloud" else 2)
