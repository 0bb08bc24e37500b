import subprocess
import sys

import pytest

from scraper.configuration import ConfigurationError
from scraper.net.replica import loopback
from tests.conftest import ROOT
from tests.replica.static import StaticSites


@pytest.mark.parametrize("address", ["127.0.0.1:8899", "[::1]:80"])
def test_a_loopback_address_may_be_a_replica(address):
    assert loopback(address) == address


@pytest.mark.parametrize(
    "address", ["10.0.0.1:80", "example.org:80", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:x", "1"]
)
def test_no_other_address_may_be_a_replica(address):
    with pytest.raises(ConfigurationError, match="only 127"):
        loopback(address)


def test_static_sites_answer_as_github_pages_does(tmp_path, replica):
    site = tmp_path / "someone.github.io"
    (site / "posts").mkdir(parents=True)
    (site / "posts/index.html").write_text("<h1>all</h1>", encoding="utf-8")
    (site / "posts/one.html").write_text("<h1>one</h1>", encoding="utf-8")
    (site / "404.html").write_text("<h1>nothing here</h1>", encoding="utf-8")
    ask = replica(StaticSites(tmp_path)).ask
    assert ask("someone.github.io", "/posts").headers["Location"] == "/posts/"
    assert ask("someone.github.io", "/posts/").text == "<h1>all</h1>"
    assert ask("someone.github.io", "/posts/one").text == "<h1>one</h1>"
    assert ask("someone.github.io", "/posts/one/").status_code == 404
    assert "nothing here" in ask("someone.github.io", "/no").text
    assert ask("someone.github.io", "/../../etc/passwd").status_code in (400, 404)
    etag = ask("someone.github.io", "/posts/").headers["ETag"]
    assert ask("someone.github.io", "/posts/", {"If-None-Match": etag}).status_code == 304


def test_the_replica_is_played_by_hand_with_the_seed_profiles(tmp_path):
    command = [sys.executable, "-m", "tests.replica", "--root", str(tmp_path), "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("REPLICA=127.0.0.1:")
            assert len(process.stdout.readline().split()) == 1 + 4
        finally:
            process.terminate()
