"""The workflow of `schedule github-actions`, and for which repositories it is printed."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

from archive.schedule import KINDS
from archive.schedule.job import Job
from archive.schedule.repository import anonymous, refuse_public
from scraper.configuration import ConfigurationError
from tests.replica import Fault, Replica
from tests.replica.csdn import seed_site
from tests.workflow import Workflow

TEXT = KINDS["github-actions"](Job(Path("/bin/x"), Path("/x.db"), (5, 17), 42))["blog-archiver.yml"]


class Server(SimpleHTTPRequestHandler):
    """Serves repositories as files; those called `private` only to who gives a password."""

    def do_GET(self) -> None:
        if "private" in self.path and "Authorization" not in self.headers:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test that passes is silent."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a server that has `public.git` and `private.git`, with a user and a password."""
    for name in ("public", "private"):
        folder = tmp_path / f"{name}.git"
        subprocess.run(["git", "init", "--quiet", "--bare", folder], check=True)
        subprocess.run(["git", "-C", folder, "update-server-info"], check=True)

    def handler(*arguments: object) -> Server:
        return Server(*arguments, directory=str(tmp_path))  # type: ignore[arg-type]

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://me:secret@127.0.0.1:{server.server_port}"
        server.shutdown()


def clone(folder: Path, remote: str) -> Path:
    """A repository with that remote."""
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    subprocess.run(["git", "-C", folder, "remote", "add", "origin", remote], check=True)
    return folder


def test_a_repository_that_anybody_can_read_is_refused(tmp_path, served):
    with pytest.raises(ConfigurationError, match=r"public\.git is public") as refused:
        refuse_public(clone(tmp_path / "clone", f"{served}/public.git"))
    assert "secret" not in str(refused.value)


def test_a_private_one_is_taken_though_the_user_can_read_it(tmp_path, served, monkeypatch):
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    remote = f"{served.replace('me:secret@', '')}/private.git"
    subprocess.run(["git", "ls-remote", remote], check=True)
    refuse_public(clone(tmp_path / "clone", remote))


@pytest.mark.parametrize("remote", ["", "../elsewhere", "http://[", "https://127.0.0.1:1/a.git"])
def test_what_cannot_be_told_is_left_to_the_first_step_of_the_workflow(tmp_path, remote):
    refuse_public(tmp_path)
    refuse_public(clone(tmp_path / "clone", remote))


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("git@github.com:me/blogs.git", "https://github.com/me/blogs.git"),
        ("ssh://git@github.com:22/me/blogs.git", "https://github.com/me/blogs.git"),
        ("https://token@github.com/me/blogs", "https://github.com/me/blogs"),
        ("https://me:token@github.com/me/blogs", "https://github.com/me/blogs"),
        ("git://github.com/me/blogs", "https://github.com/me/blogs"),
        ("/srv/blogs.git", None),
        (r"C:\blogs.git", None),
        ("file:///srv/blogs.git", None),
    ],
)
def test_a_remote_is_asked_for_without_a_name(remote, address):
    assert anonymous(remote) == address


def test_the_workflow_keeps_to_the_schema_of_github(tmp_path):
    file = tmp_path / "blog-archiver.yml"
    file.write_text(TEXT, encoding="utf-8")
    check = [Path(sys.executable).with_name("check-jsonschema"), "--builtin-schema"]
    done = subprocess.run(
        [*check, "vendor.github-workflows", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert 'cron: "42 5,17 * * *"' in TEXT


@pytest.fixture
def workflow(tmp_path: Path) -> Iterator[Workflow]:
    if not (shutil.which("jq") and shutil.which("unzip")):
        pytest.skip("jq or unzip is not on this machine: nobody runs the workflow's steps")
    with Replica([seed_site()]).running() as replica:
        workflow = Workflow(TEXT, tmp_path / "github", replica)
        profile = f'[[profiles]]\nhandle = "csdn:{seed_site().user}"\n'
        (workflow.state / "profiles.toml").write_text(profile)
        yield workflow


def test_the_archive_goes_from_run_to_run_and_two_artifacts_are_kept(workflow):
    assert workflow.run(begin=True), workflow.said
    asked = len(workflow.replica.log)
    for _ in range(2):
        assert workflow.run(), workflow.said
    assert workflow.artifacts == [12, 13]
    assert len(workflow.replica.log) - asked < asked / 4
    enabled = "PUT repos/a/b/actions/workflows/blog-archiver.yml/enable"
    assert (workflow.state / "asked").read_text().count(enabled) == 3


def test_a_public_repository_archives_nothing(workflow):
    (workflow.state / "private").write_text("false")
    assert not workflow.run(begin=True)
    assert "::error::This repository is public" in workflow.said
    assert workflow.replica.log == []


def test_no_archive_is_begun_unless_somebody_says_so(workflow):
    assert not workflow.run()
    assert "::error::There is no archive" in workflow.said
    assert workflow.artifacts == []


@pytest.mark.soak
def test_a_damaged_artifact_is_not_built_upon(workflow):
    assert workflow.run(begin=True), workflow.said
    (artifact,) = (workflow.state / "artifacts").iterdir()
    artifact.write_bytes(artifact.read_bytes()[:-5000])
    assert not workflow.run()
    assert workflow.artifacts == [11]


@pytest.mark.soak
def test_a_run_that_has_something_to_tell_fails_once_and_keeps_what_it_got(workflow):
    path = urlsplit(seed_site().address(seed_site().posts[0])).path
    workflow.replica.faults["blog.csdn.net", path] = Fault(
        200, b"<html><body>redesigned</body></html>"
    )
    assert not workflow.run(begin=True)
    assert "::error::CSDN post page changed" in workflow.said
    assert workflow.artifacts == [11]
    assert workflow.run(), workflow.said
