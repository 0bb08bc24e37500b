"""What a command costs: CPU of it and its children, peak memory, and whether memory grows."""

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAMPLE_SECONDS = 0.25


@dataclass(frozen=True)
class Cost:
    """`seconds` by the clock, `cpu` in seconds; `peak` in MB, of the largest process; `summed` in MB,
    of all at once; `growth` is memory in the last quarter over that in the second.
    """

    seconds: float
    cpu: float
    peak: float
    summed: float
    growth: float


def cost(command: Sequence[str], folder: Path = ROOT) -> Cost:
    """Run a Python command in a folder and measure it; raises on a non-zero exit code."""
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], cwd=folder, stderr=subprocess.PIPE)
    samples: list[float] = []
    done = threading.Event()
    watcher = threading.Thread(target=watch, args=(process.pid, samples, done))
    watcher.start()
    assert process.stderr is not None
    log = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    done.set()
    watcher.join()
    if os.waitstatus_to_exitcode(status):
        raise RuntimeError(log.decode()[-4000:])
    cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    return Cost(seconds, cpu, peak, max(samples, default=peak), growth(samples))


def watch(pid: int, samples: list[float], done: threading.Event) -> None:
    """Append the memory of a process and its children in MB, a few times a second, until it is done."""
    while not done.wait(SAMPLE_SECONDS):
        samples.append(resident(pid))


def resident(pid: int) -> float:
    """The resident memory of a process and all that it started, in MB; 0 where it has ended."""
    page = os.sysconf("SC_PAGE_SIZE") / 2**20
    here = Path(f"/proc/{pid}")
    try:
        children = [
            int(child)
            for file in here.glob("task/*/children")
            for child in file.read_text().split()
        ]
        return int((here / "statm").read_text().split()[1]) * page + sum(map(resident, children))
    except OSError:
        return 0.0


def growth(samples: Sequence[float]) -> float:
    """Median of the last quarter over that of the second; 1.0 is flat."""
    quarter = len(samples) // 4
    if not quarter:
        return 1.0
    second, last = samples[quarter : 2 * quarter], samples[-quarter - 2 : -2] or samples[-quarter:]
    return statistics.median(last) / statistics.median(second)


def p95(spent: Sequence[float]) -> float:
    """The 95th percentile, between the least and the most of what was measured."""
    return statistics.quantiles(spent, n=20, method="inclusive")[-1]
