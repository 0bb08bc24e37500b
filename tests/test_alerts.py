"""What a user hears of runs that nobody watches: each incident once, its end once, and a heartbeat."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive.rows import Row
from archive.watch import command, heartbeat
from archive.watch.incidents import UNFOLLOWED
from archive.watch.messages import advice, recovery, sentence
from scraper.exitcode import ExitCode
from tests.command import Command
from tests.conftest import ROOT
from tests.replica import Fault, Replica
from tests.stages import csdn

PROFILES = ("csdn:author0_2", "csdn:author1_2")
TAKE = 'cat >> told; echo "$BLOG_ARCHIVER_SUBJECT" >> subjects'

#: Sites that refuse are asked by the next run again.
AT_ONCE = ("-s", "MEDIA_PICTURES=False", "-s", "COOLDOWN=0", "-s", "COOLDOWN_MAX=0")


class Night(Command):
    """Runs of two profiles that nobody watches."""

    def crawl(self, code: int = ExitCode.COMPLETE) -> list[str]:
        """Crawl; returns what the user is told, message by message."""
        told = self.folder / "told"
        told.unlink(missing_ok=True)
        self.said = self("crawl", "-q", *PROFILES, *AT_ONCE, code=code)
        lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
        return [line for line in lines if "since" in line]

    def configure(self, alerts: str) -> None:
        text = f"[alerts]\n{alerts}\n"
        (self.folder / "profiles.toml").write_text(text, encoding="utf-8")

    def fail(self, status: int | None, *, robots: bool = False) -> None:
        """Let every page be answered so, `robots`.txt only if said; None: no more."""

        def fault_at(host: str, path: str) -> Fault | None:
            meant = host.endswith("csdn.net") and (robots or path != "/robots.txt")
            return Fault(status) if meant and status is not None else None

        self.replica.fault_at = fault_at


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    with Replica([csdn((2, 2), 20).site]).running() as replica:
        crawls = Night(tmp_path, replica)
        crawls.configure(f"command = '''cd {tmp_path}; {TAKE}'''")
        yield crawls


def test_an_incident_is_told_once_for_all_profiles_and_so_is_its_end(night):
    assert night.crawl() == []
    night.fail(521)
    (told,) = night.crawl(ExitCode.BLOCKED)
    assert told.startswith("CSDN refuses us since 20")
    assert told.endswith("; 2 profiles waiting; nothing lost")
    assert (night.folder / "subjects").read_text(encoding="utf-8") == f"{command.subject(told)}\n"
    assert told in night.said
    assert night.crawl(ExitCode.BLOCKED) == []
    night.fail(None)
    (over,) = night.crawl()
    assert over.startswith("Over since 20")
    assert "CSDN refuses us" in over
    assert night.crawl() == []


def test_a_network_that_fails_once_is_not_told(night):
    night.fail(0, robots=True)
    assert night.crawl(ExitCode.PARTIAL) == []
    night.fail(None)
    assert night.crawl() == []
    night.fail(503, robots=True)
    assert night.crawl(ExitCode.PARTIAL) == []
    (told,) = night.crawl(ExitCode.PARTIAL)
    assert told.startswith("CSDN cannot be reached since 20")


def test_what_the_command_does_not_take_is_told_by_the_next_run(night):
    night.configure("command = 'exit 3'")
    night.fail(521)
    assert night.crawl(ExitCode.BLOCKED) == []
    assert "the command of [alerts] ended with status 3" in night.said
    assert night.said.count("refuses us since") == 1
    night.configure(f"command = '''cd {night.folder}; {TAKE}'''")
    assert len(night.crawl(ExitCode.BLOCKED)) == 1


def test_an_archive_that_cannot_be_used_is_told_once_and_when_it_can(night):
    archive = night.folder / "archive.db"
    archive.write_text("no database" * 100, encoding="utf-8")
    (told,) = night.crawl(ExitCode.ARCHIVE)
    assert told.startswith("blog-archiver cannot work since 20")
    assert str(archive) in told
    assert night.crawl(ExitCode.ARCHIVE) == []
    archive.unlink()
    (over,) = night.crawl()
    assert over.startswith("Over: blog-archiver works again")
    assert night.crawl() == []


def test_a_profiles_toml_that_cannot_be_used_is_told_by_the_command_in_it(night):
    good = (night.folder / "profiles.toml").read_text(encoding="utf-8")
    (night.folder / "profiles.toml").write_text(f"{good}\n[crawl]\nspeed = 9\n", encoding="utf-8")
    night("crawl", "--due", code=ExitCode.CONFIGURATION)
    assert "unknown key 'speed'" in (night.folder / "subjects").read_text(encoding="utf-8")
    night("crawl", "--due", code=ExitCode.CONFIGURATION)
    assert len((night.folder / "subjects").read_text(encoding="utf-8").splitlines()) == 1


def test_an_entry_that_names_no_profile_is_told_once_and_all_others_are_crawled(night):
    night("add", *PROFILES)
    with (night.folder / "profiles.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[profiles]]\nurl = "nonsense"\n')
    said = night("crawl", "--due", *AT_ONCE, code=ExitCode.CONFIGURATION)
    assert said.count("number 3: nonsense: no blog's address") == 1
    assert night("crawl", "--due", *AT_ONCE, code=ExitCode.CONFIGURATION) == ""
    assert night("crawl", *AT_ONCE, code=ExitCode.CONFIGURATION).count("number 3: nonsense") == 1
    rows = {row["profile"]: row for row in json.loads(night("status", "--json"))["profiles"]}
    assert [rows[name]["archived"] for name in PROFILES] == [2, 2]
    assert rows["nonsense"]["note"].startswith("mend profiles.toml")


def test_a_defect_before_the_first_request_is_told_and_stops_no_other_profile(night):
    night("add", *PROFILES)
    told = night.folder / "told"
    for _ in range(2):
        done = crashing(night, "listings", "author0_2", "crawl", "--due")
        assert done.returncode == ExitCode.CHANGED
        (line,) = (line for line in done.stderr.splitlines() if "is not crawled" in line)
        assert line.startswith(f"blog-archiver: {PROFILES[0]} is not crawled: ")
        assert "ValueError: a name that nobody has" in line
        assert told.read_text(encoding="utf-8").count(" since ") == 1
    rows = {row["profile"]: row for row in json.loads(night("status", "--json"))["profiles"]}
    assert [rows[name]["archived"] for name in PROFILES] == [0, 2]


@pytest.mark.parametrize("where", ["__init__", "start"])
def test_a_spider_that_cannot_begin_says_so_of_each_profile(night, where):
    night("add", *PROFILES)
    done = crashing(night, where, "", "crawl", "--due")
    assert done.returncode == ExitCode.CHANGED
    for name in PROFILES:
        said = f"blog-archiver: {name} is not crawled: ValueError: a name that nobody has"
        assert done.stderr.splitlines().count(said) == 1
    told = (night.folder / "told").read_text(encoding="utf-8")
    assert told.count(" since ") == told.count("is not crawled: ") == 1
    assert "2 profiles waiting" in told


def crashing(night: Night, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.crashing", *arguments, *AT_ONCE]
    command += ["--archive", str(night.folder / "archive.db")]
    replica = {"BLOG_ARCHIVER_REPLICA": night.replica.address}
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **replica}, capture_output=True, text=True
    )


@pytest.mark.parametrize("mistake", [("nonsense",), ("-s", "X"), ("-s", "REPLICA=example.org:80")])
def test_a_mistake_of_who_types_a_crawl_alarms_nobody(night, mistake):
    night("add", *PROFILES)
    night("crawl", *mistake, code=ExitCode.CONFIGURATION)
    assert not (night.folder / "subjects").exists()
    assert not [*night.folder.glob("*.outage")]


def test_what_one_command_does_not_take_is_printed_once_each_and_the_command_is_left_alone(night):
    night.fail(521)
    night.crawl(ExitCode.BLOCKED)
    night.fail(None)
    (night.folder / "archive.db.outage").touch()
    night.configure(f"command = 'echo asked >> {night.folder}/calls; exit 3'")
    assert night.crawl() == []
    assert night.said.count("works again") == night.said.count("Over since 20") == 1
    assert (night.folder / "calls").read_text() == "asked\n"


def test_the_heart_beats_after_a_run_without_trouble_only(night):
    night.configure("heartbeat = 'beat'")
    night.fail(521)
    night.crawl(ExitCode.BLOCKED)
    assert not (night.folder / "beat").exists()
    night.fail(None)
    night.crawl()
    assert (night.folder / "beat").exists()


def test_a_heartbeat_is_asked_for_and_its_address_is_in_no_log(night):
    host = night.replica.address
    night.configure(f"heartbeat = 'http://{host}/secret-4711'")
    night.replica.faults[host, "/secret-4711"] = Fault(200, b"OK", times=1)
    night.crawl()
    assert night.replica.asked(host) == ["/secret-4711"]
    assert "the heartbeat fails" not in night.said
    night.crawl()
    assert f"the heartbeat fails: http://{host}/…: HTTP Error 404" in night.said
    assert "4711" not in night.said


@pytest.mark.parametrize("target", ["http://127.0.0.1:1/", "http://[", "no/such/folder/file"])
def test_a_heartbeat_that_fails_says_why(tmp_path, target):
    assert heartbeat.beat(target, tmp_path)


def test_an_address_in_capitals_is_no_file(tmp_path):
    assert "urlopen error" in heartbeat.beat("HTTP://127.0.0.1:1/", tmp_path)


def test_a_command_that_hangs_is_ended_with_what_it_has_started(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "TIMEOUT", 0.5)
    child = tmp_path / "child"
    assert "longer than" in command.send(
        f"sleep 60 & echo $! > {child}; sleep 60", "text", tmp_path
    )
    until = time.monotonic() + 10
    while (running := runs(int(child.read_text()))) and time.monotonic() < until:
        time.sleep(0.01)
    assert not running


def runs(process: int) -> bool:
    """Whether a process does anything; one that is dead may wait for its parent."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


