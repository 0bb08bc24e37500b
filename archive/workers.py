"""Stored pages rendered on all cores: each process reads the archive for itself, none writes.

Processes are spawned, since a fork would inherit an open database and the thread of a progress bar.
They get ids and give bodies, a chunk at a time, and no more chunks are under way than keep them busy,
so that memory does not grow with the archive.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path

from sqlite_utils import Database

from archive.connection import ArchiveUnusable, connect
from archive.recording.renderings import render_stored
from archive.rows import first
from scraper.items import Body

#: A version's id, and its body or why there is none.
Made = tuple[int, Body | str]

#: Versions in a chunk. Its rendering takes a quarter of a second, and so does storing it.
CHUNK = 8
#: Pages that are rendered in the time that a process takes to start.
WORTH = 30
#: Chunks under way for each process: one in work, one waiting.
AHEAD = 2


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def rendered(path: Path, versions: Sequence[int], jobs: int) -> Iterator[list[Made]]:
    """What today's extractor makes of versions, in their order, a chunk at a time.

    `jobs` is how many processes may be used; few versions get none of their own. Raises
    ArchiveUnusable when the system kills a process.
    """
    chunks = [versions[start : start + CHUNK] for start in range(0, len(versions), CHUNK)]
    processes = min(jobs, len(versions) // WORTH)
    if processes > 1:
        yield from in_processes(path, chunks, processes)
    else:
        database = Database(connect(path, read_only=True))
        yield from (render_chunk(database, chunk) for chunk in chunks)
        database.close()


def in_processes(path: Path, chunks: Sequence[Sequence[int]], jobs: int) -> Iterator[list[Made]]:
    """Chunks rendered by `jobs` processes, given back in order."""
    context, waiting = get_context("spawn"), deque[Future[list[Made]]]()
    pool = ProcessPoolExecutor(jobs, context, initializer=begin, initargs=(path,))
    left = iter(chunks)
    try:
        waiting.extend(pool.submit(work, chunk) for chunk in islice(left, jobs * AHEAD))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(pool.submit(work, chunk) for chunk in islice(left, 1))
            yield done
    except BrokenProcessPool as error:
        raise ArchiveUnusable(
            f"a process that rendered pages of {path} was killed, perhaps for want of memory: "
            "what was rendered is kept; run it again with --jobs 1"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


#: The archive as a worker process has opened it.
opened: list[Database] = []


def begin(path: Path) -> None:
    """Start a worker: it ends with its parent, however that ends, and Ctrl-C is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow_parent, daemon=True).start()
    opened.append(Database(connect(path, read_only=True)))


def follow_parent() -> None:
    """End this process when its parent has been killed; the pool's own queue would wait for ever."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


def work(chunk: Sequence[int]) -> list[Made]:
    """What a worker is asked to do."""
    return render_chunk(opened[0], chunk)


def render_chunk(database: Database, versions: Sequence[int]) -> list[Made]:
    return [(version, body_or_reason(database, version)) for version in versions]


def body_or_reason(database: Database, version_id: int) -> Body | str:
    """The body of a version, or why there is none: one page must not stop the rebuild of all."""
    try:
        version = first(database, VERSION, version_id)
        assert version
        body = render_stored(database, version)
    except ArchiveUnusable as error:
        return str(error)
    except Exception as error:
        return f"the extractor fails on its page: {type(error).__name__}: {error}"
    return body or "the extractor finds no body on its page"


VERSION = """
SELECT post_versions.*, encoding FROM post_versions JOIN raw_pages ON sha256 = raw_sha256
WHERE id = ?
"""
