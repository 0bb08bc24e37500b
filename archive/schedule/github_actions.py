"""A workflow of GitHub Actions, for a private repository that holds profiles.toml."""

from archive.schedule.cron import when
from archive.schedule.job import Job
from archive.schedule.template import filled


def files(job: Job) -> dict[str, str]:
    """The workflow. It has the program and the archive on GitHub's machine; only the time is the job's."""
    return {"blog-archiver.yml": filled("blog-archiver.yml", when=when(job))}
