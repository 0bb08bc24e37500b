"""Files that make a scheduler run `blog-archiver crawl --due`: one module a scheduler.

Each module's `files(job)` gives file name → text, complete and with instructions as comments. A run
that a scheduler missed costs nothing: what was due then is due at the next one.
"""

from collections.abc import Callable, Mapping

from archive.schedule import cron, github_actions, launchd, systemd, windows
from archive.schedule.job import Job

KINDS: Mapping[str, Callable[[Job], dict[str, str]]] = {
    "systemd": systemd.files,
    "cron": cron.files,
    "launchd": launchd.files,
    "windows": windows.files,
    "github-actions": github_actions.files,
}
