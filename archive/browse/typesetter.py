"""Bodies are set in a process of its own, which is ended when one takes too long.

Thirty kilobytes of `[` take Markdown seconds, and some lexers of code never end: a limit of length
bounds neither, and a thread that is busy with them stops the whole server.
"""

import multiprocessing
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock

from archive.browse.markup import Reading, as_source, reading

#: A process of its own imports what it needs; one made by fork would hold the server's locks.
_SPAWN = multiprocessing.get_context("spawn")


class Typesetter:
    """Sets one body at a time. Its process starts with the first, and anew after one was too much.

    `seconds` is what a body may take, `start` what the process may take until it is ready.
    """

    def __init__(self, seconds: float = 1.5, start: float = 30) -> None:
        self.seconds, self.start = seconds, start
        self._lock = Lock()
        self._running: tuple[SpawnProcess, Connection] | None = None

    def set(self, markdown: str, held: Mapping[str, str]) -> Reading:
        """`reading` of a body, or its source where that does not end in time."""
        with self._lock:
            with suppress(OSError, EOFError):  # of a process that has ended
                pipe = self._pipe()
                pipe.send((markdown, dict(held)))
                if pipe.poll(self.seconds):
                    found: Reading = pipe.recv()
                    return found
            self._end()  # before another body meets the answer to this one
        return as_source(markdown)

    def _pipe(self) -> Connection:
        if self._running is None:
            here, there = _SPAWN.Pipe()
            process = _SPAWN.Process(target=_work, args=(there,), daemon=True)
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


def _work(pipe: Connection) -> None:
    """Set what comes through a pipe until its other end is closed."""
    reading("$ready$", {})
    pipe.send(True)
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            pipe.send(reading(*pipe.recv()))
