"""A purged post that is listed as before is not asked for again, and no list brings back what is told of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import started
from tests.actors import Actor, actors
from tests.replica.prose import Block
from tests.scan import holding
from tests.stages import STAGES, Stage
from tests.theatre import Theatre, playing
from tests.thorough import cases

SECRET = "麒麟踏雪寻梅于夜半，饕餮夜宴至天明。"
QUICK = ("-s", "DOWNLOAD_DELAY=0")


def secret(stage: Stage) -> Actor:
    """The third post of a stage, with a text that nothing else has, in its summary too if there is one."""
    actor = actors(stage)[2]
    actor.show([Block("paragraph", f"{SECRET}{n}。") for n in range(40)])
    if hasattr(actor.post, "summary"):
        actor.post.summary = SECRET
    return actor


def command(theatre: Theatre, *arguments: str) -> str:
    folder = theatre.crawl.archive.parent
    environment = {"BLOG_ARCHIVER_REPLICA": theatre.replica.address}
    done = started.run("blog-archiver", *arguments, folder=folder, environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("make", cases(STAGES[:1], STAGES[1:]), ids=lambda make: make.__name__)
def test_a_purged_post_is_not_crawled_again(tmp_path: Path, make: Callable[..., Stage]) -> None:
    stage = make([6], 10)
    actor = secret(stage)
    name = f"{stage.platform}:{actor.source_id}"
    with playing(tmp_path, [stage]) as theatre:
        command(theatre, "add", f"{stage.platform}:{actor.handle}")
        command(theatre, "crawl", *QUICK)
        assert holding(tmp_path, SECRET)
        command(theatre, "purge", name, "--yes")
        assert holding(tmp_path, SECRET) == []
        actor.posts.insert(0, stage.new(actor.handle, 1))
        actor.post.title = "又改了的题目"
        for options in ((), ("--recheck",)):
            theatre.replica.log.clear()
            command(theatre, "crawl", *QUICK, *options)
            asked = [asked.path for asked in theatre.replica.log]
            assert len(asked) > 2
            assert actor.path not in [path.split("?")[0] for path in asked]
        assert holding(tmp_path, SECRET) == []
        states = theatre.crawl.rows("SELECT source_id, state FROM posts WHERE state <> 'archived'")
        assert [tuple(row) for row in states] == [(actor.source_id, "purged")]
        assert len(theatre.crawl.rows("SELECT 1 FROM posts WHERE state = 'archived'")) == 6
