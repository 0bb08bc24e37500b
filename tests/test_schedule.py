"""What `schedule` prints, read by the scheduler's own tool where this machine has it, and run."""

import os
import plistlib
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from archive.schedule import KINDS, cron, systemd, windows
from archive.schedule.job import Job, job_for
from scraper.configuration import ConfigurationError
from tests.command import Command
from tests.conftest import ROOT
from tests.replica import Replica
from tests.replica.csdn import seed_site

#: A folder whose name means something to every one of these formats.
AWKWARD = "博客 存档 100%h \"of\" 'mine' $HOME \\n & <all>"
JOB = Job(PurePosixPath("/opt/b a/blog-archiver"), PurePosixPath("/x/archive.db"), (5, 17), 42)
XML = {"": windows.NAMESPACE}


@pytest.fixture(scope="module")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    folder = tmp_path_factory.mktemp("scheduled") / AWKWARD
    folder.mkdir()
    with Replica([seed_site()]).running() as replica:
        run = Command(folder, replica)
        run("add", f"csdn:{seed_site().user}")
        yield run


@pytest.fixture
def printed(awkward: Command, tmp_path: Path) -> Callable[..., Path]:
    """`printed("cron", …)`: the file, or the first of the files, written by the command."""

    def write(kind: str, *arguments: str) -> Path:
        said = awkward("schedule", kind, "--output", str(tmp_path), *arguments)
        return Path(said.splitlines()[0])

    return write


def tool(name: str, *arguments: str | Path, **environment: str) -> str:
    """What a scheduler's own tool says of a file, which it must accept; skips where it is not there."""
    if not shutil.which(name):
        pytest.skip(f"{name} is not on this machine: nobody checks the file as its scheduler would")
    given = {**os.environ, **environment}
    done = subprocess.run([name, *arguments], env=given, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def words(line: str) -> list[str]:
    """A command line as /bin/sh reads it."""
    command = f"printf '%s\\0' {line}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=True)
    return done.stdout.decode().split("\0")[:-1]


def by_systemd(file: Path) -> list[str]:
    assert "\nExecStart=:" in file.read_text(
        encoding="utf-8"
    )  # no variable of the environment is read
    dump = tool("systemd-analyze", "verify", "--man=no", file, SYSTEMD_LOG_LEVEL="debug")
    folders = re.findall(r"^\s*ReadWritePaths: (.*)$", dump, re.M)
    assert folders == [str(Path(words(command_of(dump))[-1]).parent)]
    return words(command_of(dump))


def command_of(dump: str) -> str:
    return re.findall(r"^\s*Command Line: (.*)$", dump, re.M)[-1]


def by_cron(file: Path) -> list[str]:
    tool("crontab", "-n", file)
    line = file.read_text(encoding="utf-8").splitlines()[-1]
    command = line.split(maxsplit=5)[5]
    assert not re.search(r"(?<!\\)%", command)  # cron makes a line break of it
    return words(command.replace(r"\%", "%"))


def by_launchd(file: Path) -> list[str]:
    agent = plistlib.loads(file.read_bytes())
    assert agent["StandardErrorPath"].startswith(agent["ProgramArguments"][-1])
    return list(agent["ProgramArguments"])


READERS = {"systemd": by_systemd, "cron": by_cron, "launchd": by_launchd}


@pytest.mark.parametrize("kind", READERS)
def test_the_scheduler_reads_the_command_as_it_was_meant_and_it_runs(awkward, printed, kind):
    command = READERS[kind](printed(kind))
    assert command[1:] == ["crawl", "--due", "--archive", str(awkward.folder / "archive.db")]
    given = {**os.environ, "BLOG_ARCHIVER_REPLICA": awkward.replica.address}
    done = subprocess.run(command, env=given, cwd="/", capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "46" in awkward("status")


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), min_size=1))
def test_the_shell_that_cron_starts_gets_any_path_whole(name):
    job = replace(JOB, archive=PurePosixPath("/") / name)
    assert words(cron.command(job).replace(r"\%", "%"))[-1] == str(job.archive)


