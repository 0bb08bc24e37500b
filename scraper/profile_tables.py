"""profiles.toml with a profile more or less; all else stays as the user wrote it, comments above all.

tomlkit gives the comments below a table to that table, and loses them with it; so tables of
`[[profiles]]` are lines here, and only an array (`profiles = [{ url = "…" }]`) is tomlkit's.
"""

import re

import tomlkit
from tomlkit.items import Array

from scraper.configuration import ConfigurationError

HEADER = re.compile(r"""[ \t]*\[\[[ \t]*(?:profiles|"profiles"|'profiles')[ \t]*\]\]""")
#: An array that a program has left empty.
EMPTY = re.compile(r"^profiles[ \t]*=[ \t]*\[\][ \t]*\n?", re.MULTILINE)


def with_profiles(text: str, addresses: list[str]) -> str:
    """The text of a file with profiles more, below those that it has."""
    text = EMPTY.sub("", text, count=1)
    document = tomlkit.parse(text)
    if isinstance(array := document.get("profiles"), Array):
        for address in reversed(addresses):  # at its end a comment would come before the comma
            table = tomlkit.inline_table()
            table["url"] = address
            array.insert(0, table)
        return tomlkit.dumps(document)
    lines = text.split("\n")
    headers = headers_of(lines)
    at = end(lines, headers[-1]) if headers else len("\n".join(lines).rstrip().split("\n"))
    new = [f"[[profiles]]\nurl = {tomlkit.string(a).as_string()}" for a in addresses]
    above, below = "\n".join(lines[:at]).rstrip(), "\n".join(lines[at:]).lstrip("\n")
    return "\n\n".join(part for part in (above, *new, below) if part).rstrip("\n") + "\n"


def without_profile(text: str, index: int) -> str:
    """The text of a file without the profile of that number, from 0.

    Raises ConfigurationError where the profile is not to be found among the lines.
    """
    document = tomlkit.parse(text)
    if isinstance(array := document.get("profiles"), Array):
        del array[index]
        return tomlkit.dumps(document)
    lines = text.split("\n")
    headers = headers_of(lines)
    if index >= len(headers):
        raise ConfigurationError("take the profile out by hand: its [[profiles]] is spelled oddly")
    start = headers[index]
    return "\n".join(lines[:start] + lines[end(lines, start) :])


def headers_of(lines: list[str]) -> list[int]:
    """The lines with which the tables of profiles begin."""
    return [number for number, line in enumerate(lines) if HEADER.match(line)]


def end(lines: list[str], start: int) -> int:
    """Behind which line a table ends; comments and blank lines at its end are of what follows."""
    following = range(start + 1, len(lines))
    stop = next((n for n in following if lines[n].lstrip().startswith("[")), len(lines))
    while stop > start + 1 and (not (line := lines[stop - 1].strip()) or line.startswith("#")):
        stop -= 1
    return stop
