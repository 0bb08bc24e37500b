"""`status`: every figure is true, what is wrong is said with what to do, and nobody is left out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from archive.cli import main
from archive.lock import lock_platform
from archive.purge.forget import forget
from archive.purge.wanted import Wanted
from archive.store import Archive
from scraper.exitcode import ExitCode
from scraper.items import Profile
from tests.command import Command
from tests.made import crawl, entry, listing, post
from tests.replica import Fault, Replica
from tests.stages import csdn, github_readme

GOOD, WALLED = "github_readme:someone/notes0", "csdn:author0_3"


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """After a first night: one profile is walled off, one was never reached, one is crawled no more."""
    with Replica([csdn((3,), 20).site, github_readme((2,), 20).site]).running() as replica:
        command = Command(tmp_path_factory.mktemp("morning"), replica)
        command("add", GOOD, WALLED, "csdn:waiting")
        command("crawl", "-q", GOOD)
        replica.fault_at = lambda host, path: (
            Fault(521) if "csdn" in host and path != "/robots.txt" else None
        )
        command("crawl", "-q", WALLED, code=ExitCode.BLOCKED)
        replica.fault_at = lambda host, path: None
        yield command


def found(command: Command) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(command("status", "--json"))
    return answer


def test_every_profile_has_its_figures(morning):
    rows = {row["profile"]: row for row in found(morning)["profiles"]}
    assert [*rows] == sorted([GOOD, WALLED, "csdn:waiting"])
    good, walled, waiting = rows[GOOD], rows[WALLED], rows["csdn:waiting"]
    assert (good["listed"], good["archived"], good["missing"]) == (2, 2, 0)
    assert good["last_good"]
    assert good["next_due"] > good["last_good"]
    assert (walled["listed"], walled["archived"], walled["last_good"]) == (0, 0, None)
    assert walled["next_due"] < good["next_due"]
    assert (waiting["note"], waiting["archived"], waiting["last_crawl"]) == (
        "never crawled",
        0,
        None,
    )
    assert waiting["next_due"]


def test_what_is_wrong_is_said_with_what_to_do(morning):
    (incident,) = found(morning)["incidents"]
    assert (incident["kind"], incident["subject"]) == ("blocked", "csdn")
    assert incident["waiting"] == [WALLED]
    said = morning("status")
    assert incident["message"] in said
    assert "Wait: it is asked again" in said


def test_people_see_when_it_went_well_and_who_is_due(morning):
    lines = {line.split()[0]: line for line in morning("status").splitlines() if ":" in line[:20]}
    assert lines[WALLED].split()[-1] == "partial"
    assert " now " in lines[WALLED]
    assert "never crawled: csdn:waiting\n" in morning("status")
    assert lines[GOOD].count(" UTC") == 2


def test_profiles_that_are_crawled_no_more_are_marked(morning):
    toml = morning.folder / "profiles.toml"
    before = toml.read_text(encoding="utf-8")
    morning("remove", GOOD)
    text = toml.read_text(encoding="utf-8")
    text = (
        text.replace("waiting", 'waiting"\nenabled = false\n#', 1)
        + '[[profiles]]\nurl = "nowhere"\n'
    )
    toml.write_text(text, encoding="utf-8")
    notes = {row["profile"]: row["note"] for row in found(morning)["profiles"]}
    toml.write_text(before, encoding="utf-8")
    assert notes[GOOD] == "not in profiles.toml"
    assert notes["csdn:waiting"] == "not enabled in profiles.toml"
    assert notes["nowhere"].startswith("mend profiles.toml: ")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        yield archive


def status(archive: Archive, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["status", *arguments, "--archive", str(archive.path)])


def test_what_is_listed_adds_up_with_what_was_purged(archive):
    crawl(archive, entry("1"), entry("2"), post("1"), post("2"), listing(seen=2))
    assert "purged" not in status(archive).stdout
    forget(archive, Wanted(posts=frozenset({("csdn", "linshen", "1")})))
    (row,) = json.loads(status(archive, "--json").stdout)["profiles"]
    assert (row["listed"], row["archived"], row["purged"]) == (2, 1, 1)
    assert "purged" in status(archive).stdout


def test_a_crawl_that_runs_is_told_from_one_that_was_killed(archive):
    archive.begin_crawl(
        Profile(platform="csdn", handle="linshen", url="https://blog.csdn.net/linshen")
    )
    for begun, outcome in ((True, "running"), (False, "interrupted")):
        lock = lock_platform(archive.path, "csdn") if begun else None
        (row,) = json.loads(status(archive, "--json").stdout)["profiles"]
        assert row["outcome"] == outcome
        if lock:
            lock.release()


def test_a_profile_is_not_in_a_file_that_is_not_there(archive):
    crawl(archive)
    assert status(archive).stdout.rstrip().endswith("not in profiles.toml: csdn:linshen")


def test_a_mistake_in_profiles_toml_is_warned_of_and_the_rest_is_shown(archive):
    crawl(archive, entry("1"), post("1"), listing())
    archive.path.with_name("profiles.toml").write_text("[crawl]\nspeed = 9\n", encoding="utf-8")
    said = status(archive)
    assert said.exit_code == 0
    assert "unknown key 'speed'" in said.stderr
    assert "csdn:linshen" in said.stdout
    assert "not in profiles.toml" not in said.stdout


def test_an_interval_of_an_address_that_is_none_hides_no_other(archive):
    toml = '[[profiles]]\nurl = "nowhere"\ninterval = 5\n'
    archive.path.with_name("profiles.toml").write_text(toml, encoding="utf-8")
    said = status(archive)
    assert said.exit_code == 0
    assert "mend profiles.toml" in said.stdout


@pytest.mark.parametrize("screen", [{}, {"FORCE_COLOR": "1", "COLUMNS": "60"}])
def test_no_column_is_lost_to_a_long_note_or_a_narrow_terminal(archive, screen):
    crawl(archive, entry("1"), post("1"), listing())
    toml = '[[profiles]]\nurl="nonsense"\n[[profiles]]\nurl="https://blog.csdn.net/linshen"\n'
    archive.path.with_name("profiles.toml").write_text(toml, encoding="utf-8")
    said = CliRunner(env=screen).invoke(main, ["status", "--archive", str(archive.path)]).stdout
    table, _, below = said.partition("mend profiles.toml")
    for word in ("profile", "declared", "archived", "missing", "good", "due", "outcome"):
        assert word in table
    for cell in ("csdn:linshen", " complete", " 1 ", " 0 "):
        assert cell in table
    assert table.count("UTC") == 2 - table.count(" now ")
    assert below.startswith(": nonsense: ")
    assert "…" not in table