def test_a_command_may_leave_its_message_unread(tmp_path):
    assert command.send("exit 0", "text " * 100_000, tmp_path) == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("CSDN refuses us", "CSDN refuses us"),
        ("word " * 100, "word " * 39 + "word…"),
        ("墙" * 300, "墙" * 199 + "…"),
    ],
)
def test_a_subject_is_cut_between_words(line, said):
    assert command.subject(f"{line}\nWait.\n") == said
    assert len(said) <= command.SUBJECT


def incident(**given: object) -> Row:
    row = {
        "platform": "csdn",
        "kind": "changed",
        "subject": "listing: data.list",
        "reason": "why",
        "since": "2026-11-30T14:00:09Z",
        "over_at": "2026-12-01T20:00:09Z",
        "found": '{"rows": []}',
        "profiles": 3,
        "crawls": 5,
        "fetch_id": 7,
        "archived": 1,
        "worked": 1,
        "waits": "csdn:li",
    }
    return row | given


def test_messages_are_in_the_users_words():
    assert sentence(incident()) == (
        "CSDN list changed: `data.list` missing since 2026-11-30 14:00 UTC, "
        'instead there is {"rows": []}; 3 profiles waiting; nothing lost'
    )
    assert recovery(incident()) == (
        "Over since 2026-12-01 20:00 UTC: CSDN list changed: `data.list` missing "
        "(since 2026-11-30 14:00 UTC, 5 crawls); nothing lost"
    )
    assert recovery(incident(crawls=1, reason=UNFOLLOWED)) == (
        "No longer followed since 2026-12-01 20:00 UTC: CSDN list changed: `data.list` missing "
        "(since 2026-11-30 14:00 UTC, 1 crawl); nothing lost"
    )
    assert "row 7 of the table fetches" in advice(incident())


