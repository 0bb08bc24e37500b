"""A service and a timer of systemd.

Quoting as systemd.service(5), systemd.syntax(7) and systemd.unit(5) have it; `systemd-analyze verify`
reads the result in the tests.
"""

import getpass
import os
from pathlib import PurePosixPath

from archive.schedule.job import Job
from archive.schedule.template import filled

SERVICE, TIMER = "blog-archiver.service", "blog-archiver.timer"

OWN_TMP = "PrivateTmp=yes"
SHARED_TMP = "# No PrivateTmp=yes: this program or the archive lies where temporary files do."
#: What PrivateTmp= hides, by systemd.exec(5).
HIDDEN = (PurePosixPath("/tmp"), PurePosixPath("/var/tmp"))


def files(job: Job) -> dict[str, str]:
    """The service and its timer."""
    hours = ",".join(f"{hour:02}" for hour in job.hours)
    return {
        SERVICE: filled(
            SERVICE,
            user=user(),
            command=" ".join(map(quoted, job.command)),
            folder=quoted(str(job.archive.parent)),
            temporary=OWN_TMP if own_tmp(job) else SHARED_TMP,
        ),
        TIMER: filled(TIMER, calendar=f"*-*-* {hours}:{job.minute:02}:00"),
    }


def own_tmp(job: Job) -> bool:
    """Whether the service can do without the folders of temporary files that others see."""
    return not any(
        path.is_relative_to(tmp) for path in (job.program, job.archive) for tmp in HIDDEN
    )


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
