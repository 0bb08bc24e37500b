"""Programs of the project, each in a process of its own: a fork of one that has read the code.

Hundreds of crawls of a few posts each would else spend most of their time on reading Scrapy. The
program's arguments, folder, environment, files, memory and end are its own, as always; `test_cli.py`
and `test_readme.py` start them as a shell does.
"""

import os
import subprocess
import sys
import warnings
from importlib.metadata import entry_points
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.warm"])


def run(
    program: str,
    *arguments: str | Path,
    folder: Path,
    environment: dict[str, str] | None = None,
    stdin: str = "",
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run `blog-archiver` or `scrapy` to its end, at most `timeout` seconds.

    `environment` is added to this process's. Raises subprocess.TimeoutExpired, the program killed.
    """
    command = [program, *map(str, arguments)]
    with TemporaryDirectory() as streams:
        stdin_file, stdout, stderr = (Path(streams, name) for name in ("stdin", "stdout", "stderr"))
        stdin_file.write_text(stdin, encoding="utf-8")
        given = {**os.environ, **(environment or {})}
        process = CONTEXT.Process(target=become, args=(command, folder, given, Path(streams)))
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(
                command, timeout, stdout.read_bytes(), stderr.read_bytes()
            )
        said = (file.read_text(encoding="utf-8") for file in (stdout, stderr))
        return subprocess.CompletedProcess(command, process.exitcode, *said)


def become(command: list[str], folder: Path, environment: dict[str, str], streams: Path) -> None:
    """Be the program from here on, in the fork."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    sys.stdin = (streams / "stdin").open(encoding="utf-8")
    sys.stdout = (streams / "stdout").open("w", encoding="utf-8")
    sys.stderr = (streams / "stderr").open("w", encoding="utf-8")
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        os.dup2(stream.fileno(), number)
    warnings.filterwarnings("error", category=DeprecationWarning, module="scraper")
    (program,) = entry_points(group="console_scripts", name=command[0])
    sys.exit(program.load()())
