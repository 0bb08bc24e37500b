import subprocess
import sys

import pytest

from archive.connection import ArchiveUnusable
from archive.lock import Locked, lock_platform
from tests.conftest import ROOT


def test_a_lock_is_one_platforms_and_ends_with_its_holder(tmp_path):
    path = tmp_path / "archive.db"
    held = lock_platform(path, "csdn")
    lock_platform(path, "tencent_cloud").release()
    held.release()
    lock_platform(path, "csdn").release()


def test_a_killed_process_holds_no_lock(tmp_path):
    path = tmp_path / "archive.db"
    code = (
        "import sys; from pathlib import Path; from archive.lock import lock_platform;"
        "lock = lock_platform(Path(sys.argv[1]), 'csdn'); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(Locked, match="csdn.lock is held by another run"):
            lock_platform(path, "csdn")
        process.kill()
    lock_platform(path, "csdn").release()


def test_no_lock_makes_a_folder(tmp_path):
    with pytest.raises(ArchiveUnusable, match="there is no folder"):
        lock_platform(tmp_path / "mistyped" / "archive.db", "csdn")
    assert list(tmp_path.iterdir()) == []
