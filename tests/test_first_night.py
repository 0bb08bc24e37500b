"""A user's first night: sixty addresses, a printed timer, and what `status` says in the morning."""

import json
import shlex
from pathlib import Path

import pytest

from scraper.exitcode import ExitCode
from tests.command import Command
from tests.replica import Replica
from tests.stages import STAGES, Stage

BAD = "csdn:nobody"


def address(stage: Stage, handle: str) -> str:
    """What a reader copies from a browser."""
    homes = {
        "csdn": f"https://blog.csdn.net/{handle}?type=blog",
        "tencent_cloud": f"https://cloud.tencent.com/developer/user/{handle}/articles",
        "github_pages": f"https://{handle}/",
        "github_readme": f"https://github.com/{handle}",
    }
    return homes[stage.platform]


def names_of(stages: list[Stage]) -> dict[str, int]:
    """How many posts each profile shows."""
    return {
        f"{stage.platform}:{handle}": len(stage.ids(handle))
        for stage in stages
        for handle in stage.posts
    }


def first_night(folder: Path, profiles: int) -> None:
    stages = [stage([1 + n % 3 for n in range(profiles)], 20) for stage in STAGES]
    with Replica([stage.site for stage in stages]).running() as replica:
        command = Command(folder, replica)
        addresses = [address(stage, handle) for stage in stages for handle in stage.posts]
        command("add", "-", stdin="\n".join([*addresses, BAD, ""]))
        line = command("schedule", "cron").splitlines()[-1]
        _, *arguments = shlex.split(line.split(maxsplit=5)[5])
        command(*arguments, code=ExitCode.PARTIAL)
        status = json.loads(command("status", "--json"))
    posts = names_of(stages)
    said = {profile["profile"]: profile for profile in status["profiles"]}
    assert said.keys() == {*posts, BAD}
    for name, count in posts.items():
        row = said[name]
        assert (row["listed"], row["archived"], row["missing"]) == (count, count, 0), name
        assert (row["outcome"], row["last_good"] is not None) == ("complete", True), name
        assert row["declared"] in (None, count), name
        assert [row[kind] for kind in ("gone", "locked", "external", "suspect", "purged")] == [
            0
        ] * 5
        assert row["next_due"] > row["last_crawl"], name
    assert (said[BAD]["archived"], said[BAD]["last_good"]) == (0, None)
    (incident,) = status["incidents"]
    assert (incident["kind"], incident["subject"]) == ("author_gone", BAD)


def test_every_figure_of_status_is_true(tmp_path: Path):
    first_night(tmp_path, 3)


@pytest.mark.soak
def test_every_figure_of_status_is_true_for_sixty_profiles(tmp_path: Path):
    first_night(tmp_path, 15)
