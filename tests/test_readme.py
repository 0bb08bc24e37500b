"""Every command of the READMEs is run as a reader would run it, against the replica."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scraper.options import PROFILE_KEYS, TABLES
from scraper.profiles import ProfilesFile
from tests.conftest import ROOT
from tests.replica import Replica
from tests.replica.seeds import seed_sites

READMES = sorted(ROOT.glob("README*.md"))
FENCE = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
CONFIGURATION = re.compile(r"^```toml\n(.*?)^```", re.M | re.S)

#: Commands that another test runs, or that cannot run inside a test, and why.
ELSEWHERE = {
    "git clone": "downloads this project",
    "make demo": "test_demo runs what it runs",
    "make test": "runs this very test",
    "python3 -m venv .venv": "the check of a change makes a new environment",
    ".venv/bin/python -m pip": "the check of a change installs into a new environment",
    ".venv/bin/python -m tests.demo": "test_demo",
    ".venv/bin/python -m pytest": "runs this very test",
    "blog-archiver diff": "needs a post that was edited: test_cli_history",
    "blog-archiver import page.html": "needs a page that was saved in a browser: test_import_saved",
    "blog-archiver browse": "test_cli starts it, asks it and stops it",
}


def commands(readme: Path) -> list[str]:
    """The commands of a README in their order, without comments."""
    lines = "".join(FENCE.findall(readme.read_text(encoding="utf-8"))).splitlines()
    return [
        " ".join(shlex.split(line, comments=True)) and line.split("    #")[0].strip()
        for line in lines
    ]


def elsewhere(command: str) -> bool:
    return any(command.startswith(known) for known in ELSEWHERE)


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a reader: the project's folder as a copy, its commands on PATH."""
    for name in ("scrapy.cfg", "scraper", "archive"):
        (tmp_path / name).symlink_to(ROOT / name)
    with Replica(seed_sites()).running() as replica:
        yield {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "BLOG_ARCHIVER_REPLICA": replica.address,
        }


def test_every_command_works_as_it_stands(tmp_path, reader):
    run = [command for command in commands(READMES[0]) if not elsewhere(command)]
    assert len(run) >= 12
    for command in run:
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=reader,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def test_both_readmes_show_the_same_commands():
    english, chinese = (commands(readme) for readme in READMES)
    assert [c.split("#")[0].strip() for c in english] == [c.split("#")[0].strip() for c in chinese]


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_profiles_toml_that_is_shown_is_taken_and_has_every_key(readme, tmp_path):
    (shown,) = CONFIGURATION.findall(readme.read_text(encoding="utf-8"))
    (tmp_path / "profiles.toml").write_text(shown, encoding="utf-8")
    read = ProfilesFile(tmp_path / "profiles.toml").plain
    assert {name: set(read[name]) for name in TABLES} == {
        n: set(keys) for n, keys in TABLES.items()
    }
    assert set(read["profiles"][0]) == set(PROFILE_KEYS) - {"handle"}  # given instead of an address


@pytest.mark.parametrize("known", ELSEWHERE)
def test_every_exception_still_stands_in_the_readme(known):
    assert any(command.startswith(known) for command in commands(READMES[0]))
