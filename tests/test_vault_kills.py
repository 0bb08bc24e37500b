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


def recorded(archive: Path, deadly: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.killed_media", str(deadly), str(archive)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def held(archive: Path) -> int:
    """How many pictures are held, of an archive that is sound."""
    with Archive.open(archive, read_only=True) as opened:
        assert not [finding for finding in verify(opened) if finding.problems]
        return int(rows(opened, HELD)[0][0])


def files(archive: Path) -> list[Path]:
    return [path for path in folder_of(archive).rglob("*") if path.is_file()]


def kill_and_record_again(folder: Path, kills: int) -> None:
    made(folder / "made.db")
    whole = Path(shutil.copy(folder / "made.db", folder / "whole.db"))
    lines = int(recorded(whole, 0).stdout)
    assert held(whole) == len(PICTURES)
    for point in Random(7).sample(range(1, lines + 1), kills):
        archive = Path(shutil.copy(folder / "made.db", folder / f"{point}.db"))
        assert recorded(archive, point).returncode == -signal.SIGKILL, point
        finished = [path for path in files(archive) if path.suffix != ".new"]
        assert held(archive) <= len(finished)
        assert {path.read_bytes() for path in finished} <= {*PICTURES.values()}, "none is half"
        assert recorded(archive, 0).returncode == 0
        assert held(archive) == len(PICTURES) == len(files(archive)), "no draft is left"


def test_pictures_that_a_kill_interrupts_are_whole_or_not_there(tmp_path):
    kill_and_record_again(tmp_path, 2)


@pytest.mark.soak
def test_thirty_kills_leave_no_half_picture(tmp_path):
    kill_and_record_again(tmp_path, 30)