def test_systemd_knows_the_times_of_the_timer():
    (calendar,) = re.findall(r"OnCalendar=(.*)", systemd.files(JOB)[systemd.TIMER])
    said = tool("systemd-analyze", "calendar", "--iterations=4", calendar)
    assert set(re.findall(r"\d\d:\d\d:\d\d(?= UTC)", said)) >= {"05:42:00", "17:42:00"}


@pytest.mark.parametrize(
    ("program", "archive", "own"),
    [
        ("/opt/blog-archiver", "/x/archive.db", True),
        ("/opt/blog-archiver", "/var/tmp/x/archive.db", False),
        ("/tmp/venv/bin/blog-archiver", "/x/archive.db", False),
    ],
)
def test_a_service_sees_the_temporary_files_that_it_needs(program, archive, own):
    job = replace(JOB, program=PurePosixPath(program), archive=PurePosixPath(archive))
    assert ("\nPrivateTmp=yes\n" in systemd.files(job)[systemd.SERVICE]) is own


def test_systemd_is_content_with_how_little_the_service_may_do(printed):
    said = tool(
        "systemd-analyze", "security", "--offline=true", "--threshold=30", printed("systemd")
    )
    assert "Overall exposure level" in said


def test_the_task_of_windows_keeps_to_the_schema_and_quotes_its_arguments():
    program = PureWindowsPath(r"C:\Program Files\博客\blog-archiver.exe")
    job = replace(JOB, program=program, archive=PureWindowsPath(r"D:\我的 博客\archive.db"))
    task = etree.fromstring(windows.files(job)[windows.FILE])
    etree.XMLSchema(file=ROOT / "tests/fixtures/schedule/task.xsd").assertValid(task)
    assert task.findtext(".//Command", namespaces=XML) == str(program)
    arguments = task.findtext(".//Arguments", namespaces=XML)
    assert arguments == r'crawl --due --archive "D:\我的 博客\archive.db"'
    starts = [start.text for start in task.iterfind(".//StartBoundary", XML)]
    assert [start[11:] for start in starts] == ["05:42:00", "17:42:00"]


def test_the_task_scheduler_gets_no_path_that_it_would_take_for_a_variable():
    with pytest.raises(ConfigurationError, match="no % in a path"):
        windows.files(replace(JOB, archive=PureWindowsPath(r"D:\100%\archive.db")))


@pytest.mark.parametrize("every", [1, 2, 3, 4, 6, 8, 12, 24])
def test_runs_are_that_many_hours_apart_and_the_same_whenever_they_are_printed(every):
    job = job_for(Path("archive.db"), every, None)
    assert job == job_for(Path("archive.db"), every, None)
    nights = [*job.hours, job.hours[0] + 24]
    assert {later - hour for hour, later in zip(nights, nights[1:], strict=False)} == {every}
    assert 0 < job.minute < 59


def test_archives_do_not_all_ask_at_the_same_minute():
    minutes = {job_for(Path(f"/home/{n}/archive.db"), 6, None).minute for n in range(100)}
    assert len(minutes) > 40


def test_a_time_of_day_may_be_chosen(awkward):
    assert "30 5 * * * " in awkward("schedule", "cron", "--at", "05:30")
    assert "give HH:MM" in awkward("schedule", "cron", "--at", "24:00", code=2)
    assert "both" in awkward("schedule", "cron", "--at", "05:30", "--every", "6h", code=2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_with_a_line_break_gets_into_no_file(kind):
    with pytest.raises(ConfigurationError, match="scheduler's file"):
        KINDS[kind](job_for(Path("/x/a\n[Service]\nUser=root/archive.db"), 6, None))


def test_what_is_there_is_not_replaced(awkward, printed):
    file = printed("systemd")
    file.write_text("mine", encoding="utf-8")
    said = awkward("schedule", "systemd", "--output", str(file.parent), code=40)
    assert f"{file} is there already" in said
    assert file.read_text(encoding="utf-8") == "mine"


def test_an_archive_that_is_not_there_is_scheduled_by_nobody(awkward):
    assert "no archive at" in awkward("schedule", "cron", "--archive", "typo.db", code=50)
