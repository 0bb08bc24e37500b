"""Settings that a user gives by name, checked before a run: Scrapy reads most of them when it has begun."""

import logging
from collections.abc import Mapping
from difflib import get_close_matches
from math import isfinite
from typing import Any

from scrapy.settings import Settings, default_settings
from scrapy.utils.misc import load_object

from scraper import settings as project
from scraper.configuration import ConfigurationError

#: Read as a number with a fraction, though the default has none (Scrapy 2.19, `getfloat` in its source).
FRACTIONS = frozenset(
    ("DOWNLOAD_DELAY", "DOWNLOAD_DELAY_JITTER", "DOWNLOAD_TIMEOUT", "DNS_TIMEOUT")
    + ("AUTOTHROTTLE_START_DELAY", "AUTOTHROTTLE_MAX_DELAY", "CLOSESPIDER_TIMEOUT")
    + ("LOGSTATS_INTERVAL", "RETRY_BACKOFF", "RETRY_AFTER_MAX", "COOLDOWN", "COOLDOWN_MAX")
)
#: What reading a value fails with: text that is none, an object that cannot be imported.
UNREADABLE = (ValueError, TypeError, NameError, ImportError)


def check_settings(given: Mapping[str, str]) -> None:
    """Raise ConfigurationError for a name that neither Scrapy nor the project has, or an unreadable value."""
    usual = {
        name: getattr(module, name)
        for module in (default_settings, project)
        for name in dir(module)
        if name.isupper()
    }
    for name, value in given.items():
        if name not in usual:
            close = get_close_matches(name.upper(), usual)
            near = f", but {' and '.join(close)}" if close else ""
            raise ConfigurationError(f"-s {name}: there is no such setting{near}")
        try:
            read(name, value, usual[name])
        except UNREADABLE as error:
            raise ConfigurationError(f"-s {name}={value}: cannot be read: {error}") from error


def read(name: str, value: str, usual: Any) -> None:
    """Read a value as that which is usual is read. Raises one of UNREADABLE."""
    settings = Settings({name: value})
    if name == "LOG_LEVEL":
        logging.Handler().setLevel(value)
    elif isinstance(usual, bool):
        settings.getbool(name)
    elif isinstance(usual, float) or name in FRACTIONS:
        if not isfinite(settings.getfloat(name)):
            raise ValueError("not a finite number")
    elif isinstance(usual, int):
        settings.getint(name)
    elif isinstance(usual, dict):
        settings.getdict(name)
    elif isinstance(usual, list) and usual and isinstance(usual[0], int):
        [int(part) for part in settings.getlist(name)]
    elif isinstance(usual, str) and usual.startswith(("scrapy.", "scraper.")):
        load_object(value)
