"""Wherever the writing of pictures is killed, no file is half and no row without its file."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from archive.media.files import folder_of
from archive.store import Archive
from archive.verify import verify
from tests.conftest import ROOT
from tests.killed_media import PICTURES, made
from tests.made import rows

HELD = "SELECT count(*) FROM media WHERE state = 'held'"


def recorded(archive: Path, deadly: int | str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.killed_media", str(deadly), str(archive)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def held(archive: Path) -> int:
    """How many pictures are held, of an archive that is sound."""
    with Archive.open(archive, read_only=True) as opened:
        assert not [finding for finding in verify(opened) if finding.problems]
        return int(rows(opened, HELD)[0][0])


def files(archive: Path) -> list[Path]:
    return [path for path in folder_of(archive).rglob("*") if path.is_file()]


def kill_and_record_again(folder: Path, point: int | str) -> None:
    """A run that is killed leaves a sound archive, and the next one completes it."""
    archive = Path(shutil.copy(folder / "made.db", folder / "again.db"))
    shutil.rmtree(folder_of(archive), ignore_errors=True)
    assert recorded(archive, point).returncode == -signal.SIGKILL, point
    finished = [path for path in files(archive) if path.suffix != ".new"]
    assert held(archive) <= len(finished)
    assert {path.read_bytes() for path in finished} <= {*PICTURES.values()}, "none is half"
    assert recorded(archive, 0).returncode == 0
    assert held(archive) == len(PICTURES) == len(files(archive)), "no draft is left"


@pytest.mark.parametrize(
    "step", ["file.write(content)", "draft.replace(path)", 'outcome["sha256"] = sha256']
)
def test_a_picture_that_a_kill_interrupts_is_whole_or_not_there(tmp_path, step):
    made(tmp_path / "made.db")
    kill_and_record_again(tmp_path, step)


@pytest.mark.soak
def test_thirty_kills_leave_no_half_picture(tmp_path):
    made(tmp_path / "made.db")
    whole = Path(shutil.copy(tmp_path / "made.db", tmp_path / "whole.db"))
    lines = int(recorded(whole, 0).stdout)
    assert held(whole) == len(PICTURES)
    for point in Random(7).sample(range(1, lines + 1), 30):
        kill_and_record_again(tmp_path, point)
