"""What a user may get wrong: one clear line, exit code 40, nothing asked of any site, nothing made."""

from pathlib import Path

import pytest

from tests import started
from tests.conftest import ROOT
from tests.thorough import cases

#: Arguments after the program's name, and what the message names.
BAD = {
    ("scrapy", "crawl", "medium", "-a", "profile=x"): "no platform 'medium', there are csdn",
    ("scrapy", "crawl", "csdn"): "no profile of csdn",
    ("scrapy", "crawl", "csdn", "-a", "profile=https://example.org/x"): "https://example.org/x",
    ("scrapy", "crawl", "csdn", "-a", "profile=x", "-a", "limit=none"): "limit=none",
    ("scrapy", "crawl", "csdn", "-a", "profile=x", "-s", "REPLICA=192.0.2.1:80"): "192.0.2.1",
    ("blog-archiver", "crawl", "medium:x"): "no platform 'medium'",
    ("blog-archiver", "crawl", "https://["): "https://[",
    ("blog-archiver", "crawl", "ftp://blog.csdn.net/x"): "only http and https",
    ("blog-archiver", "crawl", "no address"): "no address",
    ("blog-archiver", "crawl", "csdn:x", "-s", "NONSENSE"): "NAME=VALUE",
    ("blog-archiver", "search", "显存" * 600): "at most 1000",
}
#: profiles.toml, and what the message names; whichever profile is asked for.
BROKEN = {
    "[[profiles]]\nurll = 'x'\n": "'urll'",
    "[[profiles": "profiles.toml",
    "[crawl]\nx = 1": "'x'",
}


def refused(folder: Path, *command: str) -> str:
    """Run a command in a folder; what it said on stderr. It must exit with 40 and make nothing."""
    for name in ("scrapy.cfg", "scraper", "archive"):
        (folder / name).symlink_to(ROOT / name)
    before = sorted(folder.iterdir())
    program, *arguments = command
    done = started.run(program, *arguments, folder=folder)
    assert done.returncode == 40, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(folder.iterdir()) == before
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize(("command", "named"), BAD.items(), ids=map(" ".join, BAD))
def test_a_bad_argument_is_refused_by_name(command, named, tmp_path):
    assert named in refused(tmp_path, *command)


@pytest.mark.parametrize(("toml", "named"), BROKEN.items())
@pytest.mark.parametrize(
    "program", cases(["blog-archiver crawl csdn:x"], ["scrapy crawl csdn -a profile=x"])
)
def test_a_broken_profiles_toml_is_refused_by_name(program, toml, named, tmp_path):
    (tmp_path / "profiles.toml").write_text(toml, encoding="utf-8")
    assert named in refused(tmp_path, *program.split())
