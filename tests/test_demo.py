import os
import subprocess
import sys

from tests.conftest import ROOT
from tests.replica.seeds import PROFILES


def test_the_demo_archives_all_four_platforms_and_says_how_to_browse(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.demo"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests/offline'}"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "demo.db").stat().st_size > 100_000
    assert len(PROFILES) == 4
    assert all(profile.split(":")[0] in done.stdout for profile in PROFILES)
    assert "browse --archive demo.db" in done.stdout
