"""The printed workflow as GitHub runs it: its steps in order, against a stand-in of GitHub's API.

Of `if:` it reads what is written there now, of `uses:` the upload alone. `gh` is a program of a few lines
that answers from a folder; its filters are run by jq, as good as in the real one.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import make_archive, rmtree

import yaml

from tests.replica import Replica

GH = """\
#!/bin/bash
# gh api [--method METHOD] PATH [--jq FILTER]
shift
if [ "$1" = --method ]; then method=$2; shift 2; fi
path=$1; echo "${method:-GET} $path" >> "$STATE/asked"
case $method$path in
  repos/a/b) echo "{\\"private\\": $(cat "$STATE/private")}" > "$STATE/answer" ;;
  */zip) id=${path%/zip}; exec cat "$STATE/artifacts/${id##*/}.zip" ;;
  DELETE*) rm "$STATE/artifacts/${path##*/}.zip"; exit ;;
  PUT*) exit ;;
  *) for file in "$STATE"/artifacts/*.zip; do
       [ -e "$file" ] || continue
       id=$(basename "$file" .zip)
       echo "{\\"id\\": $id, \\"created_at\\": \\"2026-11-$id\\", \\"expired\\": false}"
     done | jq -s '{artifacts: .}' > "$STATE/answer" ;;
esac
jq -r "$3" "$STATE/answer"
"""


CONDITION = re.compile(r"\$\{\{ !cancelled\(\) && steps\.(\w+)\.outcome (==|!=) '(\w+)' \}\}")


def goes_on(condition: str | None, outcomes: dict[str | int, str]) -> bool:
    """Whether a step is done, after steps with these outcomes, by id or number."""
    if condition is None:
        return "failure" not in outcomes.values()
    match = CONDITION.fullmatch(condition)
    assert match, f"GitHub reads {condition!r}, this does not"
    return (outcomes.get(match[1], "skipped") == match[3]) == (match[2] == "==")


@dataclass
class Workflow:
    """A repository on GitHub whose workflow is `text`; `state` is what GitHub keeps of it."""

    text: str
    state: Path
    replica: Replica
    said: str = ""

    def __post_init__(self) -> None:
        (self.state / "artifacts").mkdir(parents=True)
        (self.state / "private").write_text("true")
        (self.state / "gh").write_text(GH)
        (self.state / "gh").chmod(0o755)

    @property
    def artifacts(self) -> list[int]:
        return sorted(int(file.stem) for file in (self.state / "artifacts").iterdir())

    def run(self, *, begin: bool = False) -> bool:
        """One run on a new machine; whether it ends well. What it printed is in `said`."""
        machine = self.state / "machine"
        rmtree(machine, ignore_errors=True)
        machine.mkdir()
        (machine / "profiles.toml").write_bytes((self.state / "profiles.toml").read_bytes())
        self.said, outcomes = "", {}
        for number, step in enumerate(yaml.safe_load(self.text)["jobs"]["crawl"]["steps"]):
            if step.get("name") != "Install" and goes_on(step.get("if"), outcomes):
                well = self.step(step, machine, begin)
                outcomes[step.get("id", number)] = "success" if well else "failure"
        return "failure" not in outcomes.values()

    def step(self, step: dict[str, str], machine: Path, begin: bool) -> bool:
        """Do a step; whether it succeeded."""
        if "upload-artifact" in step.get("uses", ""):
            number = max(self.artifacts, default=10) + 1
            make_archive(str(self.state / f"artifacts/{number}"), "zip", machine / "copy")
        if "run" not in step:
            return True
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=machine,
            env=self.environment(begin),
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.said += done.stdout + done.stderr
        return done.returncode == 0

    def environment(self, begin: bool) -> dict[str, str]:
        programs = [str(self.state), str(Path(sys.executable).parent), os.environ["PATH"]]
        return {
            **os.environ,
            "PATH": os.pathsep.join(programs),
            "STATE": str(self.state),
            "API": "repos/a/b/actions",
            "BEGIN": str(begin).lower(),
            "GITHUB_REPOSITORY": "a/b",
            "GITHUB_WORKFLOW_REF": "a/b/.github/workflows/blog-archiver.yml@refs/heads/main",
            "BLOG_ARCHIVER_REPLICA": self.replica.address,
        }
