"""What profiles.toml may say: its keys, what they mean, and what is refused."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from scraper.configuration import ConfigurationError

Number = (int, float)
PROFILE_KEYS = {
    "url": str,
    "handle": str,
    "enabled": bool,
    "acknowledged": int,
    "interval": Number,
}
TABLES: dict[str, Mapping[str, Any]] = {
    "crawl": {
        "contact": str,
        "delays": dict,
        "headers": dict,
        "requests": int,
        "minutes": Number,
    },
    "media": {"pictures": bool, "files": bool, "largest": int},
    "alerts": {"command": str, "heartbeat": str},
}
MOST_MEGABYTES = 1000  # of a picture or a file: while it comes, it is in memory
#: Key → the least and the most that it may be, and what of.
RANGES = {
    "largest": (1, MOST_MEGABYTES, "number of MB"),
    "interval": (0.25, 24 * 366, "number of hours"),
    "requests": (1, 1_000_000, "number of requests"),
    "minutes": (0.1, 60 * 24 * 7, "number of minutes"),
}


@dataclass(slots=True)
class CrawlOptions:
    """The `[crawl]` table. `delays` are seconds, `headers` name → value, both by platform.

    `requests` and `minutes` are the most that a scheduled run takes of each platform; None: no limit.
    """

    contact: str = ""
    delays: dict[str, float] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    requests: int | None = None
    minutes: float | None = None


@dataclass(slots=True)
class MediaOptions:
    """The `[media]` table. `largest` are MB of 1024 × 1024 bytes; None: as many as scraper.settings has."""

    pictures: bool = True
    files: bool = True
    largest: int | None = None


@dataclass(slots=True)
class AlertOptions:
    """The `[alerts]` table. `command` is a line for the shell that reads a message from its standard
    input; `heartbeat` an http address or a file's path."""

    command: str = ""
    heartbeat: str = ""


def check(plain: dict[str, Any], platforms: Set[str]) -> None:
    """Raise ConfigurationError for a key or value of profiles.toml that nobody would read."""
    known(plain, {"profiles": list, **dict.fromkeys(TABLES, dict)}, "")
    for name, keys in TABLES.items():
        known(plain.get(name, {}), keys, f"[{name}] ")
    for number, table in enumerate(plain.get("profiles", []), 1):
        where = f"[[profiles]] number {number} "
        known(table, PROFILE_KEYS, where)
        if not ({"url", "handle"} & table.keys()):
            raise ConfigurationError(f"{where}needs url or handle")
    for platform, seconds in plain.get("crawl", {}).get("delays", {}).items():
        if platform not in platforms or not isinstance(seconds, Number) or seconds < 0:
            raise ConfigurationError(
                f"[crawl] delays: {platform} = {seconds!r} is no platform's seconds"
            )


def known(table: Any, keys: Mapping[str, Any], where: str) -> None:
    """Raise ConfigurationError unless `table` has only `keys`, each with a value of its type and range."""
    if not isinstance(table, dict):
        raise ConfigurationError(f"{where}is not a table")
    for key, value in table.items():
        if key not in keys:
            raise ConfigurationError(f"{where}unknown key {key!r}, not {', '.join(keys)}")
        kind = keys[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            named = "number" if kind is Number else kind.__name__
            raise ConfigurationError(f"{where}{key} is no {named}")
        least, most, what = RANGES.get(key, (None, None, ""))
        if least is not None and not least <= value <= most:
            raise ConfigurationError(
                f"{where}{key} = {value!r} is no {what} from {least} to {most}"
            )