GONE = {"kind": "author_gone", "subject": "csdn:li"}
NO_POSTS = {
    "platform": "github_pages",
    "subject": "a.github.io listing: posts",
    "waits": "github_pages:a.github.io/b",
}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"kind": "author_gone", "subject": "csdn:li"}, "CSDN says that csdn:li is gone since"),
        ({"kind": "failed", "subject": "csdn", "profiles": 1}, "1 profile waiting"),
        ({"subject": "post", "found": None}, "CSDN post page changed since 2026-11-30 14:00 UTC: why"),
        (
            {"platform": "github_pages", "subject": "a.github.io listing: //item"},
            "a.github.io list changed: `//item` missing",
        ),
        (
            NO_POSTS,
            "no posts found at a.github.io (github_pages:a.github.io/b) since",
        ),
        (
            {"platform": "github_pages", "kind": "blocked", "subject": "a.github.io"},
            "a.github.io refuses us since",
        ),
    ],
)  # fmt: skip
def test_each_kind_of_incident_has_its_words(given, said):
    assert said in sentence(incident(**given))


@pytest.mark.parametrize(
    ("given", "said", "unsaid"),
    [
        (GONE, "The archived posts stay", "Check the name"),
        ({**GONE, "archived": 0}, "Check the name: `blog-archiver remove csdn:li`", "posts stay"),
        (
            {**NO_POSTS, "archived": 0, "worked": 0},
            "No blog found there: check the address; `blog-archiver remove github_pages:a.github.io/b`",
            "Upgrade",
        ),
        ({**NO_POSTS, "archived": 0}, "Upgrade", "No blog found"),
        (NO_POSTS, "Upgrade", "No blog found"),
        ({"archived": 0, "worked": 0}, "Upgrade", "No blog found"),
    ],
)
def test_what_never_was_there_is_a_mistake_of_the_address(given, said, unsaid):
    told = advice(incident(**given))
    assert said in told
    assert unsaid not in told


def test_pages_write_nothing_of_their_own_into_a_message():
    hostile = "a\nSubject: free\r\x1b[2J https://x.example/?token=4711"
    said = sentence(incident(found=hostile)) + sentence(incident(kind="blocked", reason=hostile))
    assert said.isprintable()
    assert "4711" not in said
