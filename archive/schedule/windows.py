"""A task of the Windows Task Scheduler: XML as [MS-TSCH] 2.5 describes it."""

from subprocess import list2cmdline
from xml.etree import ElementTree as ET

from archive.schedule.job import Job
from scraper.configuration import ConfigurationError

NAMESPACE = "http://schemas.microsoft.com/windows/2004/02/mit/task"
FILE = "blog-archiver.xml"
INSTRUCTIONS = f"""
  In PowerShell, in the folder of this file, to switch it on, to run it now, and to switch it off:
    Register-ScheduledTask blog-archiver -Xml (Get-Content -Raw -Encoding utf8 {FILE})
    Start-ScheduledTask blog-archiver
    Unregister-ScheduledTask blog-archiver

  It runs while you are logged on; a time that was missed is made up for. An exit code of 0, 10 or 60 is well.
"""
PRINCIPAL = {"LogonType": "InteractiveToken", "RunLevel": "LeastPrivilege"}  # without a password
SETTINGS = {
    "MultipleInstancesPolicy": "IgnoreNew",
    "DisallowStartIfOnBatteries": "false",
    "StopIfGoingOnBatteries": "false",
    "StartWhenAvailable": "true",
    "RunOnlyIfNetworkAvailable": "true",
    "ExecutionTimeLimit": "P1D",
}


def files(job: Job) -> dict[str, str]:
    """The task. Raises ConfigurationError for `%` in a path: Windows would read a variable there."""
    program, *arguments = job.command
    if "%" in f"{program}{job.archive}":
        raise ConfigurationError(
            f"the Task Scheduler takes no % in a path: {job.archive}, {program}"
        )
    task = ET.Element("Task", xmlns=NAMESPACE, version="1.2")
    task.append(ET.Comment(INSTRUCTIONS))
    triggers = ET.SubElement(task, "Triggers")
    for hour in job.hours:
        triggers.append(daily(hour, job.minute))
    fill(ET.SubElement(ET.SubElement(task, "Principals"), "Principal", id="Author"), PRINCIPAL)
    fill(ET.SubElement(task, "Settings"), SETTINGS)
    action = ET.SubElement(ET.SubElement(task, "Actions", Context="Author"), "Exec")
    folder = str(job.archive.parent)
    fill(
        action,
        {"Command": program, "Arguments": list2cmdline(arguments), "WorkingDirectory": folder},
    )
    ET.indent(task)
    # No declaration: what names an encoding cannot be handed over as a string.
    return {FILE: ET.tostring(task, encoding="unicode") + "\n"}


def daily(hour: int, minute: int) -> ET.Element:
    """A trigger at that time of each day, spread over five minutes."""
    trigger = ET.Element("CalendarTrigger")
    fill(trigger, {"StartBoundary": f"2026-01-01T{hour:02}:{minute:02}:00", "RandomDelay": "PT5M"})
    fill(ET.SubElement(trigger, "ScheduleByDay"), {"DaysInterval": "1"})
    return trigger


def fill(element: ET.Element, texts: dict[str, str]) -> None:
    """Append a child for each tag and its text."""
    for tag, text in texts.items():
        ET.SubElement(element, tag).text = text
