"""`audit`, `history` and `diff` after an edit, a failure and a theft, as a user runs them."""

import json
import re
import sqlite3
from collections.abc import Iterator

import pytest

from tests.command import Command
from tests.replica import Fault, Replica
from tests.replica.csdn import CsdnSite, invented_posts

PROFILE = "csdn:linshen"
POST = "csdn:130000001"
PATH = "/linshen/article/details/130000001"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """Three posts; the first was edited once, which its list does not show, and then failed."""
    site = CsdnSite("linshen", invented_posts(3, 600))
    with Replica([site]).running() as replica:
        command = Command(tmp_path_factory.mktemp("history"), replica)
        command("crawl", PROFILE)
        site.posts[0].blocks = site.posts[0].blocks[:-1]
        command("crawl", PROFILE, "--recheck")
        replica.faults["blog.csdn.net", PATH] = Fault(404)
        command("crawl", PROFILE, "--recheck")
        yield command


def test_audit_says_in_one_line_that_all_is_there(run):
    assert run("audit") == f"{PROFILE}  3/3 posts · 0 formulas lost\n"
    (account,) = json.loads(run("audit", PROFILE, "--json"))
    assert (account["declared"], account["listed"], account["archived"]) == (3, 3, 3)
    assert account["missing"] == account["warnings"] == []


def test_audit_of_a_profile_that_is_not_there_names_it(run):
    assert "csdn:nobody" in run("audit", "csdn:nobody", code=40)


def test_history_tells_each_version_and_what_was_seen_in_between(run):
    events = json.loads(run("history", POST, "--json"))
    assert [(event["what"], event["number"]) for event in events] == [
        ("version", 1),
        ("version", 2),
        ("gone", None),
    ]
    assert events[0]["site_time"] == "2023-01-30T00:00:00Z"
    assert all(event["at"] > "2026" for event in events)
    said = run("history", POST)
    assert re.findall(r"^ *\S+Z +(version [0-9]|gone)\b", said, re.M) == [
        "version 1",
        "version 2",
        "gone",
    ]
    assert "answered 404" in said


def test_diff_shows_what_went_by_line_and_by_word(run):
    removed = [line for line in run("diff", POST).splitlines() if line.startswith("-")][1:]
    assert removed
    assert run("diff", POST, "1", "2") == run("diff", POST)
    by_word = run("diff", POST, "1", "2", "--word")
    assert "[-" in by_word
    assert "{+" not in by_word
    assert run("diff", POST, "2", "1", "--word").count("{+") == by_word.count("[-")


@pytest.mark.parametrize("numbers", [("1", "3"), ("0", "1")])
def test_diff_of_a_version_that_is_not_there_says_which_are(run, numbers):
    assert "has versions 1 to 2" in run("diff", POST, *numbers, code=40)


@pytest.mark.parametrize("command", ["history", "diff"])
def test_a_post_that_is_not_there_is_named(run, command):
    assert "no post csdn:7" in run(command, "csdn:7", code=40)


def test_audit_names_a_body_that_was_taken_away_and_exits_with_ten(run, tmp_path):
    robbed = tmp_path / "archive.db"
    with sqlite3.connect(run.folder / "archive.db") as whole, sqlite3.connect(robbed) as copy:
        whole.backup(copy)
        copy.execute("DELETE FROM renderings WHERE id = (SELECT rendering_id FROM posts LIMIT 1)")
    whole.close()
    copy.close()
    said = run("audit", "--archive", str(robbed), code=10).splitlines()
    assert said[0] == f"{PROFILE}  2/3 posts · 0 formulas lost"
    assert said[1].startswith(f"  missing https://blog.csdn.net{PATH}  第1篇")
    assert said[2].startswith("    its body was taken out of the archive (last tried 20")
