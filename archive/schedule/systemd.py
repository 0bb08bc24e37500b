"""A service and a timer of systemd.

Quoting as systemd.service(5), systemd.syntax(7) and systemd.unit(5) have it; `systemd-analyze verify`
reads the result in the tests.
"""

import getpass
import os

from archive.schedule.job import Job
from archive.schedule.template import filled

SERVICE, TIMER = "blog-archiver.service", "blog-archiver.timer"


def files(job: Job) -> dict[str, str]:
    """The service and its timer."""
    hours = ",".join(f"{hour:02}" for hour in job.hours)
    return {
        SERVICE: filled(
            SERVICE,
            user=user(),
            command=" ".join(map(quoted, job.command)),
            folder=quoted(str(job.archive.parent)),
        ),
        TIMER: filled(TIMER, calendar=f"*-*-* {hours}:{job.minute:02}:00"),
    }


def quoted(word: str) -> str:
    """A word of a unit file; `%` begins a specifier there, `\\` an escape."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def user() -> str:
    """Who runs this: a name, or the number of somebody without one."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # up to Python 3.12, from 3.13 on
        return str(os.getuid())
