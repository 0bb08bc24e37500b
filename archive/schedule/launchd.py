"""An agent of launchd, macOS: a property list, see launchd.plist(5)."""

import plistlib

from archive.schedule.job import Job

LABEL = "org.blog-archiver.crawl"
FILE = f"{LABEL}.plist"
INSTRUCTIONS = f"""\
<!--
  To switch it on:   cp {FILE} ~/Library/LaunchAgents/
                     launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/{FILE}
  To run it now:     launchctl kickstart gui/$(id -u)/{LABEL}
  To switch it off:  launchctl bootout gui/$(id -u)/{LABEL}

  It runs while you are logged in; a time that the machine slept through is made up for when it wakes.
  The log beside the archive has nothing but trouble in it.
-->
"""


def files(job: Job) -> dict[str, str]:
    """The property list."""
    log = f"{job.archive}.log"
    text = plistlib.dumps(
        {
            "Label": LABEL,
            "ProgramArguments": job.command,
            "StartCalendarInterval": [{"Hour": h, "Minute": job.minute} for h in job.hours],
            "RunAtLoad": True,  # the machine may have been off at every one of these times
            "ProcessType": "Background",
            "ExitTimeOut": 300,  # seconds from SIGTERM on: pages in flight are stored
            "StandardOutPath": log,
            "StandardErrorPath": log,
        },
        sort_keys=False,
    ).decode()
    return {FILE: text.replace("<dict>", f"{INSTRUCTIONS}<dict>", 1)}
