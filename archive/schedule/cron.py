"""A line for crontab(5)."""

import shlex

from archive.schedule.job import Job
from archive.schedule.template import filled


def files(job: Job) -> dict[str, str]:
    """A crontab of one line."""
    return {
        "blog-archiver.crontab": filled(
            "blog-archiver.crontab", when=when(job), command=command(job)
        )
    }


def when(job: Job) -> str:
    """The five fields of time; GitHub Actions reads the same ones."""
    return f"{job.minute} {','.join(map(str, job.hours))} * * *"


def command(job: Job) -> str:
    """The command for /bin/sh, as cron hands it over: to cron itself, a bare `%` is a line break."""
    return shlex.join(job.command).replace("%", r"\%")
