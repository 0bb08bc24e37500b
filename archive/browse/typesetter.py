"""Bodies are set in a process of its own, which is ended when one takes too long.

Thirty kilobytes of `[` take Markdown seconds, and some lexers of code never end: a limit of length
bounds neither, and a thread that is busy with them stops the whole server.
"""

import multiprocessing
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock

from archive.browse.markup import Reading, as_source, reading

#: A process of its own imports what it needs; one made by fork would hold the server's locks.
_SPAWN = multiprocessing.get_context("spawn")
#: Has the first body find all that it needs loaded.
_SAMPLE = "# 标题\n\n$x$ <https://example.com>\n\n| a |\n| - |\n\n```python\nx = 1\n```\n"
#: How a body and the addresses here are laid out: a function of a module, which another process finds.
Work = Callable[[str, Mapping[str, str]], Reading]
#: Whether the system ends a process by the time it has worked, however busy the machine is.
_COUNTS_WORK = hasattr(signal, "setitimer")


class Typesetter:
    """Sets one body at a time. Its process starts with the first, and anew after one was too much.

    `seconds` of a processor are what a body may take; by the clock, if others want it too, up to
    `patience`. The process may take `start` until it is ready. `given_up` counts bodies that took more, or
    whose process was ended: another time they may be set.
    """

    def __init__(
        self,
        seconds: float = 1.2,
        patience: float = 10,
        start: float = 60,
        work: Work = reading,
    ) -> None:
        self.seconds, self.start, self.work = seconds, start, work
        self.patience = patience if _COUNTS_WORK else seconds
        self.given_up = 0
        self._lock = Lock()
        self._running: tuple[SpawnProcess, Connection] | None = None

    def set(self, markdown: str, held: Mapping[str, str]) -> Reading:
        """A body laid out, or its source where that does not end in time."""
        with self._lock:
            with suppress(OSError, EOFError):  # of a process that has ended
                pipe = self._pipe()
                pipe.send((markdown, dict(held)))
                if pipe.poll(self.patience):
                    found: Reading = pipe.recv()
                    return found
            self.given_up += 1
            self._end()  # before another body meets the answer to this one
        return as_source(markdown)

    def _pipe(self) -> Connection:
        if self._running is None:
            here, there = _SPAWN.Pipe()
            process = _SPAWN.Process(
                target=_work, args=(there, self.seconds, self.work), daemon=True
            )
            process.start()
            there.close()
            self._running = process, here
            if here.poll(self.start):
                here.recv()
        return self._running[1]

    def end(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._running is not None:
            process, pipe = self._running
            process.kill()
            process.join()
            pipe.close()
            self._running = None


def _work(pipe: Connection, seconds: float, work: Work) -> None:
    """Set what comes through a pipe until its other end is closed, or a body takes too long."""
    work(_SAMPLE, {})
    pipe.send(True)
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            body = pipe.recv()
            _allow(seconds)
            found = work(*body)
            _allow(0)
            pipe.send(found)


def _allow(seconds: float) -> None:
    """End this process when it has worked so long from now; 0 takes that back."""
    if _COUNTS_WORK:
        signal.setitimer(signal.ITIMER_PROF, seconds)
