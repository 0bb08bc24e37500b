"""What a command costs: CPU of it and its children, peak memory, and whether memory grows."""

import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAMPLE_SECONDS = 0.25


@dataclass(frozen=True)
class Cost:
    """`cpu` in seconds; `peak` in MB; `growth` is memory in the last quarter over that in the second."""

    cpu: float
    peak: float
    growth: float


def cost(command: Sequence[str]) -> Cost:
    """Run a Python command in the project's folder and measure it; raises on a non-zero exit code."""
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stderr=subprocess.PIPE)
    samples: list[float] = []
    done = threading.Event()
    watcher = threading.Thread(target=watch, args=(process.pid, samples, done))
    watcher.start()
    assert process.stderr is not None
    log = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    done.set()
    watcher.join()
    if os.waitstatus_to_exitcode(status):
        raise RuntimeError(log.decode()[-4000:])
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, growth(samples))


def watch(pid: int, samples: list[float], done: threading.Event) -> None:
    """Append the resident memory of a process in MB, a few times a second, until it is done."""
    statm = Path(f"/proc/{pid}/statm")
    page = os.sysconf("SC_PAGE_SIZE") / 2**20
    while not done.wait(SAMPLE_SECONDS):
        try:
            samples.append(int(statm.read_text().split()[1]) * page)
        except (OSError, IndexError):
            return


def growth(samples: Sequence[float]) -> float:
    """Median of the last quarter over that of the second; 1.0 is flat."""
    quarter = len(samples) // 4
    if not quarter:
        return 1.0
    second, last = samples[quarter : 2 * quarter], samples[-quarter - 2 : -2] or samples[-quarter:]
    return statistics.median(last) / statistics.median(second)
